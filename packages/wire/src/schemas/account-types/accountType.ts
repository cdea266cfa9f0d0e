import * as v from 'valibot';

/** What the wire has of a kind of account. */
export interface AccountTypeRecord {
  /** What such an account says besides its type and times; null for one that users are never sent. */
  readonly account: v.ObjectEntries | null;
  /** What a back end may bring along; null for a kind that must be proved here. */
  readonly imported: v.ObjectEntries | null;
  /** The field that identifies it. */
  readonly subject: string;
  /** The fields by which its owner knows it, the best one first; where it has none of them, its subject. */
  readonly names: readonly string[];
  /** The fields that an identity token keeps of it (docs/wire/protocol.md §3.3). */
  readonly compact: readonly string[];
  /** The fields of bodies that name such an account or prove it: no body has those of two kinds. */
  readonly proof: readonly string[];
}

type FieldOf<Kind> = Kind extends { readonly account: infer Entries } ? keyof Entries : never;

/** Declares a kind of account, whose fields are those of its account. */
/* @__NO_SIDE_EFFECTS__ */
export function accountTypeRecord<
  const Kind extends AccountTypeRecord & {
    readonly subject: FieldOf<Kind>;
    readonly names: readonly FieldOf<Kind>[];
    readonly compact: readonly FieldOf<Kind>[];
  },
>(kind: Kind): Kind {
  return kind;
}

/** A field of an account. */
export const text = () => v.string();
/** One that not every account has. */
export const maybe = () => v.nullish(v.string());

/** The same of an account that a back end brings along. */
export const given = (max = 320) => v.pipe(v.string(), v.minLength(1), v.maxLength(max));
export const givenMaybe = () => v.nullish(given());
/** What no one looks up by. All else is indexed, and an entry of an index has at most 2,704 bytes. */
export const givenLong = () => v.nullish(given(1000));
