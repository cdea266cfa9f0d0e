import { isEmbeddedWallet } from '@latchkey/wire';
import type { Internals } from '../internals.ts';
import type { StorageKey } from '../storage/index.ts';

/** More than a person deals with; older ones are forgotten. */
const most = 100;

const keyOf = ({ options }: Internals, address: string): StorageKey =>
  `privy:recipients:${options.appId}:${address.toLowerCase()}`;

/**
 * Addresses that a person has dealt with in this browser: their own wallets, and whom they have sent to.
 *
 * Threat: address poisoning. An address that looks like one of these is not the one that the person means.
 */
export function knownRecipients(internals: Internals, address: string): readonly string[] {
  const own = internals.state.get().user?.linkedAccounts.filter(isEmbeddedWallet) ?? [];
  return [...own.map((wallet) => wallet.address), ...readList(internals, address)];
}

/** Remembers whom a transaction that was sent went to. */
export function noteRecipient(internals: Internals, address: string, recipient: string | null): void {
  if (recipient === null) return;
  const others = readList(internals, address).filter((one) => one !== recipient);
  internals.storage.set(keyOf(internals, address), JSON.stringify([...others, recipient].slice(-most)));
}

function readList({ storage, ...rest }: Internals, address: string): readonly string[] {
  try {
    const list: unknown = JSON.parse(storage.find(keyOf({ storage, ...rest }, address)) ?? '[]');
    return Array.isArray(list) ? list.filter((one) => typeof one === 'string') : [];
  } catch {
    return [];
  }
}
