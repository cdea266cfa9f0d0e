import * as v from 'valibot';
import { seconds } from '../fields.ts';
import type { MethodAccountType } from '../methodFacts.ts';
import type { OutputOf } from '../schema.ts';
import type { AccountTypeRecord } from './accountType.ts';
import { ownAccountTypes } from './list.ts';
import { oauthAccountTypes } from './oauth.ts';

/** Record of each account type. A method whose account type has no record does not compile. */
export const accountTypes = Object.assign({}, ownAccountTypes, oauthAccountTypes) satisfies Record<
  MethodAccountType,
  AccountTypeRecord
>;
export type AccountTypes = typeof accountTypes;

const times = () => ({
  verified_at: seconds(),
  first_verified_at: v.nullable(seconds()),
  latest_verified_at: v.nullable(seconds()),
});

/** Schemas of a part of each account type, with its `type`. A type whose part is null has none. */
type SchemaOf<Part extends 'account' | 'imported', More> = {
  [Type in keyof AccountTypes]: AccountTypes[Type][Part] extends (() => infer Entries extends v.ObjectEntries)
    ? v.ObjectSchema<{ type: v.LiteralSchema<Type, undefined> } & Entries & More, undefined>
    : never;
}[keyof AccountTypes];

function schemasOf<Part extends 'account' | 'imported', More extends v.ObjectEntries>(
  part: Part,
  more: More,
): SchemaOf<Part, More>[] {
  return Object.entries(accountTypes).flatMap(([type, record]) => {
    const entries: (() => v.ObjectEntries) | null = record[part];
    return entries ? [v.object({ type: v.literal(type), ...entries(), ...more })] : [];
  }) as unknown as SchemaOf<Part, More>[];
}

/** Linked account of any type (docs/wire/protocol.md §3.2). Guests have no entry; the user has `is_guest` instead. */
export const linkedAccountSchema = () => v.variant('type', schemasOf('account', times()));

export type WireAccount = OutputOf<typeof linkedAccountSchema>;

/** Account that a back end imports. It was proved elsewhere; embedded wallets cannot be imported. */
export const importedAccountSchema = () => v.variant('type', schemasOf('imported', {}));
export type ImportedAccount = OutputOf<typeof importedAccountSchema>;
