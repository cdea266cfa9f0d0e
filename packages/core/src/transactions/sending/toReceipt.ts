import { toHex } from '../../hex.ts';
import { toBigInt, toNumber } from '../../nodes/index.ts';
import type { Hex, TransactionLog, TransactionReceipt } from '../transaction.ts';

type Fields = Partial<Record<string, unknown>>;

/** Reads a node's receipt (TX-08). Returns null if there is none yet, or it is malformed. */
export function toReceipt(value: unknown): TransactionReceipt | null {
  if (typeof value !== 'object' || value === null) return null;
  const fields = value as Fields;
  const status = toNumber(fields.status);
  const blockNumber = toNumber(fields.blockNumber);
  if (status === null || blockNumber === null || typeof fields.transactionHash !== 'string') return null;
  return {
    transactionHash: fields.transactionHash as Hex,
    transactionIndex: toNumber(fields.transactionIndex) ?? 0,
    blockHash: String(fields.blockHash) as Hex,
    blockNumber,
    from: String(fields.from),
    to: toText(fields.to),
    contractAddress: toText(fields.contractAddress),
    gasUsed: toQuantity(fields.gasUsed),
    cumulativeGasUsed: toQuantity(fields.cumulativeGasUsed),
    effectiveGasPrice: toQuantity(fields.effectiveGasPrice),
    status,
    type: toNumber(fields.type) ?? 0,
    logs: Array.isArray(fields.logs) ? fields.logs.map((log: Fields) => toLog(log)) : [],
    logsBloom: String(fields.logsBloom ?? '0x'),
  };
}

function toLog(log: Fields): TransactionLog {
  return {
    address: String(log.address),
    topics: Array.isArray(log.topics) ? log.topics.map(String) : [],
    data: String(log.data),
    blockNumber: toNumber(log.blockNumber) ?? 0,
    blockHash: String(log.blockHash),
    transactionHash: String(log.transactionHash),
    transactionIndex: toNumber(log.transactionIndex) ?? 0,
    logIndex: toNumber(log.logIndex) ?? 0,
    removed: log.removed === true,
  };
}

const toText = (value: unknown) => (typeof value === 'string' ? value : null);
const toQuantity = (value: unknown) => toHex(toBigInt(value) ?? 0n);
