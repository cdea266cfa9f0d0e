import type { Internals } from '../internals.ts';
import type { StorageKey } from '../storage/index.ts';
import type { Hex } from '../wallets/index.ts';

/** Calls that were sent together (EIP-5792), so that a dapp can ask for them after its page was loaded anew. */
export interface Bundle {
  readonly id: string;
  readonly chainId: number;
  readonly address: string;
  readonly total: number;
  /** Of what was sent so far. */
  readonly hashes: readonly Hex[];
  /** Whether no further one will be sent. */
  readonly isOver: boolean;
}

/** Dapps ask for what they sent last. */
const most = 50;

const keyOf = ({ options }: Internals): StorageKey => `privy:calls:${options.appId}`;

export function findBundle(internals: Internals, id: string): Bundle | null {
  return listBundles(internals).find((one) => one.id === id) ?? null;
}

export function keepBundle(internals: Internals, bundle: Bundle): void {
  const others = listBundles(internals).filter(({ id }) => id !== bundle.id);
  internals.storage.set(keyOf(internals), JSON.stringify([...others, bundle].slice(-most)));
}

function listBundles(internals: Internals): readonly Bundle[] {
  try {
    const list: unknown = JSON.parse(internals.storage.find(keyOf(internals)) ?? '[]');
    return Array.isArray(list) ? (list as Bundle[]) : [];
  } catch {
    return [];
  }
}
