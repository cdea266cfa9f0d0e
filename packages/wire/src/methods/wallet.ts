import type { ErrorCode } from '../errors.ts';
import { route } from '../route.ts';
import type {
  SolanaWalletAuthenticateBody,
  SolanaWalletInitBody,
  SolanaWalletLinkBody,
  UnlinkSolanaWalletBody,
  UnlinkWalletBody,
  WalletAuthenticateBody,
  WalletInitBody,
  WalletLinkBody,
  WalletNonce,
} from '../schemas/methods/wallet.ts';
import type { TokenReply } from '../schemas/session.ts';
import type { WireUser } from '../schemas/user.ts';
import { changeCodes, linkConflictCodes, unlinkCodes } from './account-codes.ts';

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

/** Sign-In with Ethereum (EIP-4361) and with Solana: login and accounts by a wallet of the person's own. */
export const walletRoutes = {
  init: /* @__PURE__ */ route<WalletInitBody, WalletNonce>({
    name: 'wallet.init',
    method: 'POST',
    path: '/api/v1/siwe/init',
    auth: 'optional',
    retry: 'safe',
    codes: initCodes,
    summary:
      'Gives the nonce of a message that an Ethereum wallet signs: to log in, or for a signed-in user to link it.',
  }),
  authenticate: /* @__PURE__ */ route<WalletAuthenticateBody, TokenReply>({
    name: 'wallet.authenticate',
    method: 'POST',
    path: '/api/v1/siwe/authenticate',
    // The bearer of a guest, who becomes the user of the proved account.
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
    summary: 'Links an Ethereum wallet to the user, by a message that it signed for this user.',
  }),
  unlink: /* @__PURE__ */ route<UnlinkWalletBody, WireUser>({
    name: 'wallet.unlink',
    method: 'POST',
    path: '/api/v1/siwe/unlink',
    auth: 'user',
    retry: 'never',
    codes: [...unlinkCodes, 'not_supported'],
    summary:
      'Takes an Ethereum wallet from the user, unless it is the last way to log in or an embedded one.',
  }),
  initSolana: /* @__PURE__ */ route<SolanaWalletInitBody, WalletNonce>({
    name: 'wallet.initSolana',
    method: 'POST',
    path: '/api/v1/siws/init',
    auth: 'optional',
    retry: 'safe',
    codes: initCodes,
    summary:
      'Gives the nonce of a message that a Solana wallet signs: to log in, or for a signed-in user to link it.',
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
    summary: 'Links a Solana wallet to the user, by a message that it signed for this user.',
  }),
  unlinkSolana: /* @__PURE__ */ route<UnlinkSolanaWalletBody, WireUser>({
    name: 'wallet.unlinkSolana',
    method: 'POST',
    path: '/api/v1/siws/unlink',
    auth: 'user',
    retry: 'never',
    codes: [...unlinkCodes, 'not_supported'],
    summary: 'Takes a Solana wallet from the user, unless it is the last way to log in or an embedded one.',
  }),
} as const;
