import { fail } from '@latchkey/wire';
import type { Environment } from '../environment.ts';
import type { Internals } from '../internals.ts';
import { createWalletFrame, type WalletFrame } from './walletFrame.ts';

/** Mounts the wallet frame where the page can hold one, and says nothing where it cannot: that is no operation's fault. */
export function mountFrame(internals: Internals): void {
  if (isSecurePage(internals.environment.window)) getFrame(internals).mount();
}

/**
 * Gives the client's wallet frame, made at the first call.
 *
 * @throws ServiceError `insecure_context` on a page where a wallet must not run (EMBW-03), `no_api` without a page and after `destroy()`
 */
export function getFrame(internals: Internals): WalletFrame {
  const { options, environment, frameState } = internals;
  const page = (internals.isReleased ? null : environment.window) ?? fail('no_api');
  if (!isSecurePage(page)) fail('insecure_context');
  internals.frame ??= createWalletFrame({
    options: { ...options, apiUrl: internals.base.url },
    clock: environment.clock,
    page,
    analyticsId: internals.analyticsId(),
    state: frameState,
  });
  return internals.frame;
}

/** HTTPS, or one of the two names that never leave the machine (EMBW-03). */
function isSecurePage(page: Environment['window']): boolean {
  if (!page) return false;
  const { protocol, hostname } = page.location;
  return protocol === 'https:' || hostname === 'localhost' || hostname === '127.0.0.1';
}
