import type { ConnectedWallet, PreparedTransfer, Quote } from '@latchkey/core';

/** What the person confirmed, and a wallet of theirs is asked for next. */
export type TransferPlan =
  | { readonly way: 'wallet'; readonly transfer: PreparedTransfer }
  | { readonly way: 'bridge'; readonly quote: Quote; readonly wallet: ConnectedWallet };
