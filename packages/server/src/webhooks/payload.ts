import {
  isEmbedded,
  limits,
  type WebhookEvent,
  type WebhookRecoveryMethod,
  type WebhookType,
  type WireAccount,
  type WireUser,
  webhookTestType,
} from '@latchkey/wire';

/** Facts of an event: ids, kinds and counts from the audit log. */
export interface EventFacts {
  userId: string | null;
  subject: string | null;
  details: Readonly<Record<string, unknown>>;
  atMs: number;
}

type WireWallet = Extract<WireAccount, { type: 'wallet' }>;

type Place = Pick<WireWallet, 'address' | 'chain_type'> & { readonly wallet_index: number };

/** Fields of a purchase in an event, as the funding module returns them. */
export type FundingPlace = Pick<
  Extract<WebhookEvent, { idempotency_key: string }>,
  'amount' | 'asset' | 'caip2' | 'provider' | 'transaction_hash' | 'wallet_address'
>;

/** Current data on the subject of an event. */
export interface EventSubject {
  /** Null if the event has no user, or the user no longer exists. */
  readonly user: WireUser | null;
  /** Wallets of the entropy that the event names. */
  readonly wallets: readonly Place[];
  readonly funding?: FundingPlace | null;
}

/** Returns the entropy that an event names in its details, else the event's subject, which may be something else. */
export const entropyOf = ({ details, subject }: EventFacts): string | null =>
  typeof details.entropy_uid === 'string' ? details.entropy_uid : subject;

/**
 * Writes the body of an event.
 *
 * @returns null if the user, the wallet or the purchase that the event needs no longer exists, or if the recovery
 *   method is unknown. The events of a user's deletion, of the app and of a test need none of them.
 */
export function composeEvent(
  type: WebhookType | typeof webhookTestType,
  facts: EventFacts,
  { funding, user, wallets }: EventSubject,
): WebhookEvent | null {
  const at = { occurred_at: Math.floor(facts.atMs / 1000) };
  if (type === webhookTestType) return { type, ...at, message: 'This is a test of your webhook.' };
  if (type === 'user.deleted') return { type, ...at, user: { id: facts.userId ?? '' } };
  if (type === 'app.text_limit_reached') return { type, ...at, limit: Number(facts.details.limit) };
  if (!user) return null;
  switch (type) {
    case 'user.created':
      return { type, ...at, user };
    case 'user.authenticated':
    case 'user.linked_account':
    case 'user.unlinked_account':
    case 'user.updated_account':
      return { type, ...at, user, account: accountOf(type, facts, user) };
    case 'user.address_removed':
    case 'user.change_undone':
      return addressEvent(type, facts, user);
    case 'user.sessions_ended':
      return { type, ...at, user, sessions_ended: Number(facts.details.sessions_ended) };
    case 'user.app_connected':
    case 'user.app_disconnected':
      return { type, ...at, user_id: user.id, ...connectionOf(facts) };
    case 'user.wallet_created': {
      const wallet = namedOf(facts, wallets);
      return wallet && { type, ...at, user, wallet: { type: 'wallet', ...placeOf(wallet) } };
    }
    case 'mfa.disabled':
    case 'mfa.enabled':
      return { type, ...at, user_id: user.id, method: textOf(facts.details.method) };
    case 'mfa.removal_cancelled':
      return { type, ...at, user_id: user.id };
    case 'mfa.removal_pending':
      return {
        type,
        ...at,
        user_id: user.id,
        removes_at: at.occurred_at + Number(facts.details.minutes_left) * 60,
      };
    case 'wallet.device_enrolled':
    case 'wallet.device_revoked': {
      const wallet = walletOf(user);
      const ids = { user_id: user.id, device_id: facts.subject ?? '' };
      return wallet && { type, ...at, ...ids, wallet_address: wallet.address };
    }
    case 'wallet.private_key_export':
    case 'wallet.recovered': {
      const address = (namedOf(facts, wallets) ?? walletOf(user))?.address;
      return address === undefined
        ? null
        : { type, ...at, user_id: user.id, wallet_id: address, wallet_address: address };
    }
    case 'wallet.funds_deposited':
    case 'wallet.funds_failed':
    case 'wallet.funds_pending':
      return funding ? fundingEvent(type, facts, { user, funding }) : null;
    case 'wallet.recovery_setup': {
      const address = (namedOf(facts, wallets) ?? walletOf(user))?.address;
      const method = recoveryMethods[textOf(facts.details.method)];
      if (address === undefined || method === undefined) return null;
      return { type, ...at, user_id: user.id, wallet_id: address, wallet_address: address, method };
    }
  }
}

/** Returns the connection to another app from its audit event. For a requester without an app, the app id is null. */
const connectionOf = ({ details: { requester, scope }, subject }: EventFacts) => ({
  connection_id: subject ?? '',
  requester_app_id: requester === 'origin' ? null : textOf(requester),
  read_only: scope === 'read',
});

/**
 * Writes the event of an address that was removed or restored, with the type of the address and the reference that
 * its owner knows.
 */
function addressEvent(
  type: 'user.address_removed' | 'user.change_undone',
  { atMs, details, subject }: EventFacts,
  user: WireUser,
): WebhookEvent {
  const account = { type: details.account_type === 'phone' ? 'phone' : 'email' } as const;
  const event = { occurred_at: Math.floor(atMs / 1000), user, account, reference: subject ?? '' };
  if (type === 'user.change_undone')
    return { type, ...event, hold_until: Math.ceil((atMs + limits.holdMs) / 1000) };
  const until = Math.floor((atMs + limits.removedAddressMs) / 1000);
  return { type, ...event, undo_until: details.can_undo === true ? until : null };
}

/** Writes the event of a purchase, in the shape that existing handlers know for deposits to a wallet. */
function fundingEvent(
  type: 'wallet.funds_deposited' | 'wallet.funds_failed' | 'wallet.funds_pending',
  { atMs, subject }: EventFacts,
  { funding, user }: { readonly funding: FundingPlace; readonly user: WireUser },
): WebhookEvent {
  const { wallet_address } = funding;
  const event = { occurred_at: Math.floor(atMs / 1000), user_id: user.id, wallet_id: wallet_address };
  const unsaid = { sender: null, block: null } as const;
  // One key per step. Handlers remember keys, and with one key per purchase they would drop all its later events.
  const key = `${subject ?? ''}:${fundingSteps[type]}`;
  return { type, ...event, ...funding, recipient: wallet_address, idempotency_key: key, ...unsaid };
}

const fundingSteps = {
  'wallet.funds_deposited': 'completed',
  'wallet.funds_failed': 'failed',
  'wallet.funds_pending': 'pending',
} as const;

/** Names of the recovery methods that existing handlers know. */
const recoveryMethods: Readonly<Record<string, WebhookRecoveryMethod>> = {
  'google-drive': 'google_drive_recovery_secret',
  icloud: 'icloud_recovery_secret',
  privy: 'privy_generated_recovery_key',
  'user-passcode': 'user_passcode_derived_recovery_key',
};

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
const placeOf = ({ address, chain_type }: Pick<WireWallet, 'address' | 'chain_type'>) => ({
  address,
  chain_type,
});

/**
 * Returns the account that an event is about: of its type, the one that was proved last. An unlinked account no longer
 * exists, so only its type is returned.
 */
function accountOf(type: WebhookType, { details }: EventFacts, user: WireUser) {
  const accountType = textOf(details.account_type) as WireAccount['type'] | 'guest';
  if (type === 'user.unlinked_account') return { type: accountType };
  const [latest] = user.linked_accounts
    .filter((account) => account.type === accountType)
    .sort((a, b) => (b.latest_verified_at ?? 0) - (a.latest_verified_at ?? 0));
  return latest ?? { type: accountType };
}

/** Returns the wallet that an event is about: the first with the chain and index that the event names, if any. */
function namedOf({ details }: EventFacts, wallets: readonly Place[]): Place | null {
  const { chain_type: chainType, wallet_index: index } = details;
  const named = chainType === undefined ? wallets : wallets.filter((one) => one.chain_type === chainType);
  return named.find((one) => index === undefined || one.wallet_index === index) ?? null;
}

/** Returns the user's main wallet: the first created one, else the first imported one. */
function walletOf(user: WireUser): WireWallet | null {
  const wallets = user.linked_accounts.filter(isEmbedded);
  return wallets.find(({ imported }) => !imported) ?? wallets[0] ?? null;
}
