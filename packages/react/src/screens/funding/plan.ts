import type { ConnectedWallet, PreparedTransfer, Quote } from '@latchkey/core';

/** Transfer that a wallet sends once the user has confirmed it. */
export type TransferPlan =
  | { readonly way: 'wallet'; readonly transfer: PreparedTransfer }
  | { readonly way: 'bridge'; readonly quote: Quote; readonly wallet: ConnectedWallet };
