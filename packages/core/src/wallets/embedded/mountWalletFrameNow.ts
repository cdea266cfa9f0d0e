import { internalsOf } from '../../internals.ts';
import type { LatchkeyClient } from '../../latchkeyClient.ts';
import { mountFrame } from './frame/index.ts';

/** Mounts the hidden wallet frame, where the page can hold one. @throws ServiceError `no_api` after `destroy()` */
export function mountFrameAhead(client: LatchkeyClient): void {
  mountFrame(internalsOf(client));
}

/**
 * `mountWalletFrame` for code that has the frame's own beside it, as the login has: nothing is loaded at the call. Does
 * nothing on a page where a wallet cannot run, and after `destroy()`.
 */
export function mountWalletFrameNow(client: LatchkeyClient): void {
  if (!internalsOf(client).isReleased) mountFrameAhead(client);
}
