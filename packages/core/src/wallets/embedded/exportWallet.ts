import { contextsOf } from '../../contexts.ts';
import { callFrame, type ExportColors, mountExportFrame } from '../../frame/index.ts';
import type { LatchkeyClient } from '../../latchkeyClient.ts';
import { verifyAnew } from '../../mfa/index.ts';
import { unlockWallet } from './unlockWallet.ts';

export interface ExportWalletInput {
  /** Element for the export page. The page fills it. A height of 44 px shows one row. */
  readonly container: HTMLElement;
  /** @default the user's Ethereum wallet */
  readonly address?: string;
  readonly colors?: ExportColors;
  /** Language of the page's texts. @default 'en' */
  readonly locale?: string;
}

export interface ExportPage {
  remove(): void;
}

/**
 * Shows a wallet's key to the user, on a page of the service inside your element. Your page cannot read it, unless it
 * has the service's origin. For a created wallet, it also offers the recovery phrase.
 *
 * A user with a second factor verifies it for every export.
 *
 * @throws ServiceError `must_be_authenticated`, `embedded_wallet_not_found`, `recent_login_required` (call
 *   `reauthenticate`, then call again), `missing_or_invalid_mfa` if nothing prompts for the factor
 *   (`registerMfaListener`), `wallet_not_on_device`, `wallet_proxy_timeout`, and other errors of the wallet frame
 * @example
 * const page = await exportWallet(client, { container: document.querySelector('#export') });
 * closeButton.onclick = () => page.remove();
 */
export async function exportWallet(client: LatchkeyClient, input: ExportWalletInput): Promise<ExportPage> {
  const { frame, page } = contextsOf(client);
  await verifyAnew(frame, 'export'); // Every export needs a new verification (EXPO-03).
  const { wallet, frameRef } = await unlockWallet(frame, input.address);
  const request = { ...frameRef, address: wallet.address };
  await callFrame(frame, 'export', 'privy:wallets:check-export', request);
  const exportFrame = await mountExportFrame(page, {
    container: input.container,
    address: wallet.address,
    primaryAddress: frameRef.entropyId,
    walletIndex: wallet.walletIndex ?? 0,
    // An imported key has no phrase, and the user already has an imported phrase.
    hasPhrase: !wallet.imported,
    accessToken: frameRef.accessToken,
    colors: input.colors ?? {},
    locale: input.locale ?? 'en',
  });
  return { remove: () => exportFrame.remove() };
}
