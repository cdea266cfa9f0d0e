import type { CustomMetadata, WireUser } from './schemas/user.ts';
import type { LinkedAccount, WalletAccount } from './users/account.ts';
import { accountFromWire, embeddedWalletClient } from './users/account.ts';

/** Recovery methods of an embedded wallet as stored and sent; 'automatic' is the label of 'privy' (D3). */
export const recoveryMethods = ['privy', 'user-passcode', 'google-drive', 'icloud'] as const;
export type RecoveryMethod = (typeof recoveryMethods)[number];

/** The stored and sent value of a recovery method, from any name that it is known by; null for what is none. */
export function toRecoveryMethod(name: string): RecoveryMethod | null {
  if (name === 'automatic') return 'privy';
  return recoveryMethods.find((method) => method === name) ?? null;
}

/** The MFA methods that exist (CONST-01). */
export const mfaMethods = ['sms', 'totp', 'passkey'] as const;
export type MfaMethod = (typeof mfaMethods)[number];

/** A user as our client gives it to a host. */
export interface User {
  id: string;
  createdAt: Date;
  email: { address: string } | null;
  phone: { number: string } | null;
  /** The active wallet: the embedded one at index 0, else the newest. */
  wallet: WalletAccount | null;
  farcaster: { fid: number; signerPublicKey: string | null } | null;
  linkedAccounts: LinkedAccount[];
  mfaMethods: MfaMethod[];
  hasAcceptedTerms: boolean;
  isGuest: boolean;
  /** What the app's back end noted about the user. */
  customMetadata: CustomMetadata;
}

/** Turns the wire's user into the client's. Account types that this version does not know are left out. */
export function userFromWire(user: WireUser): User {
  const createdAt = new Date(user.created_at * 1000);
  const linked: LinkedAccount[] = user.linked_accounts
    .map(accountFromWire)
    .filter((account) => account !== null);
  // The wire carries `is_guest` and no entry; our client lists one.
  if (user.is_guest) linked.push({ type: 'guest', latestVerifiedAt: createdAt });
  const newest = <T extends LinkedAccount['type']>(type: T) =>
    linked
      .filter((account): account is Extract<LinkedAccount, { type: T }> => account.type === type)
      .sort((a, b) => (b.latestVerifiedAt?.getTime() ?? 0) - (a.latestVerifiedAt?.getTime() ?? 0))[0];
  const email = newest('email');
  const phone = newest('phone');
  const farcaster = newest('farcaster');
  return {
    id: user.id,
    createdAt,
    email: email ? { address: email.address } : null,
    phone: phone ? { number: phone.number } : null,
    wallet: embeddedWalletOf(linked, 'ethereum') ?? newest('wallet') ?? null,
    farcaster: farcaster ? { fid: farcaster.fid, signerPublicKey: farcaster.signerPublicKey ?? null } : null,
    linkedAccounts: linked,
    mfaMethods: user.mfa_methods.map((method) => method.type),
    hasAcceptedTerms: user.has_accepted_terms,
    isGuest: user.is_guest,
    customMetadata: user.custom_metadata ?? {},
  };
}

/** Tells whether an account is an embedded wallet (EMBW-01). */
export function isEmbeddedWallet(account: LinkedAccount): account is WalletAccount {
  return account.type === 'wallet' && account.walletClientType === embeddedWalletClient;
}

/** The primary embedded wallet of a chain: created, not imported, index 0 (docs/wire/protocol.md §3.2). */
export function embeddedWalletOf(
  accounts: readonly LinkedAccount[],
  chainType: 'ethereum' | 'solana',
): WalletAccount | null {
  return (
    accounts
      .filter(isEmbeddedWallet)
      .find((wallet) => !wallet.imported && wallet.chainType === chainType && wallet.walletIndex === 0) ??
    null
  );
}
