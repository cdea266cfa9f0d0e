import type { PageContext } from '../contexts.ts';
import type { StorageKey } from '../storage/index.ts';
import type { Hex } from '../wallets/index.ts';

/** Calls that were sent together (EIP-5792), stored so a dapp can get their status after a reload. */
export interface Bundle {
  readonly id: string;
  readonly chainId: number;
  readonly address: string;
  readonly total: number;
  readonly hashes: readonly Hex[];
  /** True once the page that sends the calls has ended the bundle. */
  readonly isOver: boolean;
}

/** Number of bundles to keep. Dapps ask about recent ones. */
const most = 50;

const keyOf = (page: PageContext): StorageKey => `privy:calls:${page.options.appId}`;

export function findBundle(page: PageContext, id: string): Bundle | null {
  return listBundles(page).find((one) => one.id === id) ?? null;
}

export function keepBundle(page: PageContext, bundle: Bundle): void {
  const others = listBundles(page).filter(({ id }) => id !== bundle.id);
  page.storage.set(keyOf(page), JSON.stringify([...others, bundle].slice(-most)));
}

function listBundles(page: PageContext): readonly Bundle[] {
  try {
    const list: unknown = JSON.parse(page.storage.find(keyOf(page)) ?? '[]');
    return Array.isArray(list) ? (list as Bundle[]) : [];
  } catch {
    return [];
  }
}
