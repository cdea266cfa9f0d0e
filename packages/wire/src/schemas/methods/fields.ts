import * as v from 'valibot';
import { readTypedNumber } from '../../methods/phone-number.ts';

/**
 * A number with its calling code, in any writing: published clients send `+1 (201) 555-0123`. Whether it exists in its
 * country is asked later, where the numbering plans are (E.164: at most 15 digits). It stays as it was sent, because a wallet
 * may have signed it.
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

/** Bytes as base64url without padding; at most as many characters. */
export const bytes = (max: number) =>
  v.pipe(v.string(), v.maxLength(max), v.regex(/^[A-Za-z0-9_-]+$/, 'must be base64url'));

/** A credential's id: at most 1,023 bytes (WebAuthn §5.1.3 step 19 of create). */
export const credentialId = () => bytes(1364);

/** The page for which the ceremony is. Read only where no browser says it by its Origin header. */
export const relyingParty = () => v.optional(v.nullable(v.pipe(v.string(), v.maxLength(253))));
