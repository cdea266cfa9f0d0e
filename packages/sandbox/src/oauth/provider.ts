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

/** How a consent ends, by the button that a person presses. All but `allow` are the unhappy ways. */
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

/** An answer of an endpoint, as it goes out. */
export interface EndpointResponse {
  readonly status: number;
  readonly body: object;
  readonly headers?: Record<string, string>;
}

/** Who consented to what. */
export interface Account {
  readonly person: Person;
  /** The provider's id of the person. */
  readonly subject: string;
  readonly scopes: readonly string[];
  /** Whether the person consents for the first time. */
  readonly isFirst: boolean;
}

/** What an authorization request asks for, once it is found good. */
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
  /** Host and path, as `accounts.google.com/o/oauth2/v2/auth`; several where the documentation knows several. */
  readonly paths: readonly string[];
  /** @default 'client_id' */
  readonly clientParameter?: 'client_key';
  /** Scopes that the client may ask for. */
  readonly scopes: readonly string[];
  /** Scopes without which the request is refused; empty where the provider takes a request without any. */
  readonly neededScopes: readonly string[];
  readonly scopeSeparator: RegExp;
  /** Whether a scope that is unknown is left out instead of refused. */
  readonly dropsUnknownScopes?: true;
  /** `ignored`: the documentation of the flow for web servers knows no such parameters. */
  readonly pkce: 'required' | 'optional' | 'ignored';
  readonly challengeMethods: readonly ('S256' | 'plain')[];
  readonly needsState: boolean;
  /** Whether what is wrong beside client and redirect address is told on a page or sent back to the client. */
  readonly tells: 'on-a-page' | 'by-redirect';
  /** What else is wrong with a request, by the provider's own rules: an error code, or null. */
  check?(query: URLSearchParams, scopes: readonly string[], userAgent: string): string | null;
  /** What comes back when the person declines. */
  readonly denied: Readonly<Record<string, string>>;
  /** What comes back beside `code` and `state`. */
  granted?(asked: AuthorizationRequest, account: Account): Record<string, string>;
  /** Appended to the address behind everything else. */
  readonly suffix?: string;
}

/** What can be wrong with a request for a token. */
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
  /** Where the client's credentials stand. */
  readonly clientIn: readonly ('body' | 'basic')[];
  readonly takesMultipart?: true;
  /** Seconds that a code is good for; ten minutes where the documentation does not say (RFC 6749 §4.1.2). */
  readonly codeLifeS: number;
  readonly tokenLifeS: number;
  readonly codePrefix: string;
  readonly tokenPrefix: string;
  readonly faults: Readonly<Record<TokenFault, EndpointResponse>>;
  /** Checks a client secret that is not a fixed text. */
  isSecret?(secret: string, now: number): Promise<boolean>;
  /** Whether a verifier is refused where no challenge was given. */
  readonly refusesVerifier?: true;
  reply(granted: {
    accessToken: string;
    account: Account;
    idToken: string | null;
    accept: string;
  }): object | URLSearchParams;
}

/** What a request for a person's data looks like. */
export interface DataRequest {
  readonly account: Account;
  readonly query: URLSearchParams;
  readonly header: (name: string) => string | undefined;
}

export interface DataRules {
  /** Host and path; `:version` stands for a version in it. */
  readonly paths: readonly string[];
  /** Where the token may stand. */
  readonly tokenIn: readonly ('bearer' | 'query')[];
  /** The token must have all of these scopes. */
  readonly scopes: readonly string[];
  /** The answer to a missing, unknown or expired token. */
  readonly unauthorized: EndpointResponse;
  /** The answer to a token without the scopes. */
  readonly forbidden: EndpointResponse;
  /** What is wrong with a request before its token is looked at, or null. */
  check?(request: Omit<DataRequest, 'account'>): EndpointResponse | null;
  answer(request: DataRequest): EndpointResponse;
}

/** OpenID Connect, where the provider has it. */
export interface OpenIdRules {
  readonly issuer: string;
  readonly discoveryPath: string;
  /** The discovery document, with the provider's real addresses. */
  readonly discovery: object;
  readonly keysPath: string;
  readonly hasNonce: boolean;
  claims(account: Account, clientId: string): Record<string, unknown>;
}

/** Trouble that the provider tells at one of its endpoints. */
export interface Trouble {
  readonly at: 'token' | 'data';
  readonly answer: EndpointResponse;
}

/** A provider: all that is its own. What they share is in `authorize.ts`, `token.ts` and `personalData.ts`. */
export interface Provider {
  readonly id: ProviderId;
  /** As people know it. */
  readonly name: string;
  /** The pages of its documentation that the rules are written from. */
  readonly documentation: readonly string[];
  readonly authorize: AuthorizeRules;
  readonly token: TokenRules;
  readonly data: readonly DataRules[];
  readonly openId?: OpenIdRules;
  /** How it tells that the person's account is suspended, where it documents that. */
  readonly suspended?: Trouble;
  readonly rateLimited: Trouble;
  subjectOf(person: Person): string;
}
