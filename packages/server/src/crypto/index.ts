/**
 * The crypto room: hashes, random ids, constant-time comparison, and what is sealed at rest. Owns the tables of data
 * keys. Only node:crypto below it, and noble's Keccak. Every room that keeps a secret asks it; it asks the database alone.
 */
export { toChecksumAddress, toSolanaPublicKey } from './address.ts';
export { deriveKey, isEqual, keyedHash, sha256, stretch } from './hash.ts';
export { isGuessable } from './isGuessable.ts';
export {
  type AwsSettings,
  fileKek,
  isSameKek,
  type KekSource,
  type KekStatus,
  openKeyring,
  readKekSource,
  type SealingStore,
} from './kek/index.ts';
export { nodeRandom, randomId } from './random.ts';
export { createSealing, type Sealing } from './sealing.ts';
export { deriveSuccessor, successorSaltLength } from './successor.ts';
