import type { Environment } from './environment.ts';
import type { KeyStore, StorageKey } from './storage/index.ts';

/** The parts of a client that a lock needs. */
export interface LockOwner {
  readonly environment: Pick<Environment, 'clock' | 'random' | 'window'>;
  readonly options: { readonly appId: string; readonly storagePrefix?: string | undefined };
  readonly storage: KeyStore;
}

export interface StorageLock {
  readonly name: 'fundings' | 'transactions';
  /** Time after which another tab takes the lock where the browser has no locks: longer than any task under it. */
  readonly leaseMs: number;
}

/** Long enough for another tab's claim to be seen. */
const claimMs = 50;

const queues = new WeakMap<LockOwner, Map<string, Promise<unknown>>>();

/**
 * Runs a task while no other tab of this origin runs one under the same lock, so that what is read from the storage is still
 * there when it is written.
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
    // A sandboxed page has no locks, though the browser does.
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

/** Takes a lock by a note in the storage, for browsers without Web Locks: the tab that reads its own note back has it. */
async function claim(
  { storage, options, environment }: LockOwner,
  { name, leaseMs }: StorageLock,
): Promise<() => void> {
  const { clock, random } = environment;
  const key: StorageKey = `privy:${name}-lock:${options.appId}`;
  const own = Array.from(random(new Uint8Array(8)), (byte) => byte.toString(16)).join('');
  const read = () => (storage.find(key) ?? '').split(' ');
  const pause = () => new Promise<void>((resolve) => clock.setTimeout(resolve, claimMs));
  for (;;) {
    const [holder, untilMs] = read();
    if (holder === own) {
      return () => {
        // A task that outlasted its lease has lost the lock to another tab, which keeps it.
        if (read()[0] === own) storage.set(key, null);
      };
    }
    if (!holder || Number(untilMs) < clock.now()) storage.set(key, `${own} ${clock.now() + leaseMs}`);
    await pause();
  }
}
