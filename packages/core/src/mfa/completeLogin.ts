import type { FrameContext } from '../contexts.ts';
import { lazy } from '../lazy.ts';
import { findFactorPromptHandler } from '../step-up/index.ts';

const loadPrompt = lazy(async () => (await import('./verifyLogin.ts')).verifyLogin);

/**
 * Prompts for the factor that a pending session needs, if the host or the modal can prompt: after a login, after a
 * page load, and when the session becomes pending again. If no factor is verified, the user is logged out, because a
 * pending session can do almost nothing.
 *
 * @throws ServiceError that says why no factor was verified
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
  prompting.catch(() => {}); // only a login that waits receives the error
  return prompting;
}
