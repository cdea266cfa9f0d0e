import { toChecksumAddress } from '@latchkey/frame/readable';
import { toHex } from '../../hex.ts';
import { type Read, toBigInt } from '../../nodes/index.ts';
import type { BalanceChange } from '../transaction.ts';

/** Transfer(address,address,uint256), of ERC-20 and ERC-721. */
const transfer = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
/** TransferSingle(address,address,address,uint256,uint256), of ERC-1155. */
const transferSingle = '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62';
/** TransferBatch(address,address,address,uint256[],uint256[]), of ERC-1155. */
const transferBatch = '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb';
/** Token address in the logs with which `eth_simulateV1` reports transfers of the chain's own coin. */
const nativeCoin = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee';

/** Fields of a transaction that the simulation needs, besides the sender. */
export interface SimulatedCall {
  readonly to: string | null;
  readonly value: bigint;
  readonly data: string;
}

/** Creates the read that simulates calls in order and returns the sender's balance changes (`eth_simulateV1`). */
export function simulation(from: string, asked: readonly SimulatedCall[]): Read<BalanceChange[]> {
  return { ...simulate(from, asked), read: (result) => readChanges(result, from) };
}

/**
 * Like {@link simulation}, for calls that another party chose.
 *
 * @returns also `isApproving`: true if a log of the last call reports that another account may move the sender's
 *   tokens
 */
export function strictSimulation(
  from: string,
  asked: readonly SimulatedCall[],
): Read<{ readonly changes: readonly BalanceChange[] | null; readonly isApproving: boolean }> {
  return {
    ...simulate(from, asked),
    read: (result) => ({
      changes: readChanges(result, from),
      isApproving: callsOf(result)
        .slice(-1)
        .some(({ logs }) => logs.some((log) => isApproval(log, from))),
    }),
  };
}

function simulate(from: string, asked: readonly SimulatedCall[]) {
  const calls = asked.map(({ to, value, data }) => ({
    from,
    ...(to === null ? {} : { to }),
    value: toHex(value),
    input: data,
  }));
  const blocks = { blockStateCalls: [{ calls }], traceTransfers: true, validation: false };
  return { method: 'eth_simulateV1', params: [blocks, 'latest'] };
}

interface Log {
  readonly address: string;
  readonly topics: readonly string[];
  readonly data: string;
}

interface Call {
  readonly status: string;
  readonly logs: readonly Log[];
}

const callsOf = (result: unknown) =>
  (result as readonly { readonly calls: readonly Call[] }[])[0]?.calls ?? [];

/** @returns null if a call failed or the answer has no calls, because the changes are unknown then */
function readChanges(result: unknown, wallet: string): BalanceChange[] | null {
  const calls = callsOf(result);
  if (calls.length === 0 || calls.some(({ status }) => toBigInt(status) !== 1n)) return null;
  const changes = new Map<string, BalanceChange>();
  for (const { address, from, to, id, amount } of calls.flatMap(({ logs }) => logs.flatMap(readTransfers))) {
    const token = address.toLowerCase() === nativeCoin ? null : toChecksumAddress(address);
    const key = `${token} ${id}`;
    const sign = (to === wallet.toLowerCase() ? 1n : 0n) - (from === wallet.toLowerCase() ? 1n : 0n);
    const known = changes.get(key)?.amount ?? 0n;
    if (sign !== 0n) changes.set(key, { token, id, amount: known + sign * amount });
  }
  return [...changes.values()].filter(({ amount }) => amount !== 0n);
}

interface Moved {
  readonly address: string;
  readonly from: string;
  readonly to: string;
  readonly id: bigint | null;
  readonly amount: bigint;
}

function readTransfers({ address, topics, data }: Log): Moved[] {
  const [kind, first = '', second = '', third = ''] = topics;
  const words = (data.slice(2).match(/.{64}/g) ?? []).map((word) => BigInt(`0x${word}`));
  if (kind === transfer) {
    const id = topics.length === 4 ? BigInt(third) : null;
    const amount = id === null ? (words[0] ?? 0n) : 1n;
    return [{ address, from: toAddress(first), to: toAddress(second), id, amount }];
  }
  const between = { address, from: toAddress(second), to: toAddress(third) };
  if (kind === transferSingle) return [{ ...between, id: words[0] ?? 0n, amount: words[1] ?? 0n }];
  if (kind !== transferBatch) return [];
  const ids = listAt(words, 0);
  return listAt(words, 1).map((amount, index) => ({ ...between, id: ids[index] ?? 0n, amount }));
}

/** Approval(address,address,uint256), of ERC-20 and ERC-721. */
const approval = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925';
/** ApprovalForAll(address,address,bool), of ERC-721 and ERC-1155. */
const approvalForAll = '0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31';

/** Events of Permit2 after which a spender may use the allowance that the owner gave to Permit2. */
const handouts = [
  '0xda9fa7c1b00402c17d0161b249b1ab8bbec047c5a52207b9c112deffd817036b', // Approval(address,address,address,uint160,uint48)
  '0xc6a377bfc4eb120024a8ac08eef205be16b817020812c73223e81d1bdb9708ec', // Permit(address,address,address,uint160,uint48,uint48)
];
/** AuthorizedOperator(address,address), of ERC-777. The holder is the second address. */
const authorizedOperator = '0xf4caeb2d6ca8932a215a353d0703c326ec2d81fc68170f320eb2ab49e9df61f9';

/**
 * Returns true if a log reports that another account may move the wallet's tokens. Ignores an approval of zero, which a
 * token also emits when an allowance is used up.
 */
function isApproval(
  { topics: [kind = '', owner = '', spender = '', id], data }: Log,
  wallet: string,
): boolean {
  if (kind === authorizedOperator) return toAddress(spender) === wallet.toLowerCase();
  if (toAddress(owner) !== wallet.toLowerCase()) return false;
  if (handouts.includes(kind)) return BigInt(data.slice(0, 66)) !== 0n;
  if (kind === approval && id !== undefined) return BigInt(spender) !== 0n;
  return (kind === approval || kind === approvalForAll) && BigInt(data) !== 0n;
}

/** Reads an ABI-encoded list of numbers. The word at `index` contains its offset in bytes. */
function listAt(words: readonly bigint[], index: number): readonly bigint[] {
  const start = Number(words[index] ?? 0n) / 32;
  return words.slice(start + 1, start + 1 + Number(words[start] ?? 0n));
}

const toAddress = (topic: string) => `0x${topic.slice(-40)}`.toLowerCase();
