import { contextsOf } from '../../contexts.ts';
import { mountFrame } from '../../frame/index.ts';
import type { LatchkeyClient } from '../../latchkeyClient.ts';

/**
 * Mounts the hidden wallet frame ahead of its first use, for instance while the login modal is open and idle. Does nothing
 * on a page where a wallet cannot run.
 */
export function mountWalletFrame(client: LatchkeyClient): void {
  mountFrame(contextsOf(client).frame);
}

/**
 * `mountWalletFrame` for code that has the frame's own beside it, as the login has: nothing is loaded at the call. Does
 * nothing on a page where a wallet cannot run, and after `destroy()`.
 */
export function mountWalletFrameNow(client: LatchkeyClient): void {
  if (!contextsOf(client).page.isReleased.get()) mountWalletFrame(client);
}
