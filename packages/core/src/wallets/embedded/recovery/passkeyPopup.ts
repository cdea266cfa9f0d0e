import { type FactorPurpose, fail } from '@latchkey/wire';
import { openPopup, waitForPopup } from '../../../consent/index.ts';
import type { FrameContext } from '../../../contexts.ts';
import { verifyFirst } from '../../../mfa/index.ts';

interface PopupAct<T> {
  readonly use: 'create' | 'use';
  /** Purpose for which a second factor is verified first: `undefined` to open the wallet; `null` skips this step. */
  readonly purpose: FactorPurpose | undefined | null;
  /** @param request shows the passkey page in the popup, once everything else is ready */
  act(request: () => Promise<void>): Promise<T>;
}

/**
 * Opens the service's passkey popup at once, because browsers allow it only during a click. `act` gets a function
 * that shows the passkey page in the popup once everything else is ready. If a second factor is due first, the popup
 * closes and is opened again after the verification.
 */
export async function withPasskeyPopup<T>(
  frame: FrameContext,
  { use, purpose, act }: PopupAct<T>,
): Promise<T> {
  const { environment, options, base } = frame.page;
  const open = () =>
    openPopup(environment) ?? fail('unknown_auth_error', { details: { reason: 'popup_blocked' } });
  let popup: Window | null = open();
  const close = () => {
    popup?.close();
    popup = null;
  };
  const url = `${base.get().url}/apps/${encodeURIComponent(options.appId)}/embedded-wallets/passkey?act=${use}`;
  try {
    if (purpose !== null) await verifyFirst(frame, purpose, close);
    popup ??= open();
    const shown = popup;
    return await act(async () => {
      // The popup sends this page no result. It passes the result to the vault and closes.
      await waitForPopup(environment, { popup: shown, url, read: () => null });
    });
  } finally {
    close();
  }
}
