import { route } from '../route.ts';
import type {
  OAuthAuthenticateBody,
  OAuthLinkBody,
  OAuthLinkReply,
  OAuthStartBody,
  OAuthStartReply,
  UnlinkOAuthBody,
} from '../schemas/methods/oauth.ts';
import type { TokenReply } from '../schemas/session.ts';
import type { WireUser } from '../schemas/user.ts';
import { changeCodes, linkConflictCodes, unlinkCodes } from './account-codes.ts';

/** Where every provider sends people back to, on the service; one that the operator names has a path of its own. */
export const oauthCallbackPath = '/api/v1/oauth/callback';

/** What a provider's own word may come to, beside what any login may. */
const providerCodes = [
  'oauth_user_denied',
  'oauth_account_suspended',
  'oauth_unexpected',
  'unknown_auth_error',
] as const;

/** Social login (docs/wire/protocol.md §2.5). */
export const oauthRoutes = {
  start: /* @__PURE__ */ route<OAuthStartBody, OAuthStartReply>({
    name: 'oauth.start',
    method: 'POST',
    path: '/api/v1/oauth/init',
    auth: 'optional',
    retry: 'safe',
    codes: ['invalid_captcha', 'disallowed_login_method', 'not_supported', 'unknown_auth_error'],
    summary: "Begins a login or a link at a provider: the address of the provider's page.",
  }),
  authenticate: /* @__PURE__ */ route<OAuthAuthenticateBody, TokenReply>({
    name: 'oauth.authenticate',
    method: 'POST',
    path: '/api/v1/oauth/authenticate',
    // The bearer of a guest, who becomes the user of the proved account.
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
    summary: 'Logs in with the code that came back from a provider.',
  }),
  link: /* @__PURE__ */ route<OAuthLinkBody, OAuthLinkReply>({
    name: 'oauth.link',
    method: 'POST',
    path: '/api/v1/oauth/link',
    auth: 'user',
    retry: 'never',
    codes: [...changeCodes, ...providerCodes, 'not_supported', ...linkConflictCodes],
    summary: 'Links an account at a provider to the user, by the code that came back from there.',
  }),
  unlink: /* @__PURE__ */ route<UnlinkOAuthBody, WireUser>({
    name: 'oauth.unlink',
    method: 'POST',
    path: '/api/v1/oauth/unlink',
    auth: 'user',
    retry: 'never',
    codes: [...unlinkCodes, 'not_supported'],
    summary: 'Takes an account at a provider from the user, unless it is the last way to log in.',
  }),
} as const;
