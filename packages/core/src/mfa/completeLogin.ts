import type { FrameContext } from '../contexts.ts';
import { lazy } from '../lazy.ts';
import { findFactorPromptHandler } from '../step-up/index.ts';

/** Loads the prompt, because few apps want a factor at the login. */
const loadPrompt = lazy(async () => (await import('./verifyLogin.ts')).verifyLogin);

/**
 * Has a factor verified for a session that is half of one, if anyone prompts for it: after a login, after a page load, and when the
 * session became half of one again. Without a factor the person is logged out, however the prompt ended: with a half session
 * nothing works.
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
  const prompting = page.flights.run('verify at login', async () => {
    try {
      await loadPrompt(frame);
    } catch (error) {
      if (isDue()) await session.logout();
      if (!session.state.get().authenticated) throw error;
    }
  });
  prompting.catch(() => {}); // only a login that waits hears of it
  return prompting;
}
