import { fail, isCode } from '@latchkey/wire';
import type { Chain } from '../config/index.ts';
import { type Hex, toHex } from '../hex.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';
import { type ConnectedWallet, fromTimedProvider, isSameAddress } from '../wallets/index.ts';
import type { FundingPhase } from './funding.ts';

/** Payment for a wallet to send. The wallet sets gas and nonce itself. */
export interface Payment {
  readonly to: string;
  readonly value: bigint;
  readonly data: Hex;
}

export interface Paying {
  onPhase?(phase: FundingPhase): void;
  /** Stops waiting, even for the wallet. A payment that has begun continues, but no further one begins. */
  readonly signal?: AbortSignal | undefined;
}

/** Sent transaction, and the function that waits until it is on chain. */
export interface SentByWallet {
  readonly hash: string;
  wait(signal: AbortSignal | undefined): Promise<void>;
}

/**
 * Switches a wallet to a chain and returns a function that sends payments there. The function throws
 * `generic_connect_wallet_error` if the wallet's account has changed, `unsupported_chain_id` if its chain has,
 * `transaction_failure` if the wallet returns no hash, other errors of the wallet, and the signal's reason if the user
 * left before the wallet is asked to pay.
 *
 * @throws ServiceError as `switchChain`
 */
export async function goTo(wallet: ConnectedWallet, { id }: Chain, signal: AbortSignal | undefined) {
  await wallet.switchChain(id);
  return async ({ to, value, data }: Payment): Promise<Hex> => {
    const provider = await wallet.getEthereumProvider();
    const request = (method: string, params: readonly unknown[] = []) =>
      provider.request({ method, params }).catch((cause: unknown) => {
        throw fromTimedProvider(cause);
      });
    const accounts = await request('eth_accounts');
    const [account] = Array.isArray(accounts) ? accounts : [];
    // The user may have switched accounts in the wallet, so another account would pay. Any account but the one that
    // was shown is refused.
    if (typeof account !== 'string' || !isSameAddress(account, wallet.address))
      fail('generic_connect_wallet_error', { message: 'The wallet has changed its account. Try again.' });
    // The wallet may have switched to another chain, where the payment would buy nothing. Any chain but the requested
    // one is refused.
    if (String(await request('eth_chainId')).toLowerCase() !== toHex(id))
      fail('unsupported_chain_id', { message: `The wallet did not stay on chain ${id}` });
    signal?.throwIfAborted();
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
 * Waits until the transaction with the wallet's hash is on chain, for ten minutes at most. It does not check that this
 * is the requested payment.
 *
 * @throws ServiceError `transaction_failure`, `client_request_timeout`, `network_error` if the code for receipts does
 *   not load, and the signal's reason
 */
export async function waitUntilOnChain(
  client: LatchkeyClient,
  hash: Hex,
  { id: chainId }: Chain,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { waitForReceipt } = await import('../transactions/index.ts').catch((cause: unknown) =>
    fail('network_error', { cause }),
  );
  await waitForReceipt(client, { hash, chainId, signal });
}

/**
 * Waits for work until the user leaves, so a wallet that never answers does not block them. The work itself
 * continues.
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

/** Returns true if the wallet says that the user declined. */
export const isDeclined = (cause: unknown) => isCode(cause, 'user_rejected_request');
