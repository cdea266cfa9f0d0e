import { mountFrame } from './frame/index.ts';
import type { Internals } from './internals.ts';
import { followUser } from './session/followUser.ts';
import { transactionsKey } from './storage/index.ts';

/** Does what is due once a user is signed in: mounts the wallet frame (docs/contracts.md, Packages), and follows the user. */
export function attendUser(internals: Internals): void {
  const { user, settings } = internals.state.get();
  // The user may have logged out while this code was on its way. Where the frame is, is the config's to say.
  if (internals.isReleased || !user || !settings) return;
  if (internals.frameState.get().status === 'absent') mountFrame(internals);
  if (internals.unfollow) return;
  followUser(internals);
  void sendLeftBehind(internals);
}

/** A page that was killed after it signed left the transaction to the next one of its user; few find any. */
async function sendLeftBehind(internals: Internals): Promise<void> {
  const { storage, options } = internals;
  if (!storage.find(transactionsKey(options.appId))) return;
  const module = await import('./transactions/index.ts').catch(() => null);
  await module?.sendLeftBehind(internals);
}
