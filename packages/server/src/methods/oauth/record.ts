import type { ErrorCode } from '@latchkey/wire';
import type { JWTPayload } from 'jose';

export interface Endpoints {
  readonly authorize: string;
  readonly token: string;
  /**
   * Issuer of the provider's id tokens and the address of its public keys; null if it issues none. `legacyIssuer` is
   * a second issuer that its documentation names.
   */
  readonly identity: {
    readonly issuer: string;
    readonly legacyIssuer?: string;
    readonly keySet: string;
  } | null;
  /** Address of the profile of an OpenID Connect provider, for claims that the id token lacks (Core 1.0 §5.3). */
  readonly userinfo?: string;
  /**
   * True if every response of its page names the issuer (RFC 9207 §2.3). Regardless of this, if `identity` is not
   * null, a response that names another issuer is refused.
   */
  readonly namesIssuer?: boolean;
}

/**
 * Way in which a client authenticates at the token endpoint (RFC 6749 §2.3.1). `signed` is a token that the client
 * signs (Apple).
 */
export type ClientProof = 'basic' | 'form' | 'signed';

export interface Granted {
  readonly accessToken: string;
  /** Fields of the token reply, after the provider's `unwrap`. */
  readonly reply: Readonly<Record<string, unknown>>;
  /** Claims of the verified id token; empty if the provider issues none. */
  readonly claims: JWTPayload;
  /** Requests JSON (an object or a list) from the provider, with the user's access token. */
  request(url: string): Promise<unknown>;
}

export interface ProviderAccount {
  /**
   * Provider's own id of the user and key of the account: an id that the provider does not change or reassign (S36).
   */
  readonly subject: string;
  /**
   * Fields of the account on the wire. A field without a value is null (Google's email address: empty); one that is
   * left out keeps its stored value.
   * An email address is set only if the provider says that it is verified.
   */
  readonly details: Readonly<Record<string, string | null>>;
}

export interface ProviderRecord {
  readonly name: string;
  readonly endpoints: Endpoints;
  readonly scopes: readonly string[];
  /** @default a space (RFC 6749 §3.3) */
  readonly scopeSeparator?: ',';
  /** Provider's name of the client id. @default client_id */
  readonly clientIdName?: 'client_key';
  readonly clientProof: ClientProof;
  /** True if the provider supports PKCE with S256 for web clients (RFC 7636). */
  readonly usesPkce: boolean;
  /** True if its id tokens contain the nonce (OpenID Connect Core §3.1.2.1). */
  readonly usesNonce: boolean;
  /**
   * True if it adds a fragment to the address that it sends users back to. Browsers keep the fragment across
   * redirects.
   */
  readonly addsFragment?: true;
  readonly authorizeParameters?: Readonly<Record<string, string>>;
  /** Returns the token reply of RFC 6749 §5.1 from a wrapped one. */
  readonly unwrap?: (json: unknown) => unknown;
  /** Returns our error code for an error number of the provider; null for any other. */
  readonly judge?: (json: unknown) => ErrorCode | null;
  readAccount(granted: Granted): Promise<ProviderAccount> | ProviderAccount;
}

/** Returns the fields of an object from an untrusted source, or none if it is no object. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}

/** Returns a non-empty text of at most `most` characters; null for anything else. */
export function textOf(value: unknown, most = 2_048): string | null {
  return typeof value === 'string' && value !== '' && value.length <= most ? value : null;
}

/** Returns an email address if the provider says that it is verified: `true`, or `'true'` as Apple writes it. */
export function verifiedEmailOf(email: unknown, isVerified: unknown): string | null {
  const text = isVerified === true || isVerified === 'true' ? textOf(email) : null;
  return text !== null && text.length <= 320 ? text : null;
}

/** Reads an id, which some providers send as a number. Returns an empty text for anything else. */
export function subjectOf(value: unknown): string {
  return typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : (textOf(value) ?? '');
}
