import { setTimeout as wait } from 'node:timers/promises';

/** Asks the node itself. */
type SendRequest = (method: string) => Promise<unknown>;

const everyMs = 5;
/** A block takes milliseconds. What is in none after this long is waiting for something that no block brings. */
const mostLooks = 400;

/** Whether a request, or a batch of them, broadcasts. */
export const broadcasts = (body: string) => /"eth_send(Raw)?Transaction/.test(body);

/**
 * Has Anvil take one broadcast at a time, and each only when the block of the one before is made.
 *
 * Anvil reads a sender's nonce first and takes the transaction into its pool afterwards, without a lock over both. Where a
 * block is made in between, the transaction waits for one that is in that block already, and so does everything behind it:
 * for ever, because the node says 'already imported' when it is sent again. Wallets that send quickly meet this.
 *
 * @param onSettled told after each, when its block is made
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

/** Resolves when nothing is ready to be mined, or blocks are made by the clock or by hand. */
async function settle(request: SendRequest): Promise<void> {
  for (let looks = 0; looks < mostLooks; looks += 1) {
    const [isAutomatic, status] = await Promise.all([request('anvil_getAutomine'), request('txpool_status')]);
    if (isAutomatic !== true || Number((status as { pending: string }).pending) === 0) return;
    await wait(everyMs);
  }
}
