import type { CustomMetadata, WireAccount, WireUser } from '@latchkey/wire';
import type { AccountKey } from './index.ts';

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
 * Converts an account to the form of the wire protocol. Existing clients need all three times as numbers
 * (docs/wire/protocol.md §3.2).
 */
function toWireAccount(account: StoredAccount): WireAccount {
  const first = seconds(account.firstVerifiedAtMs);
  // Not a spread with fields after it, for which V8 would create a hidden class at each call (decision 386).
  return Object.assign({}, account.details, {
    type: account.type,
    verified_at: first,
    first_verified_at: first,
    latest_verified_at: seconds(account.latestVerifiedAtMs),
  }) as WireAccount;
}

/** Converts a user to the form of the wire protocol (docs/wire/protocol.md §3.2). */
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
