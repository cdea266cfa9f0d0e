import * as v from 'valibot';
import { type AccountTypeRecord, accountTypes } from '../account-types/index.ts';

/** Field that must be absent, because a body has only one proof. Some clients send `null` for absent fields. */
const absent = () => v.optional(v.null_('A body holds one proof: leave this field out'));

/** Signed JWT (RFC 7519): three parts, no encryption. */
export const signedJwt = /^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$/;

/**
 * Fields that name or prove a user, of all account types. `token` counts as a custom token only if it looks like one,
 * because some clients send the captcha token under this name.
 */
const proofFields = (): v.ObjectEntries => ({
  ...Object.fromEntries(
    Object.values<AccountTypeRecord>(accountTypes)
      .flatMap(({ proof }) => proof)
      .map((name) => [name, absent()]),
  ),
  token: v.optional(
    v.nullable(
      v.pipe(
        v.unknown(),
        v.check(
          (given) => typeof given !== 'string' || !(given.startsWith('eyJ') && signedJwt.test(given)),
          'A body holds one proof: leave this field out',
        ),
      ),
    ),
  ),
});

/**
 * Creates the schema of a body that proves a user with the fields of one method. An attacker could otherwise send two
 * proofs, of which one is verified and the other trusted. So fields of other methods are refused, even if nothing
 * reads them.
 */
export function proofBody<Entries extends v.ObjectEntries>(
  entries: Entries,
): v.ObjectSchema<Entries, undefined> {
  const foreign = Object.entries(proofFields()).filter(([name]) => !Object.hasOwn(entries, name));
  return v.object({ ...entries, ...Object.fromEntries(foreign) });
}
