import { type FactorPurpose, fail } from '@latchkey/wire';
import { openPopup, waitForPopup } from '../../../consent/index.ts';
import type { FrameContext } from '../../../contexts.ts';
import { verifyFirst } from '../../../mfa/index.ts';

interface PopupAct<T> {
  /** What the passkey is for. */
  readonly use: 'create' | 'use';
  /** What a second factor has to be verified for before; undefined for opening the wallet, null where none is asked for. */
  readonly purpose: FactorPurpose | undefined | null;
  /** @param ask shows the popup's page, once all else is ready */
  act(request: () => Promise<void>): Promise<T>;
}

/**
 * Opens the popup of the service's for passkeys at once, as browsers want it, and hands the act the way to put it to use once all
 * else is ready. Where a second factor is wanted first, the popup goes and comes again: the press by which it was verified
 * opens it.
 */
export async function withPasskeyPopup<T>(
  frame: FrameContext,
  { use, purpose, act }: PopupAct<T>,
): Promise<T> {
  const { environment, options } = frame.page;
  const open = () =>
    openPopup(environment) ?? fail('unknown_auth_error', { details: { reason: 'popup_blocked' } });
  let popup: Window | null = open();
  const close = () => {
    popup?.close();
    popup = null;
  };
  const url = `${options.apiUrl}/apps/${encodeURIComponent(options.appId)}/embedded-wallets/passkey?act=${use}`;
  try {
    if (purpose !== null) await verifyFirst(frame, purpose, close);
    popup ??= open();
    const shown = popup;
    return await act(async () => {
      // It tells this page nothing: what it has goes to the vault, and then it closes.
      await waitForPopup(environment, { popup: shown, url, read: () => null });
    });
  } finally {
    close();
  }
}
