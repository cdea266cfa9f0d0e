import { isEmbeddedWallet } from '@latchkey/wire';
import type { PageContext, SessionContext } from '../contexts.ts';
import type { StorageKey } from '../storage/index.ts';

/** Largest number of recipients to keep for a wallet. Older ones are removed. */
const most = 100;

const keyOf = (page: PageContext, address: string): StorageKey =>
  `privy:recipients:${page.options.appId}:${address.toLowerCase()}`;

/**
 * Returns the addresses that the user knows in this browser: their embedded wallets, and the latest recipients of
 * this wallet.
 *
 * An attacker can create an address that looks like one of these, so that the user sends to it by mistake (address
 * poisoning). The review warns about a recipient with the same first and last digits.
 */
export function knownRecipients(session: SessionContext, address: string): readonly string[] {
  const own = session.state.get().user?.linkedAccounts.filter(isEmbeddedWallet) ?? [];
  return [...own.map((wallet) => wallet.address), ...readList(session.page, address)];
}

export function noteRecipient(page: PageContext, address: string, recipient: string | null): void {
  if (recipient === null) return;
  const others = readList(page, address).filter((one) => one !== recipient);
  page.storage.set(keyOf(page, address), JSON.stringify([...others, recipient].slice(-most)));
}

function readList(page: PageContext, address: string): readonly string[] {
  try {
    const list: unknown = JSON.parse(page.storage.find(keyOf(page, address)) ?? '[]');
    return Array.isArray(list) ? list.filter((one) => typeof one === 'string') : [];
  } catch {
    return [];
  }
}
