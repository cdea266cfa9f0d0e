import type { OAuthProvider } from '@latchkey/wire';

/** Tokens of the provider itself, for apps whose operator enables them (OAUTH-09). The client does not store them. */
export interface OAuthTokens {
  readonly provider: OAuthProvider;
  readonly accessToken: string;
  readonly accessTokenExpiresInSeconds?: number;
  readonly refreshToken?: string;
  readonly refreshTokenExpiresInSeconds?: number;
  readonly scopes?: readonly string[];
}
