import type { FrameContext } from '../contexts.ts';
import { lazy } from '../lazy.ts';
import { findFactorPromptHandler } from '../step-up/index.ts';

/** Few apps want a factor at the login. */
const loadAsking = lazy(async () => (await import('./verifyLogin.ts')).verifyLogin);

/**
 * Has a session that is half of one verify a second factor, where anyone asks for it: after a login, where one was found as the
 * page came up, and where it became one again. Without a factor the person is logged out, however the asking ended: left as it
 * is, the session would be one with which nothing works.
 *
 * @throws ServiceError why none was verified
 */
export function completeLogin(frame: FrameContext): Promise<void> {
  const { page, session } = frame;
  const isDue = () => {
    const { isFactorPending, ready, user } = session.state.get();
    return isFactorPending && ready && user !== null;
  };
  if (!isDue() || !(findFactorPromptHandler(session) || session.factors.listeners.size))
    return Promise.resolve();
  const asking = page.flights.run('verify at login', async () => {
    try {
      await loadAsking(frame);
    } catch (error) {
      if (isDue()) await session.logout();
      if (!session.state.get().authenticated) throw error;
    }
  });
  asking.catch(() => {}); // a login that waits hears of it; none may
  return asking;
}
