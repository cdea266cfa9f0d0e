/**
 * Turns a signature request into readable facts. Has no key, DOM or network access: the frame's approval page shows
 * the facts, and host pages use the same code as `@latchkey/frame/readable`, so that both read a request alike.
 * `networks.ts` has the names and coins of known chains.
 */

export { fromBase58, isSolanaAddress, toBase58 } from '../decode/base58.ts';
export { toChecksumAddress } from '../decode/checksum.ts';
export type { AccessListEntry, Transaction } from '../decode/decodeTransaction.ts';
export { decodeTransaction } from '../decode/decodeTransaction.ts';
export { readDomainChain } from '../decode/domainChain.ts';
export { readFarcasterMessage } from '../farcaster/farcasterMessage.ts';
export {
  type FarcasterRequest,
  readFarcasterRequest,
  toFarcasterHash,
} from '../farcaster/farcasterRequest.ts';
export { spellOut, toHex } from '../spellOut.ts';
export type { ContractFacts, ReadableTransaction, TransactionAction } from './action.ts';
export { readableMessage } from './message.ts';
export { findNetwork, type Network } from './networks.ts';
export type { ReadableField, ReadablePart, ReadableValue } from './parts.ts';
export { readPermit } from './permit.ts';
export { isAddress, type ReadableRequest, readRequest } from './request.ts';
export { isTransactionOf, readSolanaMessage, type SolanaMessage } from './solanaMessage.ts';
export { readInstructions } from './solanaPrograms.ts';
export { readSolanaTransaction, type SolanaTransaction, toTransactionId } from './solanaTransaction.ts';
export { readTransaction } from './transaction.ts';
export { toTransactionHash } from './transactionHash.ts';
export { readTypedData } from './typedData.ts';
export {
  findActionWarnings,
  findWarnings,
  type TransactionWarning,
  type WarningFacts,
} from './warnings.ts';
