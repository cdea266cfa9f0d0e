import { isCode } from '../errors.ts';
import type { OAuthUserInfo } from './oauth.ts';

/** Offer to move an account that another user has (docs/wire/protocol.md §1.4). */
export interface TransferOffer {
  /** Nonce that stands for the user's proof, valid once. */
  readonly nonce: string;
  /** Subject of the account: address, number, or its id at a provider. */
  readonly subject: string;
  /** Name by which the account's owner knows it. */
  readonly displayName: string;
  /** Address of the other user's embedded Ethereum wallet; null if they have none. */
  readonly otherWalletAddress: string | null;
  /** Profile at a provider of social login, sent back unchanged. For other accounts only the subject. */
  readonly userInfo: OAuthUserInfo;
}

/** Reads the offer from the error of a refused attempt to link an account. Returns null if there is none. */
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
