import { type ErrorCode, isCode } from '../errors.ts';
import { route } from '../route.ts';
import type { TransferEmailBody } from '../schemas/methods/email.ts';
import type { FarcasterTransferBody } from '../schemas/methods/farcaster.ts';
import type { OAuthTransferBody, OAuthUserInfo } from '../schemas/methods/oauth.ts';
import type { TransferPhoneBody } from '../schemas/methods/sms.ts';
import type { TransferTelegramBody } from '../schemas/methods/telegram.ts';
import type { SolanaWalletTransferBody, WalletTransferBody } from '../schemas/methods/wallet.ts';
import type { WireUser } from '../schemas/user.ts';

/** What a transfer may be refused with. */
export const transferCodes = [
  'missing_or_invalid_token',
  'missing_or_invalid_mfa',
  'account_on_hold',
  'recent_login_required',
  'invalid_credentials',
  'disallowed_login_method',
  'allowlist_rejected',
  'cannot_link_more_of_type',
  'cannot_unlink_sole_account',
] as const satisfies readonly ErrorCode[];

/** Moves an account here that another user has, by the nonce that its link was answered with (wire §1.4). Alphabetical. */
export const transferRoutes = {
  email: /* @__PURE__ */ route<TransferEmailBody, WireUser>({
    name: 'email.transfer',
    method: 'POST',
    path: '/api/v1/passwordless/transfer',
    auth: 'user',
    retry: 'never',
    codes: [...transferCodes, 'disallowed_plus_email'],
    summary:
      'Moves an e-mail address here that another user has, by the nonce that its link was answered with.',
  }),
  farcaster: /* @__PURE__ */ route<FarcasterTransferBody, WireUser>({
    name: 'farcaster.transfer',
    method: 'POST',
    path: '/api/v1/farcaster/transfer',
    auth: 'user',
    retry: 'never',
    codes: transferCodes,
    summary:
      'Moves a Farcaster account here that another user has, by the nonce that a link was answered with.',
  }),
  oauth: /* @__PURE__ */ route<OAuthTransferBody, WireUser>({
    name: 'oauth.transfer',
    method: 'POST',
    path: '/api/v1/oauth/transfer',
    auth: 'user',
    retry: 'never',
    codes: transferCodes,
    summary:
      'Moves an account at a provider that another user has, by the nonce that its link was answered with.',
  }),
  sms: /* @__PURE__ */ route<TransferPhoneBody, WireUser>({
    name: 'sms.transfer',
    method: 'POST',
    path: '/api/v1/passwordless_sms/transfer',
    auth: 'user',
    retry: 'never',
    codes: transferCodes,
    summary: 'Moves a phone number here that another user has, by the nonce that its link was answered with.',
  }),
  solanaWallet: /* @__PURE__ */ route<SolanaWalletTransferBody, WireUser>({
    name: 'wallet.transferSolana',
    method: 'POST',
    path: '/api/v1/siws/transfer',
    auth: 'user',
    retry: 'never',
    codes: transferCodes,
    summary:
      'Moves a Solana wallet here that another user has, by the nonce that its link was answered with.',
  }),
  telegram: /* @__PURE__ */ route<TransferTelegramBody, WireUser>({
    name: 'telegram.transfer',
    method: 'POST',
    path: '/api/v1/telegram/transfer',
    auth: 'user',
    retry: 'never',
    codes: [...transferCodes, 'not_supported'],
    summary:
      'Moves a Telegram account here that another user has, by the nonce that its link was answered with and by what Telegram signed.',
  }),
  wallet: /* @__PURE__ */ route<WalletTransferBody, WireUser>({
    name: 'wallet.transfer',
    method: 'POST',
    path: '/api/v1/siwe/transfer',
    auth: 'user',
    retry: 'never',
    codes: transferCodes,
    summary:
      'Moves an Ethereum wallet here that another user has, by the nonce that its link was answered with.',
  }),
} as const;

/** What the service says of an account that another user has and may give up (docs/wire/protocol.md §1.4). */
export interface TransferOffer {
  /** Stands for the proof that the person gave; good once. */
  readonly nonce: string;
  /** What the account is: address, number, or its id at a provider. */
  readonly subject: string;
  /** The account, as its owner knows it. */
  readonly displayName: string;
  /** The other user's wallet, if they have one. */
  readonly otherWalletAddress: string | null;
  /** An account at a provider; goes back as it came. */
  readonly userInfo: OAuthUserInfo;
}

/** Reads the offer out of a refused link; null where there is none. */
export function findTransferOffer(error: unknown): TransferOffer | null {
  if (!isCode(error, 'account_transfer_required')) return null;
  const { account, nonce, otherUser, subject } = (error.details ?? {}) as Partial<Record<string, unknown>>;
  const { displayName } = (account ?? {}) as { displayName?: unknown };
  const { embeddedWalletAddress, oAuthUserInfo } = (otherUser ?? {}) as Partial<Record<string, unknown>>;
  if (typeof nonce !== 'string' || typeof subject !== 'string' || typeof displayName !== 'string')
    return null;
  return {
    nonce,
    subject,
    displayName,
    otherWalletAddress: typeof embeddedWalletAddress === 'string' ? embeddedWalletAddress : null,
    userInfo: { ...(oAuthUserInfo as object | undefined), subject } as OAuthUserInfo,
  };
}
