import { findWarnings, readTransaction } from '@latchkey/frame/readable';
import { fail } from '@latchkey/wire';
import type { FrameContext, PageContext } from '../../contexts.ts';
import { toHex } from '../../hex.ts';
import { assertAnswered, readAtOnce, toBigInt } from '../../nodes/index.ts';
import { getKnownNetwork, type Network } from '../chains.ts';
import type { Hex, UnsignedTransaction } from '../transaction.ts';
import { broadcast } from './broadcast.ts';
import { keepLooking } from './keepLooking.ts';
import { findKeptTransaction, type KeptTransaction } from './keptTransactions.ts';
import { type SignTransaction, signEnvelope } from './signEnvelope.ts';
import { keepSigned } from './submit.ts';
import { withTransactionLock } from './transactionLock.ts';

export interface ReplaceInput {
  readonly hash: Hex;
  /** Replaces direct signing, for an approval on the wallet's own page. */
  readonly sign?: SignTransaction | undefined;
}

/**
 * Signs and sends a replacement for a pending transaction, with the same nonce: the same transaction with a higher fee,
 * or an empty one. The chain accepts only one of the two.
 *
 * @returns the hash of the replacement
 * @throws ServiceError `transaction_failure` if the earlier one is no longer pending, if the fee is excessive and there
 *   is no `sign`, or if the node does not accept the replacement; `unsupported_chain_id`, and the errors of the node
 *   and of signing
 */
export async function replace(
  frame: FrameContext,
  by: 'speed-up' | 'cancel',
  { hash, sign }: ReplaceInput,
): Promise<Hex> {
  const earlier = getWaiting(frame.page, hash);
  const network = getKnownNetwork(frame.session, earlier.chainId);
  const transaction = await toReplacement(frame.page, network, earlier, by);
  if (!sign && findWarnings(readTransaction(transaction)).includes('excessive-fee'))
    fail('transaction_failure', {
      message: 'The fee is so high that a person must approve it',
      details: { hash },
    });
  const approved = sign && (await signEnvelope(frame, transaction, sign));
  const kept = await withTransactionLock(frame.page, async () => {
    getWaiting(frame.page, hash);
    const signed = approved ?? (await signEnvelope(frame, transaction, undefined));
    return keepSigned(frame.page, transaction, signed, { hash, by });
  });
  keepLooking(frame.session);
  await broadcast(frame.page, network, kept);
  return kept.hash;
}

function getWaiting(page: PageContext, hash: Hex): KeptTransaction {
  const kept = findKeptTransaction(page, hash);
  if (kept && kept.status !== 'mined') return kept;
  return fail('transaction_failure', {
    message: 'This transaction does not wait any more',
    details: { hash },
  });
}

async function toReplacement(
  page: PageContext,
  { url }: Network,
  { transaction, address }: KeptTransaction,
  by: 'speed-up' | 'cancel',
): Promise<UnsignedTransaction> {
  const read = (method: string, params: readonly unknown[], toValue: (result: unknown) => bigint | null) => ({
    method,
    params,
    read: toValue,
  });
  const nothing = { from: address, to: address, value: '0x0' };
  const answers = await readAtOnce(page, url, {
    baseFee: read('eth_getBlockByNumber', ['latest', false], (block) =>
      toBigInt((block as { baseFeePerGas?: unknown } | null)?.baseFeePerGas),
    ),
    tip: read('eth_maxPriorityFeePerGas', [], toBigInt),
    gasPrice: read('eth_gasPrice', [], toBigInt),
    gas: read('eth_estimateGas', [nothing], toBigInt),
  });
  assertAnswered(answers);
  const fees = raise(transaction, {
    baseFee: answers.baseFee.value ?? 0n,
    tip: answers.tip.value ?? 0n,
    gasPrice: answers.gasPrice.value ?? 0n,
  });
  if (by === 'speed-up') return { ...transaction, ...fees };
  const { type, chainId, from, nonce } = transaction;
  const gasLimit = toHex(answers.gas.value ?? 21_000n);
  return { type, chainId, from, nonce, ...fees, to: address, gasLimit, value: '0x0', data: '0x' };
}

type Prices = Record<'baseFee' | 'tip' | 'gasPrice', bigint>;

/**
 * Raises each price by a tenth, which Geth requires for a replacement by default, or to the price that a new
 * transaction would get if that is higher.
 */
function raise(
  { gasPrice, maxFeePerGas, maxPriorityFeePerGas }: UnsignedTransaction,
  prices: Prices,
): Partial<UnsignedTransaction> {
  const more = (price: Hex | undefined, now: bigint) => {
    const least = (BigInt(price ?? 0) * 11n) / 10n + 1n;
    return toHex(now > least ? now : least);
  };
  if (gasPrice !== undefined) return { gasPrice: more(gasPrice, prices.gasPrice) };
  return {
    maxFeePerGas: more(maxFeePerGas, prices.baseFee * 2n + prices.tip),
    maxPriorityFeePerGas: more(maxPriorityFeePerGas, prices.tip),
  };
}
