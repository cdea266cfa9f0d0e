import { fail, isCode } from '@latchkey/wire';
import type { Chain } from '../config/index.ts';
import { type Hex, toHex } from '../hex.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';
import { type ConnectedWallet, fromWalletError, isSameAddress } from '../wallets/index.ts';
import type { FundingPhase } from './funding.ts';

/** What a wallet is asked to send: nothing besides, so that it counts gas and nonce itself. */
export interface Payment {
  readonly to: string;
  readonly value: bigint;
  readonly data: Hex;
}

/** Who looks at a payment while it is made. */
export interface Paying {
  onPhase?(phase: FundingPhase): void;
  /** Ends the waiting, also for the wallet: what it was asked goes on, and it is asked for nothing more. */
  readonly signal?: AbortSignal | undefined;
}

/** What a wallet sent, and what waits until the network has it. */
export interface SentByWallet {
  readonly hash: string;
  wait(signal: AbortSignal | undefined): Promise<void>;
}

/** Has a wallet go to a chain, and gives it there. @throws ServiceError as `switchChain` does, and where its account changed */
export async function goTo(wallet: ConnectedWallet, { id }: Chain) {
  await wallet.switchChain(id);
  return async ({ to, value, data }: Payment): Promise<Hex> => {
    const provider = await wallet.getEthereumProvider();
    const request = (method: string, params: readonly unknown[] = []) =>
      provider.request({ method, params }).catch((cause: unknown) => {
        // That it did not answer in time is ours, and told to dapp libraries as an error of theirs (`toTimedProvider`).
        const own = cause instanceof Error ? cause.cause : null;
        throw isCode(own, 'client_request_timeout') ? own : fromWalletError(cause);
      });
    const accounts = await request('eth_accounts');
    const [account] = Array.isArray(accounts) ? accounts : [];
    // Threat: the wallet went over to another account meanwhile, which would pay in place of the one that was shown.
    if (typeof account !== 'string' || !isSameAddress(account, wallet.address))
      fail('generic_connect_wallet_error', { message: 'The wallet has changed its account. Try again.' });
    // Threat: it went to another chain, where the same call pays for nothing.
    if (String(await request('eth_chainId')).toLowerCase() !== toHex(id))
      fail('unsupported_chain_id', { message: `The wallet did not stay on chain ${id}` });
    const hash = await request('eth_sendTransaction', [
      { from: wallet.address, to, value: toHex(value), data },
    ]);
    const isHash = typeof hash === 'string' && /^0x[0-9a-f]{64}$/i.test(hash);
    return isHash
      ? (hash as Hex)
      : fail('transaction_failure', { message: 'The wallet answered with no transaction' });
  };
}

/**
 * Waits until a transaction that a wallet named is on the chain. What it names is a claim: one that no node knows in ten minutes
 * is not known to have been sent.
 *
 * @throws ServiceError `transaction_failure`, `client_request_timeout`
 */
export async function waitUntilOnChain(
  client: LatchkeyClient,
  hash: Hex,
  { id: chainId }: Chain,
  signal: AbortSignal | undefined,
): Promise<void> {
  // What sees transactions through is loaded once there is one.
  const { waitForReceipt } = await import('../transactions/index.ts').catch((cause: unknown) =>
    fail('network_error', { cause }),
  );
  await waitForReceipt(client, { hash, chainId, signal });
}

/**
 * Waits for what goes on by itself, until the person leaves: a wallet that never answers holds no one.
 *
 * @throws the signal's reason, and what the work throws
 */
export function untilLeft<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work;
  return new Promise((resolve, reject) => {
    const leave = () => reject(signal.reason);
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
    if (signal.aborted) leave();
    else signal.addEventListener('abort', leave);
  });
}

/** Whether the person declined: then nothing was sent. */
export const isDeclined = (cause: unknown) => isCode(cause, 'user_rejected_request');
