import { fail } from '@latchkey/wire';
import type { FrameContext } from '../contexts.ts';
import type { Environment } from '../environment.ts';
import { createWalletFrame, type WalletFrame } from './walletFrame.ts';

/**
 * Mounts the wallet frame. Does nothing on an insecure page, where only operations that need the frame fail.
 *
 * @throws ServiceError `no_api` after `destroy()`
 */
export function mountFrame(frame: FrameContext): void {
  if (isSecurePage(frame.page.environment.window)) getFrame(frame).mount();
}

/**
 * Returns the client's wallet frame, which is created at the first call.
 *
 * @throws ServiceError `insecure_context` on a page where a wallet must not run (EMBW-03), `no_api` without a page
 *   and after `destroy()`
 */
export function getFrame(frame: FrameContext): WalletFrame {
  const { page, state } = frame;
  const { options, environment } = page;
  const hostWindow = (page.isReleased.get() ? null : environment.window) ?? fail('no_api');
  if (!isSecurePage(hostWindow)) fail('insecure_context');
  const mounted = frame.mounted.get();
  if (mounted) return mounted;
  const walletFrame = createWalletFrame({
    options: { ...options, apiUrl: page.base.get().url },
    clock: environment.clock,
    page: hostWindow,
    analyticsId: page.analyticsId(),
    state,
  });
  frame.mounted.set(walletFrame);
  return walletFrame;
}

/** Returns true for HTTPS, `localhost` and `127.0.0.1` (EMBW-03). */
function isSecurePage(hostWindow: Environment['window']): boolean {
  if (!hostWindow) return false;
  const { protocol, hostname } = hostWindow.location;
  return protocol === 'https:' || hostname === 'localhost' || hostname === '127.0.0.1';
}
