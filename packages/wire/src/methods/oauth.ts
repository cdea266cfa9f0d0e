import * as v from 'valibot';
import { flag } from '../about.ts';
import { captchaToken } from '../captcha.ts';
import { changeCodes, linkConflictCodes, transferCodes, unlinkCodes } from '../codes.ts';
import { appIdOfProvider, type CrossAppProviderName } from '../cross-app/index.ts';
import { feature } from '../feature.ts';
import { forEachOAuthType, oauthProviders } from '../oauthProviders.ts';
import { codeChallenge, codeVerifier, stateCode } from '../pkce.ts';
import { route } from '../route.ts';
import type { InputOf, OutputOf } from '../schema.ts';
import { oauthTokensSchema, type TokenReply, tokenReplySchema } from '../tokenReply.ts';
import { userSchema, type WireUser } from '../user.ts';
import { loginMode, transferNonce } from './fields.ts';
import { method } from './method.ts';
import { proofBody } from './proof-body.ts';

/** Path on the service to which providers send users back. A provider that the operator names has its own path. */
export const oauthCallbackPath = '/api/v1/oauth/callback';

/** Errors that a provider may cause, besides those of any login. */
const providerCodes = [
  'oauth_user_denied',
  'oauth_account_suspended',
  'oauth_unexpected',
  'unknown_auth_error',
] as const;

/** Another app of the deployment as a provider, by its id. */
export const crossAppProvider = () =>
  v.pipe(
    v.string(),
    v.check((name) => appIdOfProvider(name) !== null, 'must be privy: and the id of an app'),
  ) as unknown as v.GenericSchema<CrossAppProviderName>;
const provider = () => v.union([v.picklist(oauthProviders), crossAppProvider()]);

export const oauthStartBodySchema = () =>
  v.object({
    provider: provider(),
    /** Page to which the user returns: any of the app's origins, with any path and query. */
    redirect_to: v.pipe(
      v.string(),
      v.maxLength(4_096),
      v.regex(/^https?:\/\/[^\s]+$/i, 'must be an http or https address'),
    ),
    code_challenge: codeChallenge(),
    state_code: stateCode(),
    token: captchaToken(),
  });
export type OAuthStartBody = InputOf<typeof oauthStartBodySchema>;
export const oauthStartReplySchema = () => v.object({ url: v.string() });
export type OAuthStartReply = OutputOf<typeof oauthStartReplySchema>;

/** The service's code for a user's return from a provider, and the proof that the caller started the flow. */
export const oauthCodeEntries = () => ({
  authorization_code: v.pipe(v.string(), v.minLength(1), v.maxLength(256)),
  state_code: stateCode(),
  code_verifier: codeVerifier(),
});

/** Parameters with which the user returned. Published clients also send `code_type` and `provider`. */
export const oauthLinkBodySchema = () =>
  proofBody({
    ...oauthCodeEntries(),
    code_type: v.optional(v.nullable(v.literal('raw'))),
    provider: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(64)))),
  });
export type OAuthLinkBody = InputOf<typeof oauthLinkBodySchema>;
export const oauthLinkReplySchema = () =>
  v.object({
    ...userSchema().entries,
    oauth_tokens: v.optional(oauthTokensSchema()),
  });
export type OAuthLinkReply = OutputOf<typeof oauthLinkReplySchema>;

export const oauthAuthenticateBodySchema = () =>
  proofBody({
    ...oauthLinkBodySchema().entries,
    mode: loginMode(),
  });
export type OAuthAuthenticateBody = InputOf<typeof oauthAuthenticateBodySchema>;

const subject = () => v.pipe(v.string(), v.minLength(1), v.maxLength(256));

export const unlinkOAuthBodySchema = () => v.object({ provider: provider(), subject: subject() });
export type UnlinkOAuthBody = InputOf<typeof unlinkOAuthBodySchema>;

const text = () => v.optional(v.nullable(v.pipe(v.string(), v.maxLength(2_048))));
/** Identity at a provider, as a conflict returns it and a transfer sends it back. */
export const oauthUserInfoSchema = () =>
  v.object({
    subject: subject(),
    name: text(),
    username: text(),
    profilePictureUrl: text(),
    email: text(),
    vanityName: text(),
  });
export type OAuthUserInfo = OutputOf<typeof oauthUserInfoSchema>;
export const oauthTransferBodySchema = () =>
  proofBody({
    nonce: transferNonce(),
    userInfo: oauthUserInfoSchema(),
  });
export type OAuthTransferBody = InputOf<typeof oauthTransferBodySchema>;

/** Social login (docs/wire/protocol.md §2.5). */
export const oauthRoutes = {
  start: /* @__PURE__ */ route<OAuthStartBody, OAuthStartReply>({
    name: 'oauth.start',
    method: 'POST',
    path: '/api/v1/oauth/init',
    auth: 'optional',
    retry: 'safe',
    codes: ['invalid_captcha', 'disallowed_login_method', 'not_supported', 'unknown_auth_error'],
    summary: "Begins a login or a link at a provider. Returns the URL of the provider's page.",
  }),
  authenticate: /* @__PURE__ */ route<OAuthAuthenticateBody, TokenReply>({
    name: 'oauth.authenticate',
    method: 'POST',
    path: '/api/v1/oauth/authenticate',
    // A guest sends their token, and becomes the user of the proved account.
    auth: 'optional',
    retry: 'never',
    codes: [
      'invalid_credentials',
      ...providerCodes,
      'disallowed_login_method',
      'not_supported',
      'allowlist_rejected',
      'max_accounts_reached',
      'user_does_not_exist',
      'linked_to_another_user',
    ],
    summary: 'Logs in with the code that the provider returned.',
  }),
  link: /* @__PURE__ */ route<OAuthLinkBody, OAuthLinkReply>({
    name: 'oauth.link',
    method: 'POST',
    path: '/api/v1/oauth/link',
    auth: 'user',
    retry: 'never',
    codes: [...changeCodes, ...providerCodes, 'not_supported', ...linkConflictCodes],
    summary: 'Links an account at a provider to the user, with the code that the provider returned.',
  }),
  unlink: /* @__PURE__ */ route<UnlinkOAuthBody, WireUser>({
    name: 'oauth.unlink',
    method: 'POST',
    path: '/api/v1/oauth/unlink',
    auth: 'user',
    retry: 'never',
    codes: [...unlinkCodes, 'not_supported'],
    summary: 'Unlinks an account at a provider from the user, unless it is the last way to log in.',
  }),
  transfer: /* @__PURE__ */ route<OAuthTransferBody, WireUser>({
    name: 'oauth.transfer',
    method: 'POST',
    path: '/api/v1/oauth/transfer',
    auth: 'user',
    retry: 'never',
    codes: transferCodes,
    summary:
      "Moves another user's account at a provider to this user, with the nonce from the answer to its link request.",
  }),
} as const;

export const oauthMethod = () =>
  method('oauth', {
    routes: feature('oauth', oauthRoutes, {
      start: { body: oauthStartBodySchema(), reply: oauthStartReplySchema() },
      authenticate: {
        body: oauthAuthenticateBodySchema(),
        reply: tokenReplySchema(),
      },
      link: { body: oauthLinkBodySchema(), reply: oauthLinkReplySchema() },
      unlink: { body: unlinkOAuthBodySchema(), reply: userSchema() },
      transfer: { body: oauthTransferBodySchema(), reply: userSchema() },
    }),
    logins: ['oauth.authenticate'],
    proof: proofBody({ method: v.literal('oauth'), ...oauthCodeEntries() }),
    flags: forEachOAuthType((provider) =>
      flag(
        `If true, users may log in at \`${provider}\`. In production, this needs the app's own client in \`oauth_clients\`.`,
      ),
    ),
  });
