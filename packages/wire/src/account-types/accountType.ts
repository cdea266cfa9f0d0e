import * as v from 'valibot';

/** Facts of an account type. */
export interface AccountTypeRecord {
  /** Fields of such an account besides its type and times; null for a type that is not among a user's accounts. */
  readonly account: (() => v.ObjectEntries) | null;
  /** Fields that a back end may import; null for a type that must be proved here. */
  readonly imported: (() => v.ObjectEntries) | null;
  /** Field that identifies the account. */
  readonly subject: string;
  /** Fields by which users know the account, the best one first. An account with none of them is known by its subject. */
  readonly names: readonly string[];
  /** Fields that an identity token keeps (docs/wire/protocol.md §3.3). */
  readonly compact: readonly string[];
  /**
   * Fields of request bodies that name or prove such an account. `proofBody` refuses each of them in the body of a
   * method that does not use it.
   */
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

/** Required text of an account. */
export const text = () => v.string();
/** Optional text of an account. */
export const maybe = () => v.nullish(v.string());

/** Required text of an account that a back end imports. */
export const given = (max = 320) => v.pipe(v.string(), v.minLength(1), v.maxLength(max));
export const givenMaybe = () => v.nullish(given());
/** Text for fields without an index, because PostgreSQL refuses index entries of more than 2,704 bytes. */
export const givenLong = () => v.nullish(given(1000));
