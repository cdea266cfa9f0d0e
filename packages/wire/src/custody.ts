import * as v from 'valibot';
import { route } from './route.ts';

/**
 * The custody routes: what the wallet frame asks of the service (docs/custody.md). All POST, no CORS, same origin,
 * each with a DPoP proof (RFC 9449) in the `DPoP` header and the session's token as `Authorization: DPoP <token>`.
 * Binary values are base64url without padding.
 */
const base64url = (min: number, max: number) =>
  v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]*$/, 'must be base64url'), v.minLength(min), v.maxLength(max));
/** An id made by the frame: 128 random bits. */
const id128 = () => base64url(22, 22);
const part = () => base64url(4, 256);
const chainType = () => v.picklist(['ethereum', 'solana']);
const address = () => v.pipe(v.string(), v.minLength(32), v.maxLength(64));

export const entropyRefEntries = {
  /** Address of the index-0 wallet of the entropy. */
  entropy_id: address(),
  entropy_id_verifier: v.picklist(['ethereum-address-verifier', 'solana-address-verifier']),
} as const;

/** What every custody call signs besides: the host page's origin, checked against the app's current list. */
const parentOrigin = () => v.pipe(v.string(), v.maxLength(253));

export const frameContextBodySchema = v.strictObject({
  app_id: v.pipe(v.string(), v.maxLength(64)),
  parent_origin: parentOrigin(),
  /** Every ancestor, nearest first, where the browser tells (`location.ancestorOrigins`); else the parent alone. */
  ancestor_origins: v.pipe(v.array(v.string()), v.maxLength(16)),
});
export type FrameContextBody = v.InferInput<typeof frameContextBodySchema>;
export const frameContextReplySchema = v.object({
  allowed: v.boolean(),
  /** Nonce for the first proof. */
  dpop_nonce: v.string(),
  allow_raw_signing: v.boolean(),
});
export type FrameContextReply = v.InferOutput<typeof frameContextReplySchema>;

export const verifyTokenBodySchema = v.strictObject({ parent_origin: parentOrigin() });
export type VerifyTokenBody = v.InferInput<typeof verifyTokenBodySchema>;
export const verifyTokenReplySchema = v.object({ user_id: v.string(), session_id: v.string() });
export type VerifyTokenReply = v.InferOutput<typeof verifyTokenReplySchema>;

export const custodyWalletSchema = v.object({
  address: v.string(),
  chain_type: chainType(),
  wallet_index: v.pipe(v.number(), v.integer()),
});

export const createWalletBodySchema = v.strictObject({
  parent_origin: parentOrigin(),
  request_id: id128(),
  entropy_uid: id128(),
  wallets: v.pipe(
    v.array(
      v.strictObject({
        address: address(),
        chain_type: v.literal('ethereum'),
        wallet_index: v.literal(0),
        /** r, s and recovery bit by the wallet's own key over `walletClaim`: nobody registers an address that he does not hold. */
        signature: base64url(87, 87),
      }),
    ),
    v.length(1),
  ),
  device: v.strictObject({ device_id: id128(), auth_part: part() }),
  recovery: v.strictObject({
    recovery_id: id128(),
    recovery_version: v.literal(1),
    // Known as 'automatic' too, stored and sent as 'privy' (D3).
    method: v.pipe(
      v.picklist(['privy', 'automatic']),
      v.transform(() => 'privy' as const),
    ),
    auth_part: part(),
    ciphertext: base64url(16, 1024),
    /** Automatic recovery only: the key that opens `ciphertext`, for the recovery store. */
    recovery_key: base64url(43, 43),
  }),
});
/**
 * What a new wallet's key signs, by its Keccak-256. The leading 0x19 byte with an 'L' belongs to no other kind of
 * message (EIP-191), so that no signature that a host page can ask for ever serves as one.
 */
export const walletClaim = (claim: { appId: string; userId: string; entropyUid: string; address: string }) =>
  `\x19Latchkey wallet v1\n${claim.appId}\n${claim.userId}\n${claim.entropyUid}\n${claim.address}`;
export type CreateWalletBody = v.InferInput<typeof createWalletBodySchema>;
export const createWalletReplySchema = v.object({
  /** False when a parallel create won: then the winner's entropy stands here and the frame drops its own. */
  created: v.boolean(),
  entropy_uid: v.string(),
  wallets: v.array(custodyWalletSchema),
});
export type CreateWalletReply = v.InferOutput<typeof createWalletReplySchema>;

export const connectWalletBodySchema = v.strictObject({
  parent_origin: parentOrigin(),
  ...entropyRefEntries,
  device_id: id128(),
  entropy_uid: id128(),
});
export type ConnectWalletBody = v.InferInput<typeof connectWalletBodySchema>;
export const connectWalletReplySchema = v.object({
  auth_part: v.string(),
  recovery_version: v.number(),
  wallets: v.array(custodyWalletSchema),
});
export type ConnectWalletReply = v.InferOutput<typeof connectWalletReplySchema>;

export const recoverWalletBodySchema = v.strictObject({
  parent_origin: parentOrigin(),
  ...entropyRefEntries,
});
export type RecoverWalletBody = v.InferInput<typeof recoverWalletBodySchema>;
export const recoverWalletReplySchema = v.object({
  entropy_uid: v.string(),
  recovery_id: v.string(),
  recovery_version: v.number(),
  method: v.literal('privy'),
  auth_part: v.string(),
  ciphertext: v.string(),
  recovery_key: v.string(),
  wallets: v.array(custodyWalletSchema),
});
export type RecoverWalletReply = v.InferOutput<typeof recoverWalletReplySchema>;

export const enrolDeviceBodySchema = v.strictObject({
  parent_origin: parentOrigin(),
  request_id: id128(),
  entropy_uid: id128(),
  device_id: id128(),
  auth_part: part(),
});
export type EnrolDeviceBody = v.InferInput<typeof enrolDeviceBodySchema>;
export const enrolDeviceReplySchema = v.object({ recovery_version: v.number() });
export type EnrolDeviceReply = v.InferOutput<typeof enrolDeviceReplySchema>;

const custodyCodes = [
  'missing_or_invalid_token',
  'recent_login_required',
  'use_dpop_nonce',
  'invalid_dpop_proof',
  'missing_or_invalid_mfa',
] as const;

export const custodyRoutes = {
  /** Before any session: may this page show the frame, and a nonce for the proofs. Needs no proof. */
  context: /* @__PURE__ */ route<FrameContextBody, FrameContextReply>({
    name: 'frame.context',
    method: 'POST',
    path: '/api/v1/frame/context',
    auth: 'none',
    retry: 'safe',
    codes: [],
    summary: 'Whether the frame may run inside these ancestors, and a proof nonce.',
  }),
  verifyToken: /* @__PURE__ */ route<VerifyTokenBody, VerifyTokenReply>({
    name: 'frame.verifyToken',
    method: 'POST',
    path: '/api/v1/frame/token/verify',
    auth: 'frame',
    retry: 'safe',
    codes: custodyCodes,
    summary: 'Whether the session of a token is alive, and whose it is.',
  }),
  create: /* @__PURE__ */ route<CreateWalletBody, CreateWalletReply>({
    name: 'frame.create',
    method: 'POST',
    path: '/api/v1/frame/wallets/create',
    auth: 'frame',
    retry: 'safe',
    codes: [
      ...custodyCodes,
      'embedded_wallet_already_exists',
      'idempotency_mismatch',
      'linked_to_another_user',
    ],
    summary: 'Registers a created wallet: addresses, device pair and recovery pair, in one go.',
  }),
  connect: /* @__PURE__ */ route<ConnectWalletBody, ConnectWalletReply>({
    name: 'frame.connect',
    method: 'POST',
    path: '/api/v1/frame/wallets/connect',
    auth: 'frame',
    retry: 'safe',
    codes: [...custodyCodes, 'wallet_not_on_device', 'embedded_wallet_not_found'],
    summary: "Releases this device's auth part.",
  }),
  recover: /* @__PURE__ */ route<RecoverWalletBody, RecoverWalletReply>({
    name: 'frame.recover',
    method: 'POST',
    path: '/api/v1/frame/wallets/recover',
    auth: 'frame',
    retry: 'safe',
    codes: [...custodyCodes, 'embedded_wallet_not_found', 'not_supported'],
    summary: 'Releases the recovery material; every release is recorded and notified.',
  }),
  enrolDevice: /* @__PURE__ */ route<EnrolDeviceBody, EnrolDeviceReply>({
    name: 'frame.enrolDevice',
    method: 'POST',
    path: '/api/v1/frame/devices/enrol',
    auth: 'frame',
    retry: 'safe',
    codes: [...custodyCodes, 'embedded_wallet_not_found', 'idempotency_mismatch'],
    summary: 'Stores the auth part of a device pair that was split afresh.',
  }),
} as const;
