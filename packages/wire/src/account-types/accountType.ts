import * as v from 'valibot';

/** Facts of an account type. */
export interface AccountTypeRecord {
  /** Fields of such an account besides its type and times; null for a type that users are never sent. */
  readonly account: (() => v.ObjectEntries) | null;
  /** Fields that a back end may import; null for a type that must be proved here. */
  readonly imported: (() => v.ObjectEntries) | null;
  /** Field that identifies it. */
  readonly subject: string;
  /** Fields by which its owner knows it, the best one first; if it has none of them, its subject. */
  readonly names: readonly string[];
  /** Fields that an identity token keeps (docs/wire/protocol.md §3.3). */
  readonly compact: readonly string[];
  /** Fields of bodies that name such an account or prove it: no body has those of two types. */
  readonly proof: readonly string[];
}

type FieldOf<Type> = Type extends { readonly account: () => infer Entries } ? keyof Entries : never;

/** Declares an account type: its subject, names and compact fields must be fields of the account. */
/* @__NO_SIDE_EFFECTS__ */
export function accountTypeRecord<
  const Type extends AccountTypeRecord & {
    readonly subject: FieldOf<Type>;
    readonly names: readonly FieldOf<Type>[];
    readonly compact: readonly FieldOf<Type>[];
  },
>(type: Type): Type {
  return type;
}

/** A text of an account. */
export const text = () => v.string();
/** A text that not every account has. */
export const maybe = () => v.nullish(v.string());

/** A text of an account that a back end imports. */
export const given = (max = 320) => v.pipe(v.string(), v.minLength(1), v.maxLength(max));
export const givenMaybe = () => v.nullish(given());
/** A text that no one looks up by. The others are indexed, and an entry of an index has at most 2,704 bytes. */
export const givenLong = () => v.nullish(given(1000));
