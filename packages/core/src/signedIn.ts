import type { FrameContext, SessionContext } from './contexts.ts';
import { mountFrame } from './frame/index.ts';
import { followUser } from './session/followUser.ts';
import { transactionsKey } from './storage/index.ts';

/**
 * Runs the tasks that are due once a user is signed in: mounts the wallet frame (docs/contracts.md, Packages),
 * follows the user, and sends transactions that were left behind.
 */
export function attendUser(frame: FrameContext): void {
  const { user, settings } = frame.session.state.get();
  // The user may have logged out while this code loaded. The frame's address comes from the config.
  if (frame.page.isReleased.get() || !user || !settings) return;
  if (frame.state.get().status === 'absent') mountFrame(frame);
  if (frame.session.unfollow.get()) return;
  followUser(frame.session);
  void sendLeftBehind(frame.session);
}

/** Sends the transactions that a closed page signed and left behind. The code loads only if there are any. */
async function sendLeftBehind(session: SessionContext): Promise<void> {
  const { storage, options } = session.page;
  if (!storage.find(transactionsKey(options.appId))) return;
  const module = await import('./transactions/index.ts').catch(() => null);
  await module?.sendLeftBehind(session);
}
