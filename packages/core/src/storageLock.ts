import type { Environment } from './environment.ts';
import type { KeyStore, StorageKey } from './storage/index.ts';

export interface LockOwner {
  readonly environment: Pick<Environment, 'clock' | 'random' | 'window'>;
  readonly options: { readonly appId: string; readonly storagePrefix?: string | undefined };
  readonly storage: KeyStore;
}

export interface StorageLock {
  readonly name: 'fundings' | 'transactions';
  /**
   * Time in ms after which another tab takes the lock of a closed tab, in a browser without Web Locks. A task may take
   * longer: its tab renews the lease after each third of it. While the tab is hidden, a browser may delay the renewal
   * by up to a minute.
   */
  readonly leaseMs: number;
}

/** Time in ms that another tab's claim gets to become visible. */
const claimMs = 50;

const queues = new WeakMap<LockOwner, Map<string, Promise<unknown>>>();

/**
 * Runs a task while no other task runs under the same lock, in this tab or another tab of the origin, so stored data
 * does not change between reading and writing. Without Web Locks this is best effort: a tab that is frozen for longer
 * than the lease loses the lock, and two tabs can both hold it if a claim becomes visible late.
 */
export async function withStorageLock<T>(
  owner: LockOwner,
  lock: StorageLock,
  task: () => T | Promise<T>,
): Promise<T> {
  const { environment, options } = owner;
  const locks = environment.window?.navigator.locks;
  let hasBegun = false;
  try {
    const name = `latchkey:${options.storagePrefix ?? ''}${options.appId}:${lock.name}`;
    if (locks)
      return await locks.request(name, {}, async () => {
        hasBegun = true;
        return task();
      });
  } catch (error) {
    // A sandboxed page has no locks, although the browser supports them.
    if (hasBegun) throw error;
  }
  return queueInPage(owner, lock, async () => {
    const release = await claim(owner, lock);
    try {
      return await task();
    } finally {
      release();
    }
  });
}

function queueInPage<T>(owner: LockOwner, { name }: StorageLock, task: () => Promise<T>): Promise<T> {
  const own = queues.get(owner) ?? new Map<string, Promise<unknown>>();
  queues.set(owner, own);
  const turn = (own.get(name) ?? Promise.resolve()).then(task);
  own.set(
    name,
    turn.catch(() => {}),
  );
  return turn;
}

/**
 * Claims a lock with a note in storage, for browsers without Web Locks. The tab that reads back its own note holds
 * the lock, and renews the note until it releases the lock.
 */
async function claim(
  { storage, options, environment }: LockOwner,
  { name, leaseMs }: StorageLock,
): Promise<() => void> {
  const { clock, random } = environment;
  const key: StorageKey = `privy:${name}-lock:${options.appId}`;
  const own = Array.from(random(new Uint8Array(8)), (byte) => byte.toString(16)).join('');
  const read = () => (storage.find(key) ?? '').split(' ');
  const write = () => storage.set(key, `${own} ${clock.now() + leaseMs}`);
  // A tab that was frozen for longer than its lease may have lost the lock to another tab, which keeps it.
  const isHeld = () => read()[0] === own;
  const pause = () => new Promise<void>((resolve) => clock.setTimeout(resolve, claimMs));

  while (!isHeld()) {
    const [holder, untilMs] = read();
    if (!holder || Number(untilMs) < clock.now()) write();
    await pause();
  }
  let timer = clock.setTimeout(renew, leaseMs / 3);
  function renew(): void {
    if (!isHeld()) return;
    write();
    timer = clock.setTimeout(renew, leaseMs / 3);
  }
  return () => {
    clock.clearTimeout(timer);
    if (isHeld()) storage.set(key, null);
  };
}
