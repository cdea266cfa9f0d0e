import type { Chain } from '../../config/index.ts';
import { toHex } from '../../hex.ts';
import { type Read, toBigInt, toNumber } from '../../nodes/index.ts';
import { readAction } from '../request/toCheckedTransaction.ts';
import { hasLayer1Fee, toLayer1Call } from './opStack.ts';
import type { PrepareInput } from './prepare.ts';
import { simulation } from './simulation.ts';
import { type CodeReads, codeReads, tokenReads } from './tokenReads.ts';

/** Creates the reads for a transaction. None depends on another's answer, so all run in one round. */
export function chainReads(chain: Chain, { request, retryOf, isForReview }: PrepareInput) {
  const { from, to, value, data, accessList } = request;
  const read = <T>(method: string, params: readonly unknown[], toValue: (result: unknown) => T | null) => ({
    method,
    params,
    read: toValue,
  });
  // The call has no fees, because a node that gets fees may report only that the balance is too low.
  const recipient = to === null ? {} : { to };
  const call = { from, ...recipient, value: toHex(value), data, ...(accessList && { accessList }) };
  const action = readAction(request);
  const reads = {
    chainId: read('eth_chainId', [], toNumber),
    nonce: read('eth_getTransactionCount', [from, 'pending'], toNumber),
    balance: read('eth_getBalance', [from, 'latest'], toBigInt),
    gas: read('eth_estimateGas', [call], toBigInt),
    block: read('eth_getBlockByNumber', ['latest', false], toBaseFee),
    tip: read('eth_maxPriorityFeePerGas', [], toBigInt),
    gasPrice: read('eth_gasPrice', [], toBigInt),
    ...(isForReview && { simulation: simulation(request.from, [request]) }),
    ...(tokenReads(action) as Partial<Tokens>),
    ...codeReads(action),
    ...(hasLayer1Fee(chain) && {
      layer1: read('eth_call', [toLayer1Call(request), 'latest'], toBigInt),
    }),
    ...(retryOf && {
      earlier: read('eth_getTransactionByHash', [retryOf], (found) => found !== null),
      earlierReceipt: read('eth_getTransactionReceipt', [retryOf], toStatus),
    }),
  };
  return reads as typeof reads & CodeReads;
}

type Tokens = Record<'symbol', Read<string>> & Record<'decimals' | 'collection', Read<number>>;

const toBaseFee = (block: unknown) => toBigInt((block as { baseFeePerGas?: unknown } | null)?.baseFeePerGas);
const toStatus = (receipt: unknown) => toNumber((receipt as { status?: unknown } | null)?.status);
