import type { ConnectedWallet, PreparedTransfer, Quote } from '@latchkey/core';

/** Transfer that the user confirmed and that a wallet sends. */
export type TransferPlan =
  | { readonly way: 'wallet'; readonly transfer: PreparedTransfer }
  | { readonly way: 'bridge'; readonly quote: Quote; readonly wallet: ConnectedWallet };
