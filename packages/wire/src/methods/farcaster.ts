import { custodyCodes } from '../custody/fields.ts';
import { route } from '../route.ts';
import type {
  FarcasterAuthenticateBody,
  FarcasterChannel,
  FarcasterInitBody,
  FarcasterLinkBody,
  FarcasterNonce,
  FarcasterSigner,
  FarcasterSignerInitBody,
  FarcasterSignerInitReply,
  FarcasterSignerStatusBody,
  FarcasterStatus,
  MiniAppAuthenticateBody,
  MiniAppInitBody,
  UnlinkFarcasterBody,
} from '../schemas/methods/farcaster.ts';
import type { TokenReply } from '../schemas/session.ts';
import type { WireUser } from '../schemas/user.ts';
import { changeCodes, linkConflictCodes, unlinkCodes } from './account-codes.ts';

/** Header of the status call: the channel's token, which as a secret has no place in an address. */
export const farcasterChannelHeader = 'farcaster-channel-token';

/** How far a signer is: the person has still to approve it, did, or has taken it back. */
export const farcasterSignerStatuses = ['pending_approval', 'approved', 'revoked'] as const;
export type FarcasterSignerStatus = (typeof farcasterSignerStatuses)[number];

const loginCodes = [
  'invalid_credentials',
  'disallowed_login_method',
  'allowlist_rejected',
  'max_accounts_reached',
  'user_does_not_exist',
  'linked_to_another_user',
] as const;

/** Sign in with Farcaster (FIP-11): through a relay, and inside Farcaster's own apps (v2). */
export const farcasterRoutes = {
  init: /* @__PURE__ */ route<FarcasterInitBody, FarcasterChannel>({
    name: 'farcaster.init',
    method: 'POST',
    path: '/api/v1/farcaster/init',
    auth: 'optional',
    retry: 'safe',
    codes: ['invalid_captcha', 'disallowed_login_method', 'account_on_hold', 'recent_login_required'],
    summary:
      'Opens a channel to the Farcaster app: an address for a QR code or a link, and the token that asks for the answer.',
  }),
  status: /* @__PURE__ */ route<undefined, FarcasterStatus>({
    name: 'farcaster.status',
    method: 'GET',
    path: '/api/v1/farcaster/status',
    auth: 'optional',
    retry: 'safe',
    codes: ['invalid_credentials', 'disallowed_login_method'],
    summary:
      'Tells whether the person has approved in the Farcaster app, for the token in `farcaster-channel-token`.',
  }),
  authenticate: /* @__PURE__ */ route<FarcasterAuthenticateBody, TokenReply>({
    name: 'farcaster.authenticate',
    method: 'POST',
    path: '/api/v1/farcaster/authenticate',
    // The bearer of a guest, who becomes the user of the proved account.
    auth: 'optional',
    retry: 'never',
    codes: loginCodes,
    summary: 'Logs in with what the Farcaster app signed for a channel.',
  }),
  link: /* @__PURE__ */ route<FarcasterLinkBody, WireUser>({
    name: 'farcaster.link',
    method: 'POST',
    path: '/api/v1/farcaster/link',
    auth: 'user',
    retry: 'never',
    codes: [...changeCodes, ...linkConflictCodes],
    summary: 'Links a Farcaster account to the user, by what its app signed for a channel of this user.',
  }),
  unlink: /* @__PURE__ */ route<UnlinkFarcasterBody, WireUser>({
    name: 'farcaster.unlink',
    method: 'POST',
    path: '/api/v1/farcaster/unlink',
    auth: 'user',
    retry: 'never',
    codes: unlinkCodes,
    summary: 'Takes a Farcaster account from the user, unless it is the last way to log in.',
  }),
  initMiniApp: /* @__PURE__ */ route<MiniAppInitBody, FarcasterNonce>({
    name: 'farcaster.initMiniApp',
    method: 'POST',
    path: '/api/v2/farcaster/init',
    auth: 'optional',
    retry: 'safe',
    codes: ['disallowed_login_method'],
    summary: 'Gives the nonce that a Farcaster app signs for a mini app that runs inside it.',
  }),
  authenticateMiniApp: /* @__PURE__ */ route<MiniAppAuthenticateBody, TokenReply>({
    name: 'farcaster.authenticateMiniApp',
    method: 'POST',
    path: '/api/v2/farcaster/authenticate',
    auth: 'optional',
    retry: 'never',
    codes: loginCodes,
    summary: 'Logs in with what the Farcaster app around a mini app signed.',
  }),
  /** The wallet frame calls it, which alone has the key. */
  signerInit: /* @__PURE__ */ route<FarcasterSignerInitBody, FarcasterSignerInitReply>({
    name: 'farcaster.signerInit',
    method: 'POST',
    path: '/api/v1/farcaster/signer/init',
    auth: 'frame',
    retry: 'never',
    codes: [...custodyCodes, 'not_supported'],
    summary:
      'Asks Farcaster for the approval of a signer: the address of the page where the person gives it.',
  }),
  signerStatus: /* @__PURE__ */ route<FarcasterSignerStatusBody, FarcasterSigner>({
    name: 'farcaster.signerStatus',
    method: 'POST',
    path: '/api/v1/farcaster/signer/status',
    auth: 'user',
    retry: 'safe',
    codes: ['missing_or_invalid_token', 'not_found', 'not_supported'],
    summary: 'Whether the person has approved a signer, as the chain says it.',
  }),
} as const;
