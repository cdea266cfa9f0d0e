/**
 * The kinds of accounts: one record each, of which the schema of a linked account, that of an imported one, the fields of
 * proofs and the identity token's entries are made. A new kind is its file and its line in `list.ts`.
 */
import type { MethodAccountType } from '../../methods/ids.ts';
import type { AccountKind } from './kind.ts';
import * as own from './list.ts';
import { oauthKinds } from './oauth.ts';

export type { AccountKind } from './kind.ts';

/** What the wire has of each type of account. What a method proves without a record here does not compile. */
export const accountKinds = Object.assign({}, own, oauthKinds) satisfies Record<
  MethodAccountType,
  AccountKind
>;
export type AccountKinds = typeof accountKinds;
