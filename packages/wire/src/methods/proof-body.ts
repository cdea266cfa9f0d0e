import * as v from 'valibot';
import { type AccountTypeRecord, accountTypes } from '../account-types/index.ts';

/** One proof alone may stand in a body; `null` is how some clients leave a field out. */
const absent = () => v.optional(v.null_('A body holds one proof: leave this field out'));

/** A signed JWT (RFC 7519): three parts, no encryption. */
export const signedJwt = /^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$/;

/**
 * Fields that name or prove someone, of all account types. `token` is a custom token only if it looks like one: some
 * clients send the captcha token under this name.
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
 * A body that proves someone, by the fields of one method. With those of another one it is refused, also where nothing
 * reads them: of two proofs one could be checked and the other believed.
 */
export function proofBody<Entries extends v.ObjectEntries>(
  entries: Entries,
): v.ObjectSchema<Entries, undefined> {
  const foreign = Object.entries(proofFields()).filter(([name]) => !Object.hasOwn(entries, name));
  return v.object({ ...entries, ...Object.fromEntries(foreign) });
}
