import * as v from 'valibot';
import { readTypedNumber } from './phone-number.ts';
import { readTypedCode } from './typed.ts';

/** Text in base64url without padding, with `min` to `max` characters. */
export const base64url = (min: number, max: number) =>
  v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]*$/, 'must be base64url'), v.minLength(min), v.maxLength(max));

/** Bytes as base64url without padding, with at most `max` characters. */
export const bytes = (max: number) =>
  v.pipe(v.string(), v.maxLength(max), v.regex(/^[A-Za-z0-9_-]+$/, 'must be base64url'));

/** Code as the user typed it: six digits of any script. Spaces and dashes are dropped (CODE-08, CODE-09). */
export const code = () =>
  v.pipe(
    v.string(),
    v.maxLength(32),
    v.transform(readTypedCode),
    v.regex(/^[0-9]{6}$/, 'The code must be 6 digits'),
  );

/** Id of a credential: at most 1,023 bytes (WebAuthn). */
export const credentialId = () => bytes(1364);

/** Origin of the host page, which a custody call's proof names too. The service checks it against the app's current list. */
export const parentOrigin = () => v.pipe(v.string(), v.maxLength(253));

/**
 * Phone number with its calling code, in any notation: published clients send `+1 (201) 555-0123`. The service checks
 * later if the number exists in its country (E.164: at most 15 digits). Only white space around it is removed, because
 * a wallet may have signed the number as it was sent.
 */
export const phoneNumber = () =>
  v.pipe(
    v.string(),
    v.maxLength(64),
    v.trim(),
    v.check(
      (text) => readTypedNumber(text) !== null,
      'The phone number must be + and its calling code, with 6 to 15 digits in all',
    ),
  );

/** URL of the page on which a passkey is used, from callers without an Origin header, such as native apps. */
export const relyingParty = () => v.optional(v.nullable(v.pipe(v.string(), v.maxLength(253))));

/**
 * Random id of a request for a code, made by the client. If the client sends the request again, because the answer
 * was lost, it gets the first answer again. Published clients send no id.
 */
export const requestId = () => v.optional(v.nullable(base64url(22, 64)));

/** Unix seconds, the wire's usual format of times. */
export const seconds = () => v.pipe(v.number(), v.integer());
