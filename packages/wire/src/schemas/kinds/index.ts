/**
 * Account types, one record each. The schemas of linked and of imported accounts, the fields of proofs and the
 * identity token's entries are made of these records. A new type is its file and its line in `list.ts`.
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
