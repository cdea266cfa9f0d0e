import { isEmbeddedWallet } from '@latchkey/wire';
import type { PageContext, SessionContext } from '../contexts.ts';
import type { StorageKey } from '../storage/index.ts';

/** More than a person deals with; older ones are forgotten. */
const most = 100;

const keyOf = (page: PageContext, address: string): StorageKey =>
  `privy:recipients:${page.options.appId}:${address.toLowerCase()}`;

/**
 * Addresses that a person has dealt with in this browser: their own wallets, and whom they have sent to.
 *
 * Threat: address poisoning. An address that looks like one of these is not the one that the person means.
 */
export function knownRecipients(session: SessionContext, address: string): readonly string[] {
  const own = session.state.get().user?.linkedAccounts.filter(isEmbeddedWallet) ?? [];
  return [...own.map((wallet) => wallet.address), ...readList(session.page, address)];
}

/** Remembers whom a transaction that was sent went to. */
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
