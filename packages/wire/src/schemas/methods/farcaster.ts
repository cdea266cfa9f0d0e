import * as v from 'valibot';
import { parentOrigin } from '../../custody/fields.ts';
import { loginModes } from '../../methods/email.ts';
import { farcasterSignerStatuses } from '../../methods/farcaster.ts';
import { captchaToken } from '../captcha.ts';
import { tokenReplySchema } from '../session.ts';
import { proofBody, transferNonce } from './proof-body.ts';

/** A Farcaster id: a positive whole number. */
const fid = () => v.pipe(v.number(), v.safeInteger(), v.minValue(1));
const address = () => v.optional(v.nullable(v.pipe(v.string(), v.maxLength(2_048))));
/** What `init` gave: 43 characters of base64url. */
const channelToken = () => v.pipe(v.string(), v.maxLength(64));

/** An EIP-4361 message, and the signature of whom it names: 65 bytes, or a contract's of any length (ERC-1271, ERC-6492). */
const signed = {
  message: v.pipe(v.string(), v.maxLength(8_192)),
  signature: v.pipe(
    v.string(),
    v.maxLength(32_768),
    v.regex(/^0x(?:[0-9a-fA-F]{2})+$/, 'The signature must be bytes in hex'),
  ),
  fid: fid(),
};
const mode = () => v.optional(v.nullable(v.picklist(loginModes)));

export const farcasterInitBodySchema = v.object({
  token: captchaToken(),
  /** Origin that the sign-in is for, from callers without one of their own. */
  relying_party: address(),
  /** Page of the app that the Farcaster app returns to, on a phone. */
  redirect_url: address(),
});
export type FarcasterInitBody = v.InferInput<typeof farcasterInitBodySchema>;
export const farcasterChannelSchema = v.object({ channel_token: v.string(), connect_uri: v.string() });
export type FarcasterChannel = v.InferOutput<typeof farcasterChannelSchema>;

/** What the Farcaster app says of the person beside the signature: claims, which nothing proves. */
const profile = {
  username: v.nullable(v.string()),
  display_name: v.nullable(v.string()),
  bio: v.nullable(v.string()),
  pfp_url: v.nullable(v.string()),
};
export const farcasterStatusSchema = v.variant('state', [
  v.object({ state: v.literal('pending'), nonce: v.string() }),
  v.object({ state: v.literal('completed'), nonce: v.string(), ...signed, ...profile }),
]);
export type FarcasterStatus = v.InferOutput<typeof farcasterStatusSchema>;

export const farcasterLinkBodySchema = proofBody({ channel_token: channelToken(), ...signed });
export type FarcasterLinkBody = v.InferInput<typeof farcasterLinkBodySchema>;
export const farcasterAuthenticateBodySchema = proofBody({
  ...farcasterLinkBodySchema.entries,
  mode: mode(),
});
export type FarcasterAuthenticateBody = v.InferInput<typeof farcasterAuthenticateBodySchema>;
export const farcasterAuthenticateReplySchema = tokenReplySchema;
export const unlinkFarcasterBodySchema = v.object({ fid: fid() });
export type UnlinkFarcasterBody = v.InferInput<typeof unlinkFarcasterBodySchema>;

export const farcasterTransferBodySchema = proofBody({
  nonce: transferNonce(),
  /** The Farcaster id; published clients send it as they were told it, as a text or a number. */
  farcaster_id: v.pipe(v.union([v.string(), v.number()]), v.transform(String), v.regex(/^[1-9]\d{0,15}$/)),
  farcaster_embedded_address: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(64)))),
});
export type FarcasterTransferBody = v.InferInput<typeof farcasterTransferBodySchema>;

export const miniAppInitBodySchema = v.object({});
export type MiniAppInitBody = v.InferInput<typeof miniAppInitBodySchema>;
/** `expires_at` is an ISO 8601 time, as of other nonces. */
export const farcasterNonceSchema = v.object({ nonce: v.string(), expires_at: v.string() });
export type FarcasterNonce = v.InferOutput<typeof farcasterNonceSchema>;
export const miniAppAuthenticateBodySchema = proofBody({ ...signed, mode: mode() });
export type MiniAppAuthenticateBody = v.InferInput<typeof miniAppAuthenticateBodySchema>;

const signerKey = () =>
  v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]{64}$/, 'must be an Ed25519 key of 32 bytes in hex'));

export const farcasterSignerInitBodySchema = v.object({
  /** As every call of the frame: the host page's origin, checked against the app's current list. */
  parent_origin: parentOrigin(),
  ed25519_public_key: signerKey(),
  /** Until when the person may approve it, Unix seconds. Absent: a day. */
  deadline: v.optional(v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(1)))),
});
export type FarcasterSignerInitBody = v.InferInput<typeof farcasterSignerInitBodySchema>;
export const farcasterSignerInitReplySchema = v.variant('status', [
  v.object({
    public_key: v.string(),
    status: v.literal('pending_approval'),
    /** Where the person approves it: a link on a phone, a QR code elsewhere. */
    signer_approval_url: v.string(),
  }),
  v.object({ public_key: v.string(), status: v.picklist(['approved', 'revoked']), fid: fid() }),
]);
export type FarcasterSignerInitReply = v.InferOutput<typeof farcasterSignerInitReplySchema>;

export const farcasterSignerStatusBodySchema = v.object({ ed25519_public_key: signerKey() });
export type FarcasterSignerStatusBody = v.InferInput<typeof farcasterSignerStatusBodySchema>;
export const farcasterSignerSchema = v.object({
  public_key: v.string(),
  status: v.picklist(farcasterSignerStatuses),
  fid: v.optional(fid()),
  signer_approval_url: v.optional(v.string()),
});
export type FarcasterSigner = v.InferOutput<typeof farcasterSignerSchema>;
