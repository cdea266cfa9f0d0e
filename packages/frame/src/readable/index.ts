/**
 * Turns a signature request into readable facts. No key, no DOM, no network: the frame's approval page shows them, and
 * host pages take the same code as `@latchkey/frame/readable`, so that both read a request in one way. `networks.ts` has
 * the names and coins of known chains.
 */

export { readFarcasterMessage } from '../farcaster/farcasterMessage.ts';
export {
  type FarcasterRequest,
  readFarcasterRequest,
  toFarcasterHash,
} from '../farcaster/farcasterRequest.ts';
export { fromBase58, isSolanaAddress, toBase58 } from '../sign/base58.ts';
export { toChecksumAddress } from '../sign/checksum.ts';
export type { AccessListEntry, Transaction } from '../sign/decodeTransaction.ts';
export { decodeTransaction } from '../sign/decodeTransaction.ts';
export { readDomainChain } from '../sign/domainChain.ts';
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
