import { isCode } from '../errors.ts';
import type { OAuthUserInfo } from './oauth.ts';

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
