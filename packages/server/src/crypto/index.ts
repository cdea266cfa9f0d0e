/**
 * Hashes, random ids, constant-time comparison, tokens that only this service reads, and the sealing of secrets at rest.
 * Owns the tables of data keys.
 * Depends on node:crypto and noble's Keccak alone. Used by every module that keeps a secret. Uses the database alone.
 */
export { toChecksumAddress, toSolanaPublicKey } from './address.ts';
export { deriveKey, isEqual, keyedHash, sha256, stretch } from './hash.ts';
export { createHs256Key, type Hs256Key, signHs256, verifyHs256 } from './hs256.ts';
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
