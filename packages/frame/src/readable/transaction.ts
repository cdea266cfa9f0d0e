import { fromHex } from '../bytes.ts';
import { decodeTransaction } from '../decode/decodeTransaction.ts';
import { toHex } from '../spellOut.ts';
import type { ContractFacts, ReadableTransaction, TransactionAction } from './action.ts';
import { readBatch } from './batchCalls.ts';
import { type Call, type CallContext, readTokenCall } from './tokenCalls.ts';

/** Limits of a batch, so that it does not keep the page busy. A batch beyond them is shown as an unknown call. */
const maxCalls = 256;
const maxDepth = 4;

/**
 * Reads the effect of a transaction, decoded as the frame decodes it to sign it.
 *
 * @param transaction as in the parameters of `eth_signTransaction`
 * @throws Refusal if the frame refuses to sign the transaction
 */
export function readTransaction(transaction: unknown, facts: ContractFacts = {}): ReadableTransaction {
  const decoded = decodeTransaction(transaction);
  const { chainId, to, value, gasLimit, gasPrice, maxFeePerGas } = decoded;
  const data = fromHex(decoded.data) ?? new Uint8Array();
  const action: TransactionAction =
    to === null
      ? { kind: 'creation', bytes: data.length }
      : readCall({ to, sender: null, value, data }, { chainId, facts });
  return { transaction: decoded, action, value, maxFee: gasLimit * (maxFeePerGas ?? gasPrice ?? 0n) };
}

function readCall(call: Call, place: CallContext): TransactionAction {
  const count = { left: maxCalls };
  const action = readKnown(call, place, count, 0);
  // A batch that was read only in part would hide some of its effects.
  return count.left < 0 ? toUnknown(call) : action;
}

function readKnown(
  call: Call,
  place: CallContext,
  count: { left: number },
  depth: number,
): TransactionAction {
  const { to, value, data } = call;
  if (data.length === 0 && (depth === 0 || value > 0n)) return { kind: 'transfer', to, value };
  const selector = selectorOf(data);
  if (selector === null) return toUnknown(call);
  const action = readTokenCall(call, selector, place);
  if (action) return action;
  const calls = depth < maxDepth ? readBatch(call, selector) : null;
  count.left -= calls?.length ?? 0;
  if (calls === null || count.left < 0) return toUnknown(call);
  const actions = calls.map((inner) => readKnown(inner, place, count, depth + 1));
  return { kind: 'batch', contract: to, actions };
}

/** Returns a call without an interpretation: it claims nothing that may be wrong. */
function toUnknown({ to, value, data }: Call): TransactionAction {
  return { kind: 'call', to, selector: selectorOf(data), data: toHex(data), value };
}

const selectorOf = (data: Uint8Array) => (data.length < 4 ? null : toHex(data.subarray(0, 4)));
