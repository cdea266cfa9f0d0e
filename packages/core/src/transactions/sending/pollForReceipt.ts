import { fail, isCode } from '@latchkey/wire';
import type { PageContext, SessionContext } from '../../contexts.ts';
import { readAtOnce } from '../../nodes/index.ts';
import { poll } from '../../poll.ts';
import { getKnownNetwork, type Network } from '../chains.ts';
import type { Hex, TransactionReceipt } from '../transaction.ts';
import { findKeptTransaction, type KeptTransaction, listOfWallet } from './keptTransactions.ts';
import { lookAfter } from './lookAfter.ts';
import { toReceipt } from './toReceipt.ts';

const everyMs = 2_000;
const withinMs = 10 * 60_000;

export interface ReceiptInput {
  readonly hash: Hex;
  readonly chainId: number;
  /** Ends the wait, but not the transaction. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Waits until a transaction is in a block. Sends a stored transaction again if the node lost it. Returns the receipt of
 * its replacement if it was sped up. Continues to poll while the node is down.
 *
 * @throws ServiceError `transaction_failure` if it was reverted, cancelled, replaced or refused (TX-17), with
 *   `details.hash`; `client_request_timeout` after 10 minutes, `unsupported_chain_id` (TX-13)
 */
export async function pollForReceipt(
  session: SessionContext,
  { hash, chainId, signal = new AbortController().signal }: ReceiptInput,
): Promise<TransactionReceipt> {
  const { page } = session;
  const network = getKnownNetwork(session, chainId);
  const kept = findKeptTransaction(page, hash);
  const request = () => lookOnce(page, network, hash, kept);
  const receipt = (await request()) ?? (await wait(page, signal, hash, request));
  if (receipt.status === 1) return receipt;
  return fail('transaction_failure', {
    message: 'The transaction was reverted',
    details: { hash: receipt.transactionHash, chainId, receipt },
  });
}

async function wait(
  page: PageContext,
  signal: AbortSignal,
  hash: Hex,
  request: () => Promise<TransactionReceipt | null>,
): Promise<TransactionReceipt> {
  try {
    return await poll(page.environment.clock, { everyMs, withinMs, signal }, request);
  } catch (error) {
    if (!isCode(error, 'client_request_timeout')) throw error;
    return fail('client_request_timeout', {
      message: 'The transaction is not in a block yet',
      details: { hash },
      cause: error,
    });
  }
}

/** Lists the wallet's stored transactions that have the same nonce as `one`, including itself, from any tab. */
function listWithNonce(page: PageContext, one: KeptTransaction): readonly KeptTransaction[] {
  const { nonce } = one.transaction;
  return listOfWallet(page, one).filter(({ transaction }) => transaction.nonce === nonce);
}

async function lookOnce(
  page: PageContext,
  network: Network,
  hash: Hex,
  kept: KeptTransaction | null,
): Promise<TransactionReceipt | null> {
  try {
    const group = kept ? listWithNonce(page, kept) : [];
    if (group.length === 0) return await readUnkept(page, network, hash, kept !== null);
    const { receipts, replaced, refused } = await lookAfter(page, network, group);
    const winner = group.find((one) => receipts.has(one.hash));
    if (winner?.replaces?.by === 'cancel' && winner.hash !== hash)
      failReplaced(hash, 'The transaction was cancelled');
    if (winner) return receipts.get(winner.hash) ?? null;
    if (replaced.has(hash)) failReplaced(hash, 'Another transaction took the place of this one');
    const refusal = refused.get(hash);
    if (refusal) throw refusal;
    return null;
  } catch (error) {
    if (!isCode(error) || error.code === 'transaction_failure') throw error;
    return null; // a node that is down is called again
  }
}

/**
 * Reads the receipt of a transaction that is not stored. If it was stored before, another tab or this tab's polling may
 * have removed it, because it was refused or replaced. The wait then fails.
 */
async function readUnkept(
  page: PageContext,
  { url }: Network,
  hash: Hex,
  wasKept: boolean,
): Promise<TransactionReceipt | null> {
  const { receipt, isUnknown } = await readAtOnce(page, url, {
    isUnknown: { method: 'eth_getTransactionByHash', params: [hash], read: (found) => found === null },
    receipt: { method: 'eth_getTransactionReceipt', params: [hash], read: toReceipt },
  });
  if (wasKept && isUnknown.value && !receipt.value && !receipt.error && !receipt.failure)
    failReplaced(hash, 'The node refused the transaction, or another one took its place');
  return receipt.value;
}

function failReplaced(hash: Hex, message: string): never {
  return fail('transaction_failure', { message, details: { hash } });
}
