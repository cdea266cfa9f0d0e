import * as v from 'valibot';
import { readTypedNumber } from './phone-number.ts';
import { readTypedCode } from './typed.ts';

/**
 * Fields of the custody routes, by which the wallet frame calls the service (docs/custody.md): all POST, no
 * CORS, same origin, each with a DPoP proof (RFC 9449) in the `DPoP` header and the session's token as
 * `Authorization: DPoP <token>`. Binary values are base64url without padding.
 */
export const base64url = (min: number, max: number) =>
  v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]*$/, 'must be base64url'), v.minLength(min), v.maxLength(max));

/** Bytes as base64url without padding; at most as many characters. */
export const bytes = (max: number) =>
  v.pipe(v.string(), v.maxLength(max), v.regex(/^[A-Za-z0-9_-]+$/, 'must be base64url'));

/** A code as it was typed: six digits of any script, without what people put around and between them (CODE-08, CODE-09). */
export const code = () =>
  v.pipe(
    v.string(),
    v.maxLength(32),
    v.transform(readTypedCode),
    v.regex(/^[0-9]{6}$/, 'The code must be 6 digits'),
  );

/** A credential's id: at most 1,023 bytes (WebAuthn §5.1.3 step 19 of create). */
export const credentialId = () => bytes(1364);

/** Origin of the host page, which every custody call signs. The service checks it against the app's current list. */
export const parentOrigin = () => v.pipe(v.string(), v.maxLength(253));

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

/** The page for which the ceremony is. Read only where no browser says it by its Origin header. */
export const relyingParty = () => v.optional(v.nullable(v.pipe(v.string(), v.maxLength(253))));

/**
 * An id of a request for a code, made at random by the client. A request that is sent again with the same id, because its
 * answer was lost, is answered as the first one was. Absent from published clients.
 */
export const requestId = () => v.optional(v.nullable(base64url(22, 64)));

/** Unix seconds, as the wire carries times. */
export const seconds = () => v.pipe(v.number(), v.integer());
