/**
 * Account types, one record each. The schemas of linked and of imported accounts, the fields of proofs and the
 * identity token's entries are made of these records. A new type is its file and its line in `list.ts`.
 */
import type { MethodAccountType } from '../../methods/ids.ts';
import type { AccountTypeRecord } from './accountType.ts';
import * as own from './list.ts';
import { oauthAccountTypes } from './oauth.ts';

export type { AccountTypeRecord } from './accountType.ts';

/** The record of each account type. A method whose account type has no record does not compile. */
export const accountTypes = Object.assign({}, own, oauthAccountTypes) satisfies Record<
  MethodAccountType,
  AccountTypeRecord
>;
export type AccountTypes = typeof accountTypes;
