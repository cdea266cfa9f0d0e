import { fail, ServiceError } from '@latchkey/wire';
import type { FrameContext, PageContext } from '../../contexts.ts';
import { callNode, toNumber } from '../../nodes/index.ts';
import { getNetwork, type Network } from '../chains.ts';
import { noteRecipient } from '../knownRecipients.ts';
import type { Hex, PendingTransaction, PreparedTransaction, UnsignedTransaction } from '../transaction.ts';
import { broadcast } from './broadcast.ts';
import { keepLooking } from './keepLooking.ts';
import { findKeptTransaction, type KeptTransaction, keep, listOfWallet } from './keptTransactions.ts';
import { type SignTransaction, signEnvelope } from './signEnvelope.ts';
import { withTransactionLock } from './transactionLock.ts';

/** Time in ms for which the prepared nonce counts as current. Later, another device may have used it. */
const nonceFreshMs = 10_000;

export interface SubmitInput {
  readonly prepared: PreparedTransaction;
  /** Replaces direct signing, for an approval on the wallet's own page. */
  readonly sign?: SignTransaction | undefined;
}

/**
 * Signs a prepared transaction with the host's nonce or an unused one, stores it and sends it, in this order. If the
 * page is closed in between, the user's next page sends it. If an earlier attempt is continued, signs nothing.
 *
 * @returns the hash of the transaction
 * @throws ServiceError `transaction_failure`, `unsupported_chain_id`, and the errors of the node and of signing
 */
export async function submit(frame: FrameContext, { prepared, sign }: SubmitInput): Promise<Hex> {
  const network = getNetwork(frame.session, prepared.chain.id);
  const earlier = prepared.continues;
  if (earlier) return continueEarlier(frame.page, network, earlier);
  const transaction = getPrepared(prepared);
  const nonce = await countNonce(frame.page, network, prepared, transaction);
  const kept = sign
    ? await signInTheirTime(frame, transaction, nonce, sign)
    : await withTransactionLock(frame.page, async () => {
        const complete = { ...transaction, nonce: nonce(frame.page) };
        return keepSigned(frame.page, complete, await signEnvelope(frame, complete, undefined), null);
      });
  noteRecipient(frame.page, prepared.address, recipientOf(prepared));
  keepLooking(frame.session);
  await broadcast(frame.page, network, kept);
  return kept.hash;
}

/** Returns the transaction to sign. If it is incomplete, throws `failure`, or else `transaction_failure`. */
export function getPrepared({ transaction, failure }: PreparedTransaction): UnsignedTransaction {
  if (transaction) return transaction;
  throw failure ?? new ServiceError('transaction_failure');
}

/** Sends an earlier attempt again if it is stored and in no block. A new transaction could pay a second time. */
async function continueEarlier(page: PageContext, network: Network, hash: Hex): Promise<Hex> {
  const kept = findKeptTransaction(page, hash);
  if (kept && kept.status !== 'mined') await broadcast(page, network, kept, { mayHaveArrived: true });
  return hash;
}

type Nonce = (page: PageContext) => number;

/**
 * Returns a function that chooses the nonce just before signing: the first one, counted from the node's nonce, that no
 * stored transaction of the wallet uses. Keeps a nonce that the host set.
 */
async function countNonce(
  page: PageContext,
  network: Network,
  { request, preparedAtMs, address }: PreparedTransaction,
  { nonce, chainId }: UnsignedTransaction,
): Promise<Nonce> {
  const given = request.nonce;
  if (given !== null) return () => given;
  const isFresh = page.environment.clock.monotonicNow() - preparedAtMs <= nonceFreshMs;
  const counted = isFresh ? nonce : await readCount(page, network, address);
  return (page) => {
    const taken = new Set(listOfWallet(page, { address, chainId }).map((one) => one.transaction.nonce));
    let free = counted;
    while (taken.has(free)) free += 1;
    return free;
  };
}

async function readCount(page: PageContext, { url }: Network, address: string): Promise<number> {
  const request = { method: 'eth_getTransactionCount', params: [address, 'pending'] };
  const reply = await callNode(page.environment, url, request);
  const count = reply.error ? null : toNumber(reply.result);
  return (
    count ?? fail('transaction_failure', { message: 'The node did not say how many transactions there are' })
  );
}

/**
 * Signs with `sign`, which asks the user, for example on the wallet's own page. This may take long, so no lock is held
 * meanwhile.
 *
 * @throws ServiceError `transaction_failure` if this browser used the nonce for another transaction in the meantime;
 *   nothing is stored then
 */
async function signInTheirTime(
  frame: FrameContext,
  transaction: UnsignedTransaction,
  nonce: Nonce,
  sign: SignTransaction,
): Promise<KeptTransaction> {
  const complete = { ...transaction, nonce: nonce(frame.page) };
  const made = await signEnvelope(frame, complete, sign);
  return withTransactionLock(frame.page, async () => {
    if (nonce(frame.page) !== complete.nonce)
      fail('transaction_failure', {
        message: 'Another transaction was sent meanwhile. Review this one again.',
      });
    return keepSigned(frame.page, complete, made, null);
  });
}

/** Stores a signed transaction. The caller must hold the lock. */
export function keepSigned(
  page: PageContext,
  transaction: UnsignedTransaction,
  { hash, signed }: { readonly hash: Hex; readonly signed: Hex },
  replaces: PendingTransaction['replaces'],
): KeptTransaction {
  const kept: KeptTransaction = {
    hash,
    signed,
    chainId: transaction.chainId,
    address: transaction.from,
    transaction,
    signedAtMs: page.environment.clock.now(),
    status: 'unseen',
    replaces,
    mined: null,
    missingSinceMs: null,
  };
  keep(page, kept);
  return kept;
}

/** Returns the address that gets the coins, tokens or NFTs of a transfer; null for other actions. */
function recipientOf({ action }: PreparedTransaction): string | null {
  return action.kind === 'transfer' || action.kind === 'token-transfer' || action.kind === 'nft-transfer'
    ? action.to
    : null;
}
