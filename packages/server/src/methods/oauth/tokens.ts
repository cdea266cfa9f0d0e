import type { OAuthProvider, OAuthTokens } from '@latchkey/wire';
import { textOf } from './record.ts';

const secondsOf = (value: unknown) =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined;

/**
 * Returns the provider's tokens, with which the app can act for the user (OAUTH-09), from its token reply (RFC 6749
 * §5.1).
 */
export function toOAuthTokens(
  provider: OAuthProvider,
  reply: Readonly<Record<string, unknown>>,
  accessToken: string,
  asked: readonly string[],
): OAuthTokens {
  const lifeS = secondsOf(reply.expires_in);
  const refreshToken = textOf(reply.refresh_token);
  const refreshLifeS = secondsOf(reply.refresh_token_expires_in ?? reply.refresh_expires_in);
  // Without this field all requested scopes were granted (RFC 6749 §5.1).
  const scopes = textOf(reply.scope)?.split(/[\s,]+/) ?? [...asked];
  return {
    provider,
    access_token: accessToken,
    ...(lifeS === undefined ? {} : { access_token_expires_in_seconds: lifeS }),
    ...(refreshToken === null ? {} : { refresh_token: refreshToken }),
    ...(refreshLifeS === undefined ? {} : { refresh_token_expires_in_seconds: refreshLifeS }),
    scopes,
  };
}
