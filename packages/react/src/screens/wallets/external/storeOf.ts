import type { WalletOption } from '@latchkey/core';

/** Where a wallet is to be had for the browser of this name: its store, else the wallet's own page; null where there is none. */
export function storeOf({ stores }: Pick<WalletOption, 'stores'>, userAgent: string): string | null {
  if (/iPhone|iPad/i.test(userAgent)) return stores.ios ?? stores.site;
  if (/Android/i.test(userAgent)) return stores.android ?? stores.site;
  if (/Firefox\//i.test(userAgent)) return stores.firefox ?? stores.site;
  return stores.chrome ?? stores.site;
}
