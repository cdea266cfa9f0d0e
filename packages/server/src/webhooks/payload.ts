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

/** What is known of an event besides the user: ids, kinds and counts of the audit log, never addresses. */
export interface EventFacts {
  userId: string | null;
  subject: string | null;
  details: Readonly<Record<string, unknown>>;
  /** When it happened, Unix ms. */
  atMs: number;
}

type WireWallet = Extract<WireAccount, { type: 'wallet' }>;

/** A wallet that an event may mean. */
type Place = Pick<WireWallet, 'address' | 'chain_type'> & { readonly wallet_index: number };

/** The fields of a funding in an event, as the funding module looks them up. */
export type FundingPlace = Pick<
  Extract<WebhookEvent, { idempotency_key: string }>,
  'amount' | 'asset' | 'caip2' | 'provider' | 'transaction_hash' | 'wallet_address'
>;

/** What an event is about, as it is now. */
export interface EventSubject {
  /** Null when there is none (any more). */
  readonly user: WireUser | null;
  /** The wallets of the entropy that the event names. */
  readonly wallets: readonly Place[];
  /** The funding that the event names, where it names one. */
  readonly funding?: FundingPlace | null;
}

/** The entropy that an event names: those of wallets say it beside their subject, or by it. */
export const entropyOf = ({ details, subject }: EventFacts): string | null =>
  typeof details.entropy_uid === 'string' ? details.entropy_uid : subject;

/**
 * Writes the body of an event.
 *
 * @returns null when the event tells of a user who is gone: its data may no longer be sent
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

/** A connection to another app, as its audit event says it: of a requester without an app only that it has none. */
const connectionOf = ({ details: { requester, scope }, subject }: EventFacts) => ({
  connection_id: subject ?? '',
  requester_app_id: requester === 'origin' ? null : textOf(requester),
  read_only: scope === 'read',
});

/** A removed address, or one that was put back: by its type, and the reference that its owner knows. */
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

/** What became of a purchase, in the shape that existing handlers know for what arrives in a wallet. */
function fundingEvent(
  type: 'wallet.funds_deposited' | 'wallet.funds_failed' | 'wallet.funds_pending',
  { atMs, subject }: EventFacts,
  { funding, user }: { readonly funding: FundingPlace; readonly user: WireUser },
): WebhookEvent {
  const { wallet_address } = funding;
  const event = { occurred_at: Math.floor(atMs / 1000), user_id: user.id, wallet_id: wallet_address };
  const unsaid = { sender: null, block: null } as const;
  // Handlers keep the keys that they have seen: one for a whole purchase would have them drop what comes after its first event.
  const key = `${subject ?? ''}:${fundingSteps[type]}`;
  return { type, ...event, ...funding, recipient: wallet_address, idempotency_key: key, ...unsaid };
}

/** What a purchase has come to, as it stands in the key of its event. */
const fundingSteps = {
  'wallet.funds_deposited': 'completed',
  'wallet.funds_failed': 'failed',
  'wallet.funds_pending': 'pending',
} as const;

/** What existing handlers call the methods of recovery. */
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

/** The account that an event is about, from the user: the newest of its type. One that was unlinked is no longer there. */
function accountOf(type: WebhookType, { details }: EventFacts, user: WireUser) {
  const accountType = textOf(details.account_type) as WireAccount['type'] | 'guest';
  if (type === 'user.unlinked_account') return { type: accountType };
  const [newest] = user.linked_accounts
    .filter((account) => account.type === accountType)
    .sort((a, b) => (b.latest_verified_at ?? 0) - (a.latest_verified_at ?? 0));
  return newest ?? { type: accountType };
}

/** The wallet that an event is about: the one of its chain and index, else the first of its entropy. */
function namedOf({ details }: EventFacts, wallets: readonly Place[]): Place | null {
  const { chain_type: chainType, wallet_index: index } = details;
  const named = chainType === undefined ? wallets : wallets.filter((one) => one.chain_type === chainType);
  return named.find((one) => index === undefined || one.wallet_index === index) ?? null;
}

/** The wallet that a user is known by: the one that was created first, else the first imported one (D14). */
function walletOf(user: WireUser): WireWallet | null {
  const wallets = user.linked_accounts.filter(isEmbedded);
  return wallets.find(({ imported }) => !imported) ?? wallets[0] ?? null;
}
