import type { Internals } from '../../internals.ts';
import type { StorageKey } from '../../storage/index.ts';

/** Longer than anything that is done under the lock: a frame that loads anew and a node that times out. */
const leaseMs = 90_000;
/** Long enough for another tab's claim to be seen. */
const claimMs = 50;

const queues = new WeakMap<Internals, Promise<unknown>>();

/**
 * Runs a task while no other tab of this origin runs one: nonces are given out, and what is under way is kept, by one at a
 * time. Threat: two tabs that sign the same nonce, of which a chain takes one and the other person waits for ever.
 */
export async function withTransactionLock<T>(internals: Internals, task: () => Promise<T>): Promise<T> {
  const { environment, options } = internals;
  const name = `latchkey:${options.storagePrefix ?? ''}${options.appId}:transactions`;
  const locks = environment.window?.navigator.locks;
  if (locks) return locks.request(name, {}, task);
  return queueInPage(internals, async () => {
    const release = await claim(internals);
    try {
      return await task();
    } finally {
      release();
    }
  });
}

function queueInPage<T>(internals: Internals, task: () => Promise<T>): Promise<T> {
  const turn = (queues.get(internals) ?? Promise.resolve()).then(task);
  queues.set(
    internals,
    turn.catch(() => {}),
  );
  return turn;
}

/** Where the browser has no locks, a note in the storage is one: the tab that reads its own note back has it. */
async function claim({ storage, options, environment }: Internals): Promise<() => void> {
  const { clock, random } = environment;
  const key: StorageKey = `privy:transactions-lock:${options.appId}`;
  const own = Array.from(random(new Uint8Array(8)), (byte) => byte.toString(16)).join('');
  const pause = () => new Promise<void>((resolve) => clock.setTimeout(resolve, claimMs));
  for (;;) {
    const [holder, untilMs] = (storage.find(key) ?? '').split(' ');
    if (holder === own) return () => storage.set(key, null);
    if (!holder || Number(untilMs) < clock.now()) storage.set(key, `${own} ${clock.now() + leaseMs}`);
    await pause();
  }
}
