import type { WireAccount } from '../account-types/index.ts';
import type { FundingProvider } from '../on-ramps/index.ts';
import type { WireUser } from '../user.ts';
import type { AuditKind, auditKinds } from './audit.ts';

/** Types of webhook events: the names and shapes that existing handlers expect, and a few of our own. */
export type WebhookType = Exclude<(typeof auditKinds)[AuditKind]['sentAs'], null>;

/** Type of the event that the operator sends to test an endpoint. */
export const webhookTestType = 'privy.test';

interface WebhookFacts<Type extends string> {
  type: Type;
  /** Time of the event, Unix seconds. */
  occurred_at: number;
}

/** Account of an event. Of a removed account, only the type may be known. */
export type WebhookAccount = WireAccount | { type: WireAccount['type'] | 'guest' };

/** Recovery method of a wallet, as webhooks name it. */
export type WebhookRecoveryMethod =
  | 'google_drive_recovery_secret'
  | 'icloud_recovery_secret'
  | 'privy_generated_recovery_key'
  | 'user_passcode_derived_recovery_key';

/** Asset of a purchase for a wallet, as webhooks name it. */
export type WebhookAsset =
  | { type: 'native-token'; address: null }
  | { type: 'erc20'; address: string }
  | { type: 'spl'; mint: string };

/** Body of a webhook, by its type. `user` is the user at the time of sending. */
export type WebhookEvent =
  | (WebhookFacts<'user.created'> & { user: WireUser })
  | (WebhookFacts<
      'user.authenticated' | 'user.linked_account' | 'user.unlinked_account' | 'user.updated_account'
    > & { user: WireUser; account: WebhookAccount })
  | (WebhookFacts<'user.address_removed'> & {
      user: WireUser;
      account: { type: 'email' | 'phone' };
      /** Reference that the user was told to name. */
      reference: string;
      /** Time until which the user can undo the removal, Unix seconds; null if they cannot. */
      undo_until: number | null;
    })
  | (WebhookFacts<'user.change_undone'> & {
      user: WireUser;
      account: { type: 'email' | 'phone' };
      reference: string;
      /** Time until which wallets and accounts are on hold, Unix seconds. */
      hold_until: number;
    })
  | (WebhookFacts<'app.text_limit_reached'> & {
      /** Value of `sms_new_numbers_per_day`. */
      limit: number;
    })
  | (WebhookFacts<'user.app_connected' | 'user.app_disconnected'> & {
      user_id: string;
      connection_id: string;
      /** Null for a page that is known only by its origin. */
      requester_app_id: string | null;
      read_only: boolean;
    })
  | (WebhookFacts<'user.sessions_ended'> & { user: WireUser; sessions_ended: number })
  | (WebhookFacts<'user.deleted'> & { user: { id: string } })
  | (WebhookFacts<'user.wallet_created'> & {
      user: WireUser;
      wallet: { type: 'wallet'; address: string; chain_type: string };
    })
  | (WebhookFacts<'mfa.disabled' | 'mfa.enabled'> & { user_id: string; method: string })
  | (WebhookFacts<'mfa.removal_cancelled'> & { user_id: string })
  | (WebhookFacts<'mfa.removal_pending'> & {
      user_id: string;
      /**
       * Time at which the user's second factors will be removed, Unix seconds. The event is sent when the removal is
       * requested, and then daily.
       */
      removes_at: number;
    })
  | (WebhookFacts<'wallet.device_enrolled' | 'wallet.device_revoked'> & {
      user_id: string;
      device_id: string;
      wallet_address: string;
    })
  | (WebhookFacts<'wallet.private_key_export' | 'wallet.recovered'> & {
      user_id: string;
      /** Same as the address, because a wallet has no other id. */
      wallet_id: string;
      wallet_address: string;
    })
  | (WebhookFacts<'wallet.recovery_setup'> & {
      user_id: string;
      wallet_id: string;
      wallet_address: string;
      /** Named as existing handlers know it. */
      method: WebhookRecoveryMethod;
    })
  | (WebhookFacts<'wallet.funds_deposited' | 'wallet.funds_failed' | 'wallet.funds_pending'> & {
      user_id: string;
      /** Same as the address, because a wallet has no other id. */
      wallet_id: string;
      wallet_address: string;
      /** Id of the purchase, a colon, and its state: `pending`, `completed` or `failed`. */
      idempotency_key: string;
      provider: FundingProvider;
      caip2: string;
      asset: WebhookAsset;
      /** In the smallest unit of `asset`, decimal digits; null if the provider has not reported an amount of it. */
      amount: string | null;
      transaction_hash: string | null;
      /** Null: a payment provider reports neither sender nor block. */
      sender: null;
      recipient: string;
      block: null;
    })
  | (WebhookFacts<typeof webhookTestType> & { message: string });
