import * as v from 'valibot';

/** Schemas of a PKCE challenge (SHA-256) and of its verifier (RFC 7636 §4.1, §4.2). */
export const codeChallenge = () =>
  v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{43}$/, 'must be a SHA-256 in base64url'));
export const codeVerifier = () =>
  v.pipe(v.string(), v.regex(/^[A-Za-z0-9._~-]{43,128}$/, 'must be a code verifier (RFC 7636)'));
/** Client's own state, which identifies its flow when the user returns. */
export const stateCode = () =>
  v.pipe(v.string(), v.regex(/^[A-Za-z0-9._~-]{16,128}$/, 'must be 16 to 128 characters'));
