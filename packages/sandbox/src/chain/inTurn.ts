import { setTimeout as wait } from 'node:timers/promises';

type SendRequest = (method: string) => Promise<unknown>;

const everyMs = 5;
/**
 * Checks after which the next broadcast is sent in any case. A block takes milliseconds, so a transaction that is in
 * none by then waits for something else.
 */
const mostLooks = 400;

export const broadcasts = (body: string) => /"eth_send(Raw)?Transaction/.test(body);

/**
 * Sends broadcasts to Anvil one at a time, each once `settle` has resolved after the previous one.
 *
 * Anvil reads a sender's nonce and then adds the transaction to its pool, without a lock over both. If a block is made
 * in between, the transaction waits forever for a previous one that is already in that block, and later ones wait too.
 * Wallets that send in quick succession hit this bug.
 *
 * @param onSettled called after each broadcast, once its block is made or no longer waited for
 */
export function createTurns(request: SendRequest, onSettled: () => void = () => {}) {
  let last: Promise<unknown> = Promise.resolve();
  return function inTurn(broadcast: () => Promise<Response>): Promise<Response> {
    const turn = last.then(broadcast);
    last = turn
      .then(() => settle(request))
      .then(onSettled)
      .catch(() => {});
    return turn;
  };
}

/**
 * Resolves once no transaction is ready to be mined, after `mostLooks` checks, or at once if blocks are made at
 * intervals or by hand.
 */
async function settle(request: SendRequest): Promise<void> {
  for (let looks = 0; looks < mostLooks; looks += 1) {
    const [isAutomatic, status] = await Promise.all([request('anvil_getAutomine'), request('txpool_status')]);
    if (isAutomatic !== true || Number((status as { pending: string }).pending) === 0) return;
    await wait(everyMs);
  }
}
