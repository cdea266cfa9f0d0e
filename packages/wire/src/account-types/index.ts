/**
 * Account types, one record each. The schemas of linked and of imported accounts, the fields of proofs and the
 * entries of identity tokens are derived from these records. A new type is its file and its line in `list.ts`, which
 * also has the facts of each login method.
 */
export * from './accounts.ts';
export { type AccountTypeRecord, given } from './accountType.ts';
export { givenEmail } from './email.ts';
export { givenPhone } from './phone.ts';
