import type { FactorPurpose } from '@latchkey/wire';
import type { Internals } from '../internals.ts';
import { lazy } from '../lazy.ts';
import { withFactor } from './guard.ts';

const loadShow = lazy(async () => (await import('./verify.ts')).showFactor);
const loadCheck = lazy(async () => (await import('./verify.ts')).checkVerified);

/**
 * Calls what no code can go along with, such as a route of the page's, and has the frame verify one where it is refused.
 *
 * @param purpose the one act that it is for: what a page asks the service takes a verification by name alone, because a page has no
 * proof key
 */
export function verifyThen<Result>(
  internals: Internals,
  purpose: FactorPurpose | undefined,
  call: () => Promise<Result>,
): Promise<Result> {
  return withFactor(internals, {
    purpose,
    async attempt(shown, accept) {
      if (shown) {
        await loadShow(internals, shown, purpose);
        accept();
      }
      return call();
    },
  });
}

/**
 * Has a second factor verified before something that no prompt may interrupt, such as a window of the browser's.
 *
 * @param onRefused called before the person is asked
 */
export function verifyFirst(
  internals: Internals,
  purpose: FactorPurpose | undefined,
  onRefused: () => void,
): Promise<void> {
  return withFactor(internals, {
    purpose,
    async attempt(shown) {
      if (shown) return loadShow(internals, shown, purpose);
      return loadCheck(internals, purpose).catch((error: unknown) => {
        onRefused();
        throw error;
      });
    },
  });
}

/**
 * Has a user verify a second factor for an act of several steps that asks anew, whether or not one was verified a moment ago.
 * That opens the wallet as well, so that one prompt is enough. Users without a factor are asked nothing.
 */
export function verifyAnew(internals: Internals, purpose: FactorPurpose): Promise<void> {
  return withFactor(internals, {
    purpose,
    isForced: true,
    attempt: async (shown) => {
      if (shown) await loadShow(internals, shown, purpose);
    },
  });
}
