/**
 * Key-encryption keys: one interface over the environment, a development file and AWS KMS; the keyring of a store;
 * and the replacement of a KEK while the service runs.
 */
export type { AwsSettings } from './awsCredentials.ts';
export { fileKek } from './fileKek.ts';
export type { KekSource, SealingStore } from './kek.ts';
export type { Keyring } from './keyring.ts';
export { isSameKek, openKeyring, readKekSource } from './openKeyring.ts';
export { createKekReplacing, type KekStatus } from './replaceKek.ts';
