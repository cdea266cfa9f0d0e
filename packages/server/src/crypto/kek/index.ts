/**
 * Key-encryption keys: one interface over the environment, a file of development and AWS KMS, the keyring of a store,
 * and the replacing of a KEK while the service runs. The sealing asks it; it asks the table of data keys.
 */
export type { AwsSettings } from './awsCredentials.ts';
export { fileKek } from './fileKek.ts';
export type { KekSource, SealingStore } from './kek.ts';
export type { Keyring } from './keyring.ts';
export { isSameKek, openKeyring, readKekSource } from './openKeyring.ts';
export { createKekReplacing, type KekStatus } from './replaceKek.ts';
