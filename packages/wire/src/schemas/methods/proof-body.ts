import * as v from 'valibot';
import { readTypedCode } from '../../typed.ts';
import { type AccountTypeRecord, accountTypes } from '../account-types/index.ts';

/** One proof alone may stand in a body; `null` is how some clients leave a field out. */
const absent = () => v.optional(v.null_('A body holds one proof: leave this field out'));

/** A signed JWT (RFC 7519): three parts, no encryption. */
export const signedJwt = /^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$/;

/**
 * The fields that name or prove someone, of all kinds of accounts. `token` is a custom token's only if it looks like one:
 * some clients call that of a captcha the same.
 */
const proofFields: v.ObjectEntries = {
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
};

/**
 * A body that proves someone, by the fields of one method. With those of another one it is refused, also where nothing
 * reads them: of two proofs one could be checked and the other believed.
 */
export function proofBody<Entries extends v.ObjectEntries>(
  entries: Entries,
): v.ObjectSchema<Entries, undefined> {
  const foreign = Object.entries(proofFields).filter(([name]) => !Object.hasOwn(entries, name));
  return v.object({ ...entries, ...Object.fromEntries(foreign) });
}

/** A code as it was typed: six digits of any script, without what people put around and between them (CODE-08, CODE-09). */
export const code = () =>
  v.pipe(
    v.string(),
    v.maxLength(32),
    v.transform(readTypedCode),
    v.regex(/^[0-9]{6}$/, 'The code must be 6 digits'),
  );

/** What a transfer is offered by (wire §1.4): 43 characters of base64url. */
export const transferNonce = () => v.pipe(v.string(), v.minLength(1), v.maxLength(128));
