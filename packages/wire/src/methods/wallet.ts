import * as v from 'valibot';
import { flag } from '../about.ts';
import { captchaToken } from '../captcha.ts';
import { changeCodes, linkConflictCodes, transferCodes, unlinkCodes } from '../codes.ts';
import type { ErrorCode } from '../errors.ts';
import { feature } from '../feature.ts';
import * as limits from '../limits.ts';
import { route } from '../route.ts';
import type { InputOf, OutputOf } from '../schema.ts';
import { type TokenReply, tokenReplySchema } from '../tokenReply.ts';
import { userSchema, type WireUser } from '../user.ts';
import { loginMode, transferNonce } from './fields.ts';
import { method } from './method.ts';
import { proofBody } from './proof-body.ts';

const initCodes = [
  'invalid_captcha',
  'disallowed_login_method',
  'account_on_hold',
  'recent_login_required',
] as const satisfies readonly ErrorCode[];

const loginCodes = [
  'invalid_credentials',
  'disallowed_login_method',
  'allowlist_rejected',
  'max_accounts_reached',
  'user_does_not_exist',
  'not_supported',
] as const satisfies readonly ErrorCode[];

/** Ethereum address, in any letter case. The checksum is required in the message. */
const ethereumAddress = () =>
  v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]{40}$/, 'The address must be 0x and 40 hexadecimal digits'));
/** Solana address: 32 bytes in base58. */
const solanaAddress = () =>
  v.pipe(
    v.string(),
    v.regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/, 'The address must be one of Solana, in base58'),
  );

/** Ethereum chain (CAIP-2). */
const chainId = () =>
  v.optional(
    v.nullable(
      v.pipe(
        v.string(),
        v.maxLength(41),
        v.regex(/^eip155:[1-9]\d{0,15}$/, 'The chain must be one such as eip155:1'),
      ),
    ),
  );
/** Description of the wallet by the client. Nothing proves it. */
const clientName = () => v.optional(v.nullable(v.pipe(v.string(), v.maxLength(64))));
const client = () => ({ walletClientType: clientName(), connectorType: clientName() });
const message = () => v.pipe(v.string(), v.minLength(1), v.maxLength(limits.signInMessageLength));

/** Signature: 65 bytes from a key; any length up to a limit from a contract (ERC-1271, ERC-6492). */
const bytesInHex = () =>
  v.pipe(
    v.string(),
    v.maxLength(2 + 2 * limits.walletSignatureBytes),
    v.regex(/^0x(?:[0-9a-fA-F]{2})+$/, 'The signature must be bytes in hexadecimal'),
  );
/** Ed25519 signature of 64 bytes. */
const signatureInBase64 = () =>
  v.pipe(
    v.string(),
    v.maxLength(88),
    v.regex(/^[A-Za-z0-9+/]{86}(?:==)?$/, 'The signature must be 64 bytes in base64'),
  );

const signed = () => ({ message: message(), signature: bytesInHex(), chainId: chainId(), ...client() });
const solanaSigned = () => ({ message: message(), signature: signatureInBase64(), ...client() });

/** `expires_at` is an ISO 8601 time. */
export const walletNonceSchema = () =>
  v.object({ nonce: v.string(), address: v.string(), expires_at: v.string() });
export type WalletNonce = OutputOf<typeof walletNonceSchema>;

/** Sign-In with Ethereum (EIP-4361). */
export const walletInitBodySchema = () => v.object({ address: ethereumAddress(), token: captchaToken() });
export type WalletInitBody = InputOf<typeof walletInitBodySchema>;
export const walletLinkBodySchema = () => proofBody(signed());
export type WalletLinkBody = InputOf<typeof walletLinkBodySchema>;
export const walletAuthenticateBodySchema = () => proofBody({ ...signed(), mode: loginMode() });
export type WalletAuthenticateBody = InputOf<typeof walletAuthenticateBodySchema>;
/** Wallet to unlink. `chainId` is needed for a contract only. */
export const unlinkWalletBodySchema = () => v.object({ address: ethereumAddress(), chainId: chainId() });
export type UnlinkWalletBody = InputOf<typeof unlinkWalletBodySchema>;
export const walletTransferBodySchema = () =>
  proofBody({
    nonce: transferNonce(),
    address: ethereumAddress(),
    chainId: chainId(),
    ...client(),
  });
export type WalletTransferBody = InputOf<typeof walletTransferBodySchema>;

/** Sign-in with Solana. */
export const solanaWalletInitBodySchema = () => v.object({ address: solanaAddress(), token: captchaToken() });
export type SolanaWalletInitBody = InputOf<typeof solanaWalletInitBodySchema>;
export const solanaWalletLinkBodySchema = () => proofBody(solanaSigned());
export type SolanaWalletLinkBody = InputOf<typeof solanaWalletLinkBodySchema>;
export const solanaWalletAuthenticateBodySchema = () => proofBody({ ...solanaSigned(), mode: loginMode() });
export type SolanaWalletAuthenticateBody = InputOf<typeof solanaWalletAuthenticateBodySchema>;
export const unlinkSolanaWalletBodySchema = () => v.object({ address: solanaAddress() });
export type UnlinkSolanaWalletBody = InputOf<typeof unlinkSolanaWalletBodySchema>;
export const solanaWalletTransferBodySchema = () =>
  proofBody({
    nonce: transferNonce(),
    address: solanaAddress(),
    ...client(),
  });
export type SolanaWalletTransferBody = InputOf<typeof solanaWalletTransferBodySchema>;

/** Proof that confirms a login with either chain type. The format of the signature distinguishes them. */
export const walletProofSchema = () =>
  proofBody({
    method: v.literal('wallet'),
    message: message(),
    signature: v.union([bytesInHex(), signatureInBase64()]),
    chainId: chainId(),
  });

/** Sign-In with Ethereum (EIP-4361) and with Solana: login and accounts with an external wallet. */
export const walletRoutes = {
  init: /* @__PURE__ */ route<WalletInitBody, WalletNonce>({
    name: 'wallet.init',
    method: 'POST',
    path: '/api/v1/siwe/init',
    auth: 'optional',
    retry: 'safe',
    codes: initCodes,
    summary:
      'Returns the nonce for a message that an Ethereum wallet signs, for a login or for a signed-in user to link it.',
  }),
  authenticate: /* @__PURE__ */ route<WalletAuthenticateBody, TokenReply>({
    name: 'wallet.authenticate',
    method: 'POST',
    path: '/api/v1/siwe/authenticate',
    // A guest sends their token, and becomes the user of the proved account.
    auth: 'optional',
    retry: 'never',
    codes: [...loginCodes, 'linked_to_another_user'],
    summary:
      'Logs in with a message that an Ethereum wallet signed: a key, or a contract (ERC-1271, ERC-6492).',
  }),
  link: /* @__PURE__ */ route<WalletLinkBody, WireUser>({
    name: 'wallet.link',
    method: 'POST',
    path: '/api/v1/siwe/link',
    auth: 'user',
    retry: 'never',
    codes: [...changeCodes, 'not_supported', ...linkConflictCodes],
    summary: 'Links an Ethereum wallet to the user, with a message that the wallet signed for this user.',
  }),
  unlink: /* @__PURE__ */ route<UnlinkWalletBody, WireUser>({
    name: 'wallet.unlink',
    method: 'POST',
    path: '/api/v1/siwe/unlink',
    auth: 'user',
    retry: 'never',
    codes: [...unlinkCodes, 'not_supported'],
    summary:
      'Unlinks an Ethereum wallet from the user, unless it is the last way to log in or an embedded wallet.',
  }),
  initSolana: /* @__PURE__ */ route<SolanaWalletInitBody, WalletNonce>({
    name: 'wallet.initSolana',
    method: 'POST',
    path: '/api/v1/siws/init',
    auth: 'optional',
    retry: 'safe',
    codes: initCodes,
    summary:
      'Returns the nonce for a message that a Solana wallet signs, for a login or for a signed-in user to link it.',
  }),
  authenticateSolana: /* @__PURE__ */ route<SolanaWalletAuthenticateBody, TokenReply>({
    name: 'wallet.authenticateSolana',
    method: 'POST',
    path: '/api/v1/siws/authenticate',
    auth: 'optional',
    retry: 'never',
    codes: [...loginCodes, 'linked_to_another_user'],
    summary: 'Logs in with a message that a Solana wallet signed.',
  }),
  linkSolana: /* @__PURE__ */ route<SolanaWalletLinkBody, WireUser>({
    name: 'wallet.linkSolana',
    method: 'POST',
    path: '/api/v1/siws/link',
    auth: 'user',
    retry: 'never',
    codes: [...changeCodes, 'not_supported', ...linkConflictCodes],
    summary: 'Links a Solana wallet to the user, with a message that the wallet signed for this user.',
  }),
  unlinkSolana: /* @__PURE__ */ route<UnlinkSolanaWalletBody, WireUser>({
    name: 'wallet.unlinkSolana',
    method: 'POST',
    path: '/api/v1/siws/unlink',
    auth: 'user',
    retry: 'never',
    codes: [...unlinkCodes, 'not_supported'],
    summary:
      'Unlinks a Solana wallet from the user, unless it is the last way to log in or an embedded wallet.',
  }),
  transfer: /* @__PURE__ */ route<WalletTransferBody, WireUser>({
    name: 'wallet.transfer',
    method: 'POST',
    path: '/api/v1/siwe/transfer',
    auth: 'user',
    retry: 'never',
    codes: transferCodes,
    summary:
      'Moves an Ethereum wallet of another user to this user, with the nonce from the answer to its link request.',
  }),
  transferSolana: /* @__PURE__ */ route<SolanaWalletTransferBody, WireUser>({
    name: 'wallet.transferSolana',
    method: 'POST',
    path: '/api/v1/siws/transfer',
    auth: 'user',
    retry: 'never',
    codes: transferCodes,
    summary:
      'Moves a Solana wallet of another user to this user, with the nonce from the answer to its link request.',
  }),
} as const;

export const walletMethod = () =>
  method('wallet', {
    routes: feature('wallet', walletRoutes, {
      init: { body: walletInitBodySchema(), reply: walletNonceSchema() },
      authenticate: { body: walletAuthenticateBodySchema(), reply: tokenReplySchema() },
      link: { body: walletLinkBodySchema(), reply: userSchema() },
      unlink: { body: unlinkWalletBodySchema(), reply: userSchema() },
      transfer: { body: walletTransferBodySchema(), reply: userSchema() },
      initSolana: { body: solanaWalletInitBodySchema(), reply: walletNonceSchema() },
      authenticateSolana: {
        body: solanaWalletAuthenticateBodySchema(),
        reply: tokenReplySchema(),
      },
      linkSolana: { body: solanaWalletLinkBodySchema(), reply: userSchema() },
      unlinkSolana: { body: unlinkSolanaWalletBodySchema(), reply: userSchema() },
      transferSolana: { body: solanaWalletTransferBodySchema(), reply: userSchema() },
    }),
    logins: ['wallet.authenticate', 'wallet.authenticateSolana'],
    proof: walletProofSchema(),
    flags: {
      wallet_auth: flag('If true, users may log in with an Ethereum wallet.'),
      solana_wallet_auth: flag('If true, users may log in with a Solana wallet.'),
    },
  });
