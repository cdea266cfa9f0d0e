import { contextsOf } from '../../contexts.ts';
import { mountFrame } from '../../frame/index.ts';
import type { LatchkeyClient } from '../../latchkeyClient.ts';

/**
 * Mounts the hidden wallet frame before its first use, for example while the login modal is open and idle. Does
 * nothing on a page that cannot run a wallet.
 *
 * @throws ServiceError `no_api` after `destroy()`
 */
export function mountWalletFrame(client: LatchkeyClient): void {
  mountFrame(contextsOf(client).frame);
}

/**
 * Mounts the hidden wallet frame without loading code, for callers that have the frame's code already. Does nothing
 * on a page that cannot run a wallet, or after `destroy()`.
 */
export function mountWalletFrameNow(client: LatchkeyClient): void {
  if (!contextsOf(client).page.isReleased.get()) mountWalletFrame(client);
}
