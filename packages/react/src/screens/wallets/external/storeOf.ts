import type { WalletOption } from '@latchkey/core';

/**
 * Returns where to install a wallet for this user agent: its store, else the wallet's own page. Null if there is
 * neither.
 */
export function storeOf({ stores }: Pick<WalletOption, 'stores'>, userAgent: string): string | null {
  if (/iPhone|iPad/i.test(userAgent)) return stores.ios ?? stores.site;
  if (/Android/i.test(userAgent)) return stores.android ?? stores.site;
  if (/Firefox\//i.test(userAgent)) return stores.firefox ?? stores.site;
  return stores.chrome ?? stores.site;
}
