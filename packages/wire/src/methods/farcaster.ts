import * as v from 'valibot';
import { flag } from '../about.ts';
import { captchaToken } from '../captcha.ts';
import { changeCodes, custodyCodes, linkConflictCodes, transferCodes, unlinkCodes } from '../codes.ts';
import { farcasterSignerStatuses } from '../custody/index.ts';
import { feature } from '../feature.ts';
import { parentOrigin } from '../fields.ts';
import { route } from '../route.ts';
import type { InputOf, OutputOf } from '../schema.ts';
import { type TokenReply, tokenReplySchema } from '../tokenReply.ts';
import { userSchema, type WireUser } from '../user.ts';
import { loginMode, transferNonce } from './fields.ts';
import { method } from './method.ts';
import { proofBody } from './proof-body.ts';

/** Header of the status call with the channel's token. It is a secret, so it must not be in a URL. */
export const farcasterChannelHeader = 'farcaster-channel-token';

const loginCodes = [
  'invalid_credentials',
  'disallowed_login_method',
  'allowlist_rejected',
  'max_accounts_reached',
  'user_does_not_exist',
  'linked_to_another_user',
] as const;

/** Farcaster id: a positive integer. */
const fid = () => v.pipe(v.number(), v.safeInteger(), v.minValue(1));
const address = () => v.optional(v.nullable(v.pipe(v.string(), v.maxLength(2_048))));
/** Value that `init` returned: 43 characters of base64url. */
const channelToken = () => v.pipe(v.string(), v.maxLength(64));

/** Message of EIP-4361 and its signature: 65 bytes, or another length from a contract (ERC-1271, ERC-6492). */
const signed = () => ({
  message: v.pipe(v.string(), v.maxLength(8_192)),
  signature: v.pipe(
    v.string(),
    v.maxLength(32_768),
    v.regex(/^0x(?:[0-9a-fA-F]{2})+$/, 'The signature must be bytes in hex'),
  ),
  fid: fid(),
});

export const farcasterInitBodySchema = () =>
  v.object({
    token: captchaToken(),
    /** Origin that the sign-in is for, from callers without one of their own. */
    relying_party: address(),
    /** Page of the app to which the Farcaster app returns, on a phone. */
    redirect_url: address(),
  });
export type FarcasterInitBody = InputOf<typeof farcasterInitBodySchema>;
export const farcasterChannelSchema = () => v.object({ channel_token: v.string(), connect_uri: v.string() });
export type FarcasterChannel = OutputOf<typeof farcasterChannelSchema>;

/** Profile that the Farcaster app sends beside the signature. Nothing proves it. */
const profile = () => ({
  username: v.nullable(v.string()),
  display_name: v.nullable(v.string()),
  bio: v.nullable(v.string()),
  pfp_url: v.nullable(v.string()),
});
export const farcasterStatusSchema = () =>
  v.variant('state', [
    v.object({ state: v.literal('pending'), nonce: v.string() }),
    v.object({ state: v.literal('completed'), nonce: v.string(), ...signed(), ...profile() }),
  ]);
export type FarcasterStatus = OutputOf<typeof farcasterStatusSchema>;

export const farcasterLinkBodySchema = () => proofBody({ channel_token: channelToken(), ...signed() });
export type FarcasterLinkBody = InputOf<typeof farcasterLinkBodySchema>;
export const farcasterAuthenticateBodySchema = () =>
  proofBody({
    ...farcasterLinkBodySchema().entries,
    mode: loginMode(),
  });
export type FarcasterAuthenticateBody = InputOf<typeof farcasterAuthenticateBodySchema>;
export const unlinkFarcasterBodySchema = () => v.object({ fid: fid() });
export type UnlinkFarcasterBody = InputOf<typeof unlinkFarcasterBodySchema>;

export const farcasterTransferBodySchema = () =>
  proofBody({
    nonce: transferNonce(),
    /** Farcaster id. Published clients send it as they received it, as a text or a number. */
    farcaster_id: v.pipe(v.union([v.string(), v.number()]), v.transform(String), v.regex(/^[1-9]\d{0,15}$/)),
    farcaster_embedded_address: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(64)))),
  });
export type FarcasterTransferBody = InputOf<typeof farcasterTransferBodySchema>;

export const miniAppInitBodySchema = () => v.object({});
export type MiniAppInitBody = InputOf<typeof miniAppInitBodySchema>;
/** `expires_at` is an ISO 8601 time, as in other nonces. */
export const farcasterNonceSchema = () => v.object({ nonce: v.string(), expires_at: v.string() });
export type FarcasterNonce = OutputOf<typeof farcasterNonceSchema>;
export const miniAppAuthenticateBodySchema = () => proofBody({ ...signed(), mode: loginMode() });
export type MiniAppAuthenticateBody = InputOf<typeof miniAppAuthenticateBodySchema>;

const signerKey = () =>
  v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]{64}$/, 'must be an Ed25519 key of 32 bytes in hex'));

export const farcasterSignerInitBodySchema = () =>
  v.object({
    /** Origin of the host page, as in every call of the frame. It is checked against the app's current list. */
    parent_origin: parentOrigin(),
    ed25519_public_key: signerKey(),
    /** End of the time for approval, Unix seconds. Absent: a day from now. */
    deadline: v.optional(v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(1)))),
  });
export type FarcasterSignerInitBody = InputOf<typeof farcasterSignerInitBodySchema>;
export const farcasterSignerInitReplySchema = () =>
  v.variant('status', [
    v.object({
      public_key: v.string(),
      status: v.literal('pending_approval'),
      /** URL at which the user approves the signer: a link on a phone, a QR code elsewhere. */
      signer_approval_url: v.string(),
    }),
    v.object({ public_key: v.string(), status: v.picklist(['approved', 'revoked']), fid: fid() }),
  ]);
export type FarcasterSignerInitReply = OutputOf<typeof farcasterSignerInitReplySchema>;

export const farcasterSignerStatusBodySchema = () => v.object({ ed25519_public_key: signerKey() });
export type FarcasterSignerStatusBody = InputOf<typeof farcasterSignerStatusBodySchema>;
export const farcasterSignerSchema = () =>
  v.object({
    public_key: v.string(),
    status: v.picklist(farcasterSignerStatuses),
    fid: v.optional(fid()),
    signer_approval_url: v.optional(v.string()),
  });
export type FarcasterSigner = OutputOf<typeof farcasterSignerSchema>;

/** Sign-in with Farcaster (FIP-11), through a relay and inside Farcaster's own apps (v2), its accounts, and signers. */
export const farcasterRoutes = {
  init: /* @__PURE__ */ route<FarcasterInitBody, FarcasterChannel>({
    name: 'farcaster.init',
    method: 'POST',
    path: '/api/v1/farcaster/init',
    auth: 'optional',
    retry: 'safe',
    codes: ['invalid_captcha', 'disallowed_login_method', 'account_on_hold', 'recent_login_required'],
    summary:
      'Opens a channel to the Farcaster app. Returns a URL for a QR code or a link, and the token to poll for the answer.',
  }),
  status: /* @__PURE__ */ route<undefined, FarcasterStatus>({
    name: 'farcaster.status',
    method: 'GET',
    path: '/api/v1/farcaster/status',
    auth: 'optional',
    retry: 'safe',
    codes: ['invalid_credentials', 'disallowed_login_method'],
    summary:
      'Tells whether the user has approved in the Farcaster app, for the token in `farcaster-channel-token`.',
  }),
  authenticate: /* @__PURE__ */ route<FarcasterAuthenticateBody, TokenReply>({
    name: 'farcaster.authenticate',
    method: 'POST',
    path: '/api/v1/farcaster/authenticate',
    // A guest sends their token, and becomes the user of the proved account.
    auth: 'optional',
    retry: 'never',
    codes: loginCodes,
    summary: 'Logs in with the message that the Farcaster app signed for a channel.',
  }),
  link: /* @__PURE__ */ route<FarcasterLinkBody, WireUser>({
    name: 'farcaster.link',
    method: 'POST',
    path: '/api/v1/farcaster/link',
    auth: 'user',
    retry: 'never',
    codes: [...changeCodes, ...linkConflictCodes],
    summary:
      'Links a Farcaster account to the user, with the message that the Farcaster app signed for a channel of this user.',
  }),
  unlink: /* @__PURE__ */ route<UnlinkFarcasterBody, WireUser>({
    name: 'farcaster.unlink',
    method: 'POST',
    path: '/api/v1/farcaster/unlink',
    auth: 'user',
    retry: 'never',
    codes: unlinkCodes,
    summary: 'Unlinks a Farcaster account from the user, unless it is the last way to log in.',
  }),
  initMiniApp: /* @__PURE__ */ route<MiniAppInitBody, FarcasterNonce>({
    name: 'farcaster.initMiniApp',
    method: 'POST',
    path: '/api/v2/farcaster/init',
    auth: 'optional',
    retry: 'safe',
    codes: ['disallowed_login_method'],
    summary: 'Returns the nonce that a Farcaster app signs for a mini app that runs inside it.',
  }),
  authenticateMiniApp: /* @__PURE__ */ route<MiniAppAuthenticateBody, TokenReply>({
    name: 'farcaster.authenticateMiniApp',
    method: 'POST',
    path: '/api/v2/farcaster/authenticate',
    auth: 'optional',
    retry: 'never',
    codes: loginCodes,
    summary: 'Logs in with the message that the Farcaster app around a mini app signed.',
  }),
  /** Called only by the wallet frame, which has the signer's key. */
  signerInit: /* @__PURE__ */ route<FarcasterSignerInitBody, FarcasterSignerInitReply>({
    name: 'farcaster.signerInit',
    method: 'POST',
    path: '/api/v1/farcaster/signer/init',
    auth: 'frame',
    retry: 'never',
    codes: [...custodyCodes, 'not_supported'],
    summary:
      'Asks Farcaster for approval of a signer. Returns the URL of the page on which the user approves it.',
  }),
  signerStatus: /* @__PURE__ */ route<FarcasterSignerStatusBody, FarcasterSigner>({
    name: 'farcaster.signerStatus',
    method: 'POST',
    path: '/api/v1/farcaster/signer/status',
    auth: 'user',
    retry: 'safe',
    codes: ['missing_or_invalid_token', 'not_found', 'not_supported'],
    summary: 'Tells whether the user has approved a signer, according to the chain.',
  }),
  transfer: /* @__PURE__ */ route<FarcasterTransferBody, WireUser>({
    name: 'farcaster.transfer',
    method: 'POST',
    path: '/api/v1/farcaster/transfer',
    auth: 'user',
    retry: 'never',
    codes: transferCodes,
    summary:
      'Moves a Farcaster account of another user to this user, with the nonce from the answer to a link request.',
  }),
} as const;

export const farcasterMethod = () =>
  method('farcaster', {
    routes: feature('farcaster', farcasterRoutes, {
      init: {
        body: farcasterInitBodySchema(),
        reply: farcasterChannelSchema(),
      },
      status: { body: null, reply: farcasterStatusSchema() },
      authenticate: {
        body: farcasterAuthenticateBodySchema(),
        reply: tokenReplySchema(),
      },
      link: { body: farcasterLinkBodySchema(), reply: userSchema() },
      unlink: { body: unlinkFarcasterBodySchema(), reply: userSchema() },
      transfer: { body: farcasterTransferBodySchema(), reply: userSchema() },
      initMiniApp: {
        body: miniAppInitBodySchema(),
        reply: farcasterNonceSchema(),
      },
      authenticateMiniApp: {
        body: miniAppAuthenticateBodySchema(),
        reply: tokenReplySchema(),
      },
      signerInit: {
        body: farcasterSignerInitBodySchema(),
        reply: farcasterSignerInitReplySchema(),
      },
      signerStatus: { body: farcasterSignerStatusBodySchema(), reply: farcasterSignerSchema() },
    }),
    logins: ['farcaster.authenticate', 'farcaster.authenticateMiniApp'],
    proof: proofBody({ method: v.literal('farcaster'), ...farcasterLinkBodySchema().entries }),
    flags: { farcaster_auth: flag('If true, users may log in with Farcaster.') },
  });
