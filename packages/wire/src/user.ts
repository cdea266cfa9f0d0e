import * as v from 'valibot';
import { accountFromWire, embeddedWalletClient, type LinkedAccount, type WalletAccount } from './account.ts';
import { linkedAccountSchema } from './account-types/accounts.ts';
import { seconds } from './fields.ts';
import * as limits from './limits.ts';
import type { OutputOf } from './schema.ts';

/** MFA methods (CONST-01). */
export const mfaMethods = ['sms', 'totp', 'passkey'] as const;
export type MfaMethod = (typeof mfaMethods)[number];

/** Returns the length of the JSON in UTF-8, in bytes. This package compiles without the type of TextEncoder. */
function bytesOf(value: unknown): number {
  let bytes = 0;
  for (const character of JSON.stringify(value)) {
    const point = character.codePointAt(0) ?? 0;
    bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
  }
  return bytes;
}

/**
 * Schema of a back end's notes about a user: scalars by name. They are small, because identity tokens carry them.
 * Names of inherited properties are refused: an attacker who chooses a name could otherwise override one (S56).
 */
export const customMetadataSchema = () =>
  v.pipe(
    // An array would otherwise pass as a record with the names 0, 1, 2.
    v.custom<Record<string, string | number | boolean>>(
      (value) => !Array.isArray(value),
      'must be an object',
    ),
    v.record(
      v.pipe(
        v.string(),
        v.regex(/^[A-Za-z0-9_.:-]{1,40}$/, 'names must be 1 to 40 letters, digits, _ . : or -'),
        v.check((name) => !(name in {}), 'holds a name that is reserved'),
      ),
      v.union(
        [v.string(), v.pipe(v.number(), v.finite()), v.boolean()],
        'values must be texts, numbers or booleans',
      ),
    ),
    v.check(
      (metadata) => Object.keys(metadata).length <= limits.metadataKeys,
      `must hold at most ${limits.metadataKeys} names`,
    ),
    v.check(
      (metadata) => bytesOf(metadata) <= limits.metadataBytes,
      `must be at most ${limits.metadataBytes} bytes as JSON`,
    ),
  );
export type CustomMetadata = OutputOf<typeof customMetadataSchema>;

export const userSchema = () =>
  v.object({
    id: v.pipe(v.string(), v.startsWith('did:privy:')),
    created_at: seconds(),
    linked_accounts: v.array(linkedAccountSchema()),
    mfa_methods: v.array(v.object({ type: v.picklist(mfaMethods), verified_at: seconds() })),
    has_accepted_terms: v.boolean(),
    is_guest: v.boolean(),
    custom_metadata: v.optional(v.record(v.string(), v.union([v.string(), v.number(), v.boolean()]))),
  });

/** User as the wire carries it (docs/wire/protocol.md §3.2). */
export type WireUser = OutputOf<typeof userSchema>;

/** User as our client returns it to a host. */
export interface User {
  id: string;
  createdAt: Date;
  email: { address: string } | null;
  phone: { number: string } | null;
  /** Active wallet: the created Ethereum wallet at index 0, or else the most recently verified wallet. */
  wallet: WalletAccount | null;
  farcaster: { fid: number; signerPublicKey: string | null } | null;
  linkedAccounts: LinkedAccount[];
  mfaMethods: MfaMethod[];
  hasAcceptedTerms: boolean;
  isGuest: boolean;
  /** Notes of the app's back end about the user. */
  customMetadata: CustomMetadata;
}

/** Converts the wire's user to the client's. Drops account types that this version does not know. */
export function userFromWire(user: WireUser): User {
  const createdAt = new Date(user.created_at * 1000);
  const linked: LinkedAccount[] = user.linked_accounts
    .map(accountFromWire)
    .filter((account) => account !== null);
  // The wire carries `is_guest` without an account; our client adds one.
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

/** Returns true if an account is an embedded wallet (EMBW-01). */
export function isEmbeddedWallet(account: LinkedAccount): account is WalletAccount {
  return account.type === 'wallet' && account.walletClientType === embeddedWalletClient;
}

/** Returns the primary embedded wallet of a chain: created, not imported, index 0 (docs/wire/protocol.md §3.2). */
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
