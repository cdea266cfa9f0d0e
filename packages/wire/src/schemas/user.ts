import * as v from 'valibot';
import * as limits from '../limits.ts';
import { mfaMethods } from '../user.ts';
import { linkedAccountSchema, seconds } from './accounts.ts';

/** Length as UTF-8; the wire knows no TextEncoder. */
function bytesOf(value: unknown): number {
  let bytes = 0;
  for (const character of JSON.stringify(value)) {
    const point = character.codePointAt(0) ?? 0;
    bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
  }
  return bytes;
}

/**
 * What a back end notes about a user: scalars by name. Small, because identity tokens carry it, and names without the
 * ones that mean something to JavaScript's objects (S56).
 */
export const customMetadataSchema = v.pipe(
  // A list would pass for a record with the names 0, 1, 2.
  v.custom<Record<string, string | number | boolean>>((value) => !Array.isArray(value), 'must be an object'),
  v.record(
    v.pipe(
      v.string(),
      v.regex(/^[A-Za-z0-9_.:-]{1,40}$/, 'names must be 1 to 40 letters, digits, _ . : or -'),
      v.check((name) => !(name in {}), 'holds a name that is reserved'),
    ),
    v.union(
      [v.string(), v.pipe(v.number(), v.finite()), v.boolean()],
      'values must be texts, numbers or booleans',
    ),
  ),
  v.check(
    (metadata) => Object.keys(metadata).length <= limits.metadataKeys,
    `must hold at most ${limits.metadataKeys} names`,
  ),
  v.check(
    (metadata) => bytesOf(metadata) <= limits.metadataBytes,
    `must be at most ${limits.metadataBytes} bytes as JSON`,
  ),
);
export type CustomMetadata = v.InferOutput<typeof customMetadataSchema>;

export const userSchema = v.object({
  id: v.pipe(v.string(), v.startsWith('did:privy:')),
  created_at: seconds(),
  linked_accounts: v.array(linkedAccountSchema),
  mfa_methods: v.array(v.object({ type: v.picklist(mfaMethods), verified_at: seconds() })),
  has_accepted_terms: v.boolean(),
  is_guest: v.boolean(),
  custom_metadata: v.optional(v.record(v.string(), v.union([v.string(), v.number(), v.boolean()]))),
});

/** A user as the wire carries it (docs/wire/protocol.md §3.2). */
export type WireUser = v.InferOutput<typeof userSchema>;
