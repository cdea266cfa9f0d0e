import type { PreparedTransfer, Quote } from '@latchkey/core/funding';
import type { ConnectedWallet } from '@latchkey/core/startup';

/** What the person confirmed, and a wallet of theirs is asked for next. */
export type TransferPlan =
  | { readonly way: 'wallet'; readonly transfer: PreparedTransfer }
  | { readonly way: 'bridge'; readonly quote: Quote; readonly wallet: ConnectedWallet };
