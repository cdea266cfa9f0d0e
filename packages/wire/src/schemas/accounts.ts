import * as v from 'valibot';
import { type AccountTypes, accountTypes } from './account-types/index.ts';

export { type AccountTypeRecord, accountTypes } from './account-types/index.ts';

/** Unix seconds, as the wire carries times. */
export const seconds = () => v.pipe(v.number(), v.integer());

const times = {
  verified_at: seconds(),
  first_verified_at: v.nullable(seconds()),
  latest_verified_at: v.nullable(seconds()),
};

/** The schemas of one part of each kind, with its type; of a kind that has no such part none. */
type SchemaOf<Part extends 'account' | 'imported', More> = {
  [Type in keyof AccountTypes]: AccountTypes[Type][Part] extends v.ObjectEntries
    ? v.ObjectSchema<{ type: v.LiteralSchema<Type, undefined> } & AccountTypes[Type][Part] & More, undefined>
    : never;
}[keyof AccountTypes];

function schemasOf<Part extends 'account' | 'imported', More extends v.ObjectEntries>(
  part: Part,
  more: More,
): SchemaOf<Part, More>[] {
  return Object.entries(accountTypes).flatMap(([type, kind]) => {
    const entries: v.ObjectEntries | null = kind[part];
    return entries ? [v.object({ type: v.literal(type), ...entries, ...more })] : [];
  }) as unknown as SchemaOf<Part, More>[];
}

/** A linked account of any type (docs/wire/protocol.md §3.2). A guest has no entry: the wire says `is_guest`. */
export const linkedAccountSchema = v.variant('type', schemasOf('account', times));

export type WireAccount = v.InferOutput<typeof linkedAccountSchema>;

/** An account that a back end brings along. What it says was proved elsewhere; embedded wallets cannot be brought. */
export const importedAccountSchema = v.variant('type', schemasOf('imported', {}));
export type ImportedAccount = v.InferOutput<typeof importedAccountSchema>;
