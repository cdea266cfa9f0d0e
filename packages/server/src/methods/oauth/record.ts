import type { ErrorCode } from '@latchkey/wire';
import type { JWTPayload } from 'jose';

/** Where a provider's parts are, by their real addresses. */
export interface Endpoints {
  readonly authorize: string;
  readonly token: string;
  /**
   * Who signs the provider's id tokens and where their public keys are; null for one that gives none. `legacyIssuer` is
   * another name that it is documented to sign with.
   */
  readonly identity: {
    readonly issuer: string;
    readonly legacyIssuer?: string;
    readonly keySet: string;
  } | null;
  /** Where a provider of OpenID Connect tells of the person what its id token does not (Core 1.0 §5.3). */
  readonly userinfo?: string;
  /** Whether every answer of its page names the issuer (RFC 9207 §2.3); one that names another is refused in any case. */
  readonly namesIssuer?: boolean;
}

/** How a client proves itself where codes are traded (RFC 6749 §2.3.1); `signed`: by a token of its own (Apple). */
export type ClientProof = 'basic' | 'form' | 'signed';

/** What a provider answered for a code. */
export interface Granted {
  readonly accessToken: string;
  /** The token reply as it came. */
  readonly reply: Readonly<Record<string, unknown>>;
  /** What the id token says, verified; empty for a provider that gives none. */
  readonly claims: JWTPayload;
  /** Asks the provider something in the person's name: JSON, an object or a list. */
  request(url: string): Promise<unknown>;
}

/** Who someone is at a provider. */
export interface ProviderAccount {
  /** The provider's own id of the person, which never changes and is never given to another: the account's key (S36). */
  readonly subject: string;
  /**
   * Fields of the account on the wire. One that the provider says is empty is null; one that it does not speak of is left
   * out and stays as it was. An e-mail address is there only when the provider says that it is verified.
   */
  readonly details: Readonly<Record<string, string | null>>;
}

/** A provider of social login: all that differs between them. */
export interface ProviderRecord {
  /** As people know it. */
  readonly name: string;
  readonly endpoints: Endpoints;
  /** What is asked for: who the person is, and nothing else. */
  readonly scopes: readonly string[];
  /** @default a space (RFC 6749 §3.3) */
  readonly scopeSeparator?: ',';
  /** What the provider calls the client's id. @default client_id */
  readonly clientIdName?: 'client_key';
  readonly clientProof: ClientProof;
  /** Whether the provider takes PKCE with S256 (RFC 7636). */
  readonly usesPkce: boolean;
  /** Whether its id tokens carry the nonce (OpenID Connect Core §3.1.2.1). */
  readonly usesNonce: boolean;
  /** Whether it puts a fragment behind the address that it sends people back to, which a browser takes along from there. */
  readonly addsFragment?: true;
  /** Further parameters of its page. */
  readonly authorizeParameters?: Readonly<Record<string, string>>;
  /** The token reply as RFC 6749 §5.1 has it, from one that is wrapped. */
  readonly unwrap?: (json: unknown) => unknown;
  /** What a refusal means that speaks in numbers of the provider's own; null where it means nothing here. */
  readonly judge?: (json: unknown) => ErrorCode | null;
  readAccount(granted: Granted): Promise<ProviderAccount> | ProviderAccount;
}

/** Fields of an object that another user made. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}

/** A text of at most so many characters; null for anything else, or nothing. */
export function textOf(value: unknown, most = 2_048): string | null {
  return typeof value === 'string' && value !== '' && value.length <= most ? value : null;
}

/** An e-mail address that the provider says is verified: `true`, or `'true'` as Apple writes it. */
export function verifiedEmailOf(email: unknown, isVerified: unknown): string | null {
  const text = isVerified === true || isVerified === 'true' ? textOf(email) : null;
  return text !== null && text.length <= 320 ? text : null;
}

/** Reads an id, which some write as a number. Anything else names no one: empty. */
export function subjectOf(value: unknown): string {
  return typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : (textOf(value) ?? '');
}
