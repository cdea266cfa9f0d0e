import type { Person } from './people.ts';

export type ProviderId =
  | 'apple'
  | 'discord'
  | 'github'
  | 'google'
  | 'instagram'
  | 'linkedin'
  | 'spotify'
  | 'tiktok'
  | 'twitter';

/** Ending of a consent, by the button that the user clicks. All except `allow` are faulty or unhappy ones. */
export type Ending =
  | 'allow'
  | 'deny'
  | 'suspended'
  | 'rate-limit'
  | 'expired-code'
  | 'wrong-state'
  | 'wrong-audience'
  | 'wrong-issuer'
  | 'wrong-nonce'
  | 'wrong-key'
  | 'expired-id-token'
  | 'huge-profile'
  | 'down';

export interface EndpointResponse {
  readonly status: number;
  readonly body: object;
  readonly headers?: Record<string, string>;
}

export interface Account {
  readonly person: Person;
  /** Id of the user at the provider. */
  readonly subject: string;
  readonly scopes: readonly string[];
  /** True if the user consents for the first time. */
  readonly isFirst: boolean;
}

export interface AuthorizationRequest {
  readonly redirectUri: string;
  readonly scopes: readonly string[];
  readonly state: string | null;
  readonly nonce: string | null;
  readonly challenge: string | null;
  readonly challengeMethod: 'S256' | 'plain';
  readonly responseMode: 'query' | 'form_post';
}

export interface AuthorizeRules {
  /** Host and path, such as `accounts.google.com/o/oauth2/v2/auth`; several if the documentation has several. */
  readonly paths: readonly string[];
  /** @default 'client_id' */
  readonly clientParameter?: 'client_key';
  readonly scopes: readonly string[];
  /** Scopes that every request must contain. */
  readonly neededScopes: readonly string[];
  readonly scopeSeparator: RegExp;
  /** True if unknown scopes are ignored instead of refused. */
  readonly dropsUnknownScopes?: true;
  /** `ignored` if the documentation of the web server flow has no such parameters. */
  readonly pkce: 'required' | 'optional' | 'ignored';
  readonly challengeMethods: readonly ('S256' | 'plain')[];
  readonly needsState: boolean;
  /**
   * Channel for errors other than those of client, redirect URI and repeated parameters: an error page, or a redirect
   * to the client.
   */
  readonly tells: 'on-a-page' | 'by-redirect';
  /** Checks the provider's own further rules. Returns an error code, or null. */
  check?(query: URLSearchParams, scopes: readonly string[], userAgent: string): string | null;
  /** Parameters of the redirect if the user declines. */
  readonly denied: Readonly<Record<string, string>>;
  /** Parameters of the redirect in addition to `code` and `state`, unless the user declines. */
  granted?(asked: AuthorizationRequest, account: Account): Record<string, string>;
  /** Suffix of the redirect URL, after everything else, unless the user declines. */
  readonly suffix?: string;
}

export type TokenFault =
  | 'content-type'
  | 'client'
  | 'grant-type'
  | 'parameter'
  | 'code'
  | 'redirect'
  | 'verifier';

export interface TokenRules {
  readonly paths: readonly string[];
  readonly clientIn: readonly ('body' | 'basic')[];
  readonly takesMultipart?: true;
  /** Lifetime of a code in seconds; ten minutes if the documentation specifies none (RFC 6749 §4.1.2). */
  readonly codeLifeS: number;
  readonly tokenLifeS: number;
  readonly codePrefix: string;
  readonly tokenPrefix: string;
  readonly faults: Readonly<Record<TokenFault, EndpointResponse>>;
  /** Checks a client secret that is not a fixed string. */
  isSecret?(secret: string, now: number): Promise<boolean>;
  /** True if a verifier is refused when there was no challenge. */
  readonly refusesVerifier?: true;
  reply(granted: {
    accessToken: string;
    account: Account;
    idToken: string | null;
    accept: string;
  }): object | URLSearchParams;
}

export interface DataRequest {
  readonly account: Account;
  readonly query: URLSearchParams;
  readonly header: (name: string) => string | undefined;
}

export interface DataRules {
  /** Host and path. `:version` stands for a version in it. */
  readonly paths: readonly string[];
  readonly tokenIn: readonly ('bearer' | 'query')[];
  /** Scopes that the token must have. */
  readonly scopes: readonly string[];
  /** Response to a missing, unknown or expired token. */
  readonly unauthorized: EndpointResponse;
  /** Response to a token without the scopes. */
  readonly forbidden: EndpointResponse;
  /** Checks a request before its token. Returns an error response, or null. */
  check?(request: Omit<DataRequest, 'account'>): EndpointResponse | null;
  answer(request: DataRequest): EndpointResponse;
}

/** OpenID Connect, if the provider supports it. */
export interface OpenIdRules {
  readonly issuer: string;
  readonly discoveryPath: string;
  /** Discovery document, with the provider's real URLs. */
  readonly discovery: object;
  readonly keysPath: string;
  readonly hasNonce: boolean;
  claims(account: Account, clientId: string): Record<string, unknown>;
}

/** An error that the provider returns at one of its endpoints. */
export interface Trouble {
  readonly at: 'token' | 'data';
  readonly answer: EndpointResponse;
}

/** A provider's own rules. The files beside this one have the shared ones. */
export interface Provider {
  readonly id: ProviderId;
  readonly name: string;
  /** Pages of the provider's documentation that the rules are written from. */
  readonly documentation: readonly string[];
  readonly authorize: AuthorizeRules;
  readonly token: TokenRules;
  readonly data: readonly DataRules[];
  readonly openId?: OpenIdRules;
  /** Error for a suspended account, if the provider documents one. */
  readonly suspended?: Trouble;
  readonly rateLimited: Trouble;
  subjectOf(person: Person): string;
}
