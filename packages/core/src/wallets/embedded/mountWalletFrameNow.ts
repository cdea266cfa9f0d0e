import type { LatchkeyClient } from '../../client.ts';
import { internalsOf } from '../../internals.ts';
import { mountFrame } from './frame/index.ts';

/**
 * `mountWalletFrame` for code that has the frame's own beside it, as the login has: nothing is loaded at the call. Does
 * nothing on a page where a wallet cannot run, and after `destroy()`.
 */
export function mountWalletFrameNow(client: LatchkeyClient): void {
  const internals = internalsOf(client);
  if (!internals.isReleased) mountFrame(internals);
}
