import * as v from 'valibot';
import type { CrossAppProviderName } from './cross-app/names.ts';
import { oauthProviders } from './oauthProviders.ts';
import type { OutputOf } from './schema.ts';
import { userSchema } from './user.ts';

const lifetime = () => v.optional(v.number());

/**
 * Tokens with which the app may act for the user at a provider (OAUTH-09). They are sent once, at a login or when
 * an account is linked, and the service never stores them.
 */
export const oauthTokensSchema = () =>
  v.object({
    /**
     * Provider; another app is `privy:` and its id. The client keeps that app's token and sends it with each request
     * to its wallets.
     */
    provider: v.union([
      v.picklist(oauthProviders),
      v.string() as unknown as v.GenericSchema<CrossAppProviderName>,
    ]),
    access_token: v.string(),
    access_token_expires_in_seconds: lifetime(),
    refresh_token: v.optional(v.string()),
    refresh_token_expires_in_seconds: lifetime(),
    scopes: v.optional(v.array(v.string())),
  });
export type OAuthTokens = OutputOf<typeof oauthTokensSchema>;

/** Action of the client on the tokens of a reply. */
export const sessionUpdateActions = ['set', 'clear', 'ignore'] as const;
export type SessionUpdateAction = (typeof sessionUpdateActions)[number];

export const tokenReplySchema = () =>
  v.object({
    user: v.nullable(userSchema()),
    token: v.nullable(v.string()),
    privy_access_token: v.nullable(v.string()),
    refresh_token: v.nullable(v.string()),
    identity_token: v.optional(v.nullable(v.string())),
    is_new_user: v.optional(v.boolean()),
    oauth_tokens: v.optional(v.nullable(oauthTokensSchema())),
    session_update_action: v.picklist(sessionUpdateActions),
  });
/** Reply with a session's tokens (docs/wire/protocol.md §3.1). */
export type TokenReply = OutputOf<typeof tokenReplySchema>;
