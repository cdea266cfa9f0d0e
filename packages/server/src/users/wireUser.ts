import type { CustomMetadata, WireAccount, WireUser } from '@latchkey/wire';
import type { AccountKey } from './index.ts';

/** A user as the store gives it. */
export interface StoredUser {
  id: string;
  createdAtMs: number;
  hasAcceptedTerms: boolean;
  customMetadata: CustomMetadata | null;
  mfaMethods: WireUser['mfa_methods'];
  /** Oldest first. */
  accounts: StoredAccount[];
}

interface StoredAccount {
  type: AccountKey['type'];
  details: Record<string, unknown>;
  firstVerifiedAtMs: number;
  latestVerifiedAtMs: number;
}

const seconds = (ms: number) => Math.floor(ms / 1000);

/**
 * The account as the wire carries it. Existing clients sort by the three times and need all of them as numbers
 * (docs/wire/protocol.md §3.2).
 */
function toWireAccount(account: StoredAccount): WireAccount {
  const first = seconds(account.firstVerifiedAtMs);
  return {
    ...account.details,
    type: account.type,
    verified_at: first,
    first_verified_at: first,
    latest_verified_at: seconds(account.latestVerifiedAtMs),
  } as WireAccount;
}

/** The user as the wire carries it (docs/wire/protocol.md §3.2). */
export function toWireUser(user: StoredUser): WireUser {
  return {
    id: user.id,
    created_at: seconds(user.createdAtMs),
    linked_accounts: user.accounts.filter(({ type }) => type !== 'guest').map(toWireAccount),
    mfa_methods: user.mfaMethods,
    has_accepted_terms: user.hasAcceptedTerms,
    is_guest: user.accounts.some(({ type }) => type === 'guest'),
    ...(user.customMetadata ? { custom_metadata: user.customMetadata } : {}),
  };
}
