import { isCode } from '../errors.ts';
import type { OAuthUserInfo } from '../schemas/methods/oauth.ts';

/** What the service says of an account that another user has and may give up (docs/wire/protocol.md §1.4). */
export interface TransferOffer {
  /** Stands for the proof that the person gave at the provider; good once. */
  readonly nonce: string;
  /** The account, as its owner knows it. */
  readonly displayName: string;
  /** What is lost with the other user, if it has a wallet. */
  readonly otherWalletAddress: string | null;
  /** Goes back as it came. */
  readonly userInfo: OAuthUserInfo;
}

/** Reads the offer out of a refused link; null where there is none. */
export function findTransferOffer(error: unknown): TransferOffer | null {
  if (!isCode(error, 'account_transfer_required')) return null;
  const { account, nonce, otherUser, subject } = (error.details ?? {}) as Partial<Record<string, unknown>>;
  const { displayName } = (account ?? {}) as { displayName?: unknown };
  const { embeddedWalletAddress, oAuthUserInfo } = (otherUser ?? {}) as Partial<Record<string, unknown>>;
  if (typeof nonce !== 'string' || typeof displayName !== 'string') return null;
  return {
    nonce,
    displayName,
    otherWalletAddress: typeof embeddedWalletAddress === 'string' ? embeddedWalletAddress : null,
    userInfo: { subject, ...(oAuthUserInfo as object | undefined) } as OAuthUserInfo,
  };
}
