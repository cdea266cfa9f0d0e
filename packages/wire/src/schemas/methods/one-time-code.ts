import * as v from 'valibot';

/** A code as it was typed: six digits once trimmed (CODE-08, CODE-09). */
export const code = () =>
  v.pipe(v.string(), v.maxLength(32), v.trim(), v.regex(/^[0-9]{6}$/, 'The code must be 6 digits'));

/** What a transfer is offered by (wire §1.4): 43 characters of base64url. */
export const transferNonce = () => v.pipe(v.string(), v.minLength(1), v.maxLength(128));
