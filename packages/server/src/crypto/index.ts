/**
 * The crypto room: hashes, random ids, constant-time comparison, and what is sealed at rest. Owns the tables of data
 * keys. Only node:crypto below it. Every room that keeps a secret asks it; it asks the database alone.
 */
export { deriveKey, isEqual, keyedHash, sha256 } from './hash.ts';
export { localKek } from './kek.ts';
export { nodeRandom, randomId } from './random.ts';
export { createSealing, type Sealing } from './sealing.ts';
export { openUnderToken, sealUnderToken } from './tokenSeal.ts';
