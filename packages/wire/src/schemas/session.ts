import * as v from 'valibot';
import { oauthTokensSchema } from './methods/oauth-tokens.ts';
import { userSchema } from './user.ts';

/** What the client does with the tokens of a reply. */
export const sessionUpdateActions = ['set', 'clear', 'ignore'] as const;
export type SessionUpdateAction = (typeof sessionUpdateActions)[number];

export const tokenReplySchema = v.object({
  user: v.nullable(userSchema),
  token: v.nullable(v.string()),
  privy_access_token: v.nullable(v.string()),
  refresh_token: v.nullable(v.string()),
  identity_token: v.optional(v.nullable(v.string())),
  is_new_user: v.optional(v.boolean()),
  oauth_tokens: v.optional(v.nullable(oauthTokensSchema)),
  session_update_action: v.picklist(sessionUpdateActions),
});
/** docs/wire/protocol.md §3.1. */
export type TokenReply = v.InferOutput<typeof tokenReplySchema>;

export const refreshBodySchema = v.object({ refresh_token: v.optional(v.nullable(v.string())) });
export type RefreshBody = v.InferOutput<typeof refreshBodySchema>;

/** Ends of a fork: the first two are the session's own, the third begins a new one. */
export const forkReplySchema = v.object({
  token: v.string(),
  refresh_token: v.string(),
  new_session_refresh_token: v.string(),
});
export type ForkReply = v.InferOutput<typeof forkReplySchema>;

export const logoutReplySchema = v.object({});
export type LogoutReply = v.InferOutput<typeof logoutReplySchema>;

/** A public key that signs access tokens (RFC 7517). */
export const publicKeySchema = v.object({
  kty: v.literal('EC'),
  crv: v.literal('P-256'),
  x: v.string(),
  y: v.string(),
  kid: v.string(),
  alg: v.literal('ES256'),
  use: v.literal('sig'),
});
export type PublicKey = v.InferOutput<typeof publicKeySchema>;
/** Besides the keys the `iss` of the app's tokens: a key set may have further members (RFC 7517 §5). */
export const keySetReplySchema = v.object({ keys: v.array(publicKeySchema), issuer: v.string() });
export type KeySetReply = v.InferOutput<typeof keySetReplySchema>;

/** The signing keys of an app as its operator sees them, oldest first; times in Unix seconds. */
export const signingKeyListSchema = v.object({
  keys: v.array(v.object({ kid: v.string(), published_at: v.number(), signs_from: v.number() })),
});
export type SigningKeyList = v.InferOutput<typeof signingKeyListSchema>;
