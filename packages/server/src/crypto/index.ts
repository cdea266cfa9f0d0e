/**
 * Hashes, random ids, comparison of secrets, tokens that only this service reads, and the sealing of secrets at
 * rest. Owns tables `data_keys` and `recovery_data_keys`. Uses only `db`; modules that keep secrets use it. The
 * cryptography is that of node:crypto, except Keccak (noble) and the signatures of requests to AWS (aws4fetch).
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
