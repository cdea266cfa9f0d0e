import type { FrameContext, SessionContext } from './contexts.ts';
import { mountFrame } from './frame/index.ts';
import { followUser } from './session/followUser.ts';
import { transactionsKey } from './storage/index.ts';

/** Does what is due once a user is signed in: mounts the wallet frame (docs/contracts.md, Packages), and follows the user. */
export function attendUser(frame: FrameContext): void {
  const { user, settings } = frame.session.state.get();
  // The user may have logged out while this code was on its way. Where the frame is, is the config's to say.
  if (frame.page.isReleased.get() || !user || !settings) return;
  if (frame.state.get().status === 'absent') mountFrame(frame);
  if (frame.session.unfollow.get()) return;
  followUser(frame.session);
  void sendLeftBehind(frame.session);
}

/** A page that was killed after it signed left the transaction to the next one of its user; few find any. */
async function sendLeftBehind(session: SessionContext): Promise<void> {
  const { storage, options } = session.page;
  if (!storage.find(transactionsKey(options.appId))) return;
  const module = await import('./transactions/index.ts').catch(() => null);
  await module?.sendLeftBehind(session);
}
