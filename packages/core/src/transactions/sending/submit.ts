import { fail, ServiceError } from '@latchkey/wire';
import type { Internals } from '../../internals.ts';
import { callNode, toNumber } from '../../nodes/index.ts';
import { getNetwork, type Network } from '../chains.ts';
import { noteRecipient } from '../knownRecipients.ts';
import type { Hex, PendingTransaction, PreparedTransaction, UnsignedTransaction } from '../transaction.ts';
import { broadcast } from './broadcast.ts';
import { keepLooking } from './keepLooking.ts';
import { findKeptTransaction, type KeptTransaction, keep, listOfWallet } from './keptTransactions.ts';
import { type SignTransaction, signEnvelope } from './signEnvelope.ts';
import { withTransactionLock } from './transactionLock.ts';

/** For as long, what the node said of the nonce is taken at its word: another device may send meanwhile. */
const nonceFreshMs = 10_000;

export interface SubmitInput {
  readonly prepared: PreparedTransaction;
  /** Replaces direct signing, for a person who approves on the wallet's own page. */
  readonly sign?: SignTransaction | undefined;
}

/**
 * Signs a prepared transaction under a nonce of its own, keeps it and sends it, in this order: a page that is killed in
 * between leaves it to the next one.
 *
 * @returns its hash
 * @throws ServiceError `transaction_failure`, and what signing throws
 */
export async function submit(internals: Internals, { prepared, sign }: SubmitInput): Promise<Hex> {
  const network = getNetwork(internals, prepared.chain.id);
  const earlier = prepared.continues;
  if (earlier) return continueEarlier(internals, network, earlier);
  const transaction = getPrepared(prepared);
  const nonce = await countNonce(internals, network, prepared, transaction);
  const kept = sign
    ? await signInTheirTime(internals, transaction, nonce, sign)
    : await withTransactionLock(internals, async () => {
        const complete = { ...transaction, nonce: nonce(internals) };
        return keepSigned(internals, complete, await signEnvelope(internals, complete, undefined), null);
      });
  noteRecipient(internals, prepared.address, recipientOf(prepared));
  keepLooking(internals);
  await broadcast(internals, network, kept);
  return kept.hash;
}

/** @throws ServiceError why the chain could not be read */
export function getPrepared({ transaction, failure }: PreparedTransaction): UnsignedTransaction {
  if (transaction) return transaction;
  throw failure ?? new ServiceError('transaction_failure');
}

/** Sees an attempt through that may have arrived: a second one beside it could be paid twice. */
async function continueEarlier(internals: Internals, network: Network, hash: Hex): Promise<Hex> {
  const kept = findKeptTransaction(internals, hash);
  if (kept && kept.status !== 'mined') await broadcast(internals, network, kept);
  return hash;
}

type Nonce = (internals: Internals) => number;

/**
 * Chooses the nonce when its turn comes: the first from the node's count on that nothing of this browser has. What a host
 * names holds.
 */
async function countNonce(
  internals: Internals,
  network: Network,
  { request, preparedAtMs, address }: PreparedTransaction,
  { nonce, chainId }: UnsignedTransaction,
): Promise<Nonce> {
  const given = request.nonce;
  if (given !== null) return () => given;
  const isFresh = internals.environment.clock.monotonicNow() - preparedAtMs <= nonceFreshMs;
  const counted = isFresh ? nonce : await readCount(internals, network, address);
  return (now) => {
    const taken = new Set(listOfWallet(now, { address, chainId }).map((one) => one.transaction.nonce));
    let free = counted;
    while (taken.has(free)) free += 1;
    return free;
  };
}

async function readCount({ environment }: Internals, { url }: Network, address: string): Promise<number> {
  const request = { method: 'eth_getTransactionCount', params: [address, 'pending'] };
  const reply = await callNode(environment, url, request);
  const count = reply.error ? null : toNumber(reply.result);
  return (
    count ?? fail('transaction_failure', { message: 'The node did not say how many transactions there are' })
  );
}

/**
 * Has a person approve on the wallet's own page, for as long as they read: other tabs do not wait for them. If one of those
 * took the nonce meanwhile, nothing is kept or sent.
 */
async function signInTheirTime(
  internals: Internals,
  transaction: UnsignedTransaction,
  nonce: Nonce,
  sign: SignTransaction,
): Promise<KeptTransaction> {
  const complete = { ...transaction, nonce: nonce(internals) };
  const made = await signEnvelope(internals, complete, sign);
  return withTransactionLock(internals, async () => {
    if (nonce(internals) !== complete.nonce)
      fail('transaction_failure', {
        message: 'Another transaction was sent meanwhile. Review this one again.',
      });
    return keepSigned(internals, complete, made, null);
  });
}

/** Keeps what was signed. The caller has the lock. */
export function keepSigned(
  internals: Internals,
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
    signedAtMs: internals.environment.clock.now(),
    status: 'unseen',
    replaces,
    mined: null,
    missingSinceMs: null,
  };
  keep(internals, kept);
  return kept;
}

/** Whom a person means by a transaction: the one who gets the coin or the token. */
function recipientOf({ action }: PreparedTransaction): string | null {
  return action.kind === 'transfer' || action.kind === 'token-transfer' || action.kind === 'nft-transfer'
    ? action.to
    : null;
}
