import { contextsOf } from '../../contexts.ts';
import { callFrame, type ExportColors, mountExportFrame } from '../../frame/index.ts';
import type { LatchkeyClient } from '../../latchkeyClient.ts';
import { verifyAnew } from '../../mfa/index.ts';
import { unlockWallet } from './unlockWallet.ts';

export interface ExportWalletInput {
  /** Where the export page goes: as wide as it is, and some 228 px high; in 44 px it shows one row. */
  readonly container: HTMLElement;
  /** @default the user's Ethereum wallet */
  readonly address?: string;
  readonly colors?: ExportColors;
  /** Language of the page's words. @default 'en' */
  readonly locale?: string;
}

/** An export page that is shown. */
export interface ExportPage {
  remove(): void;
}

/**
 * Shows the key of a wallet to the person, on a page of the service's own inside an element of yours: what it shows,
 * your page cannot read. Offers the recovery phrase besides, where the wallet has one.
 *
 * A user who has a second factor verifies it, each time.
 *
 * @throws ServiceError `must_be_authenticated`, `embedded_wallet_not_found`, `recent_login_required` (cured by
 * `reauthenticate`), `missing_or_invalid_mfa` where no one asks for it (`registerMfaListener`), `wallet_not_on_device`,
 * `wallet_proxy_timeout`
 * @example
 * const page = await exportWallet(client, { container: document.querySelector('#export') });
 * closeButton.onclick = () => page.remove();
 */
export async function exportWallet(client: LatchkeyClient, input: ExportWalletInput): Promise<ExportPage> {
  const { frame, page } = contextsOf(client);
  await verifyAnew(frame, 'export'); // each time (EXPO-03)
  const { wallet, frameRef } = await unlockWallet(frame, input.address);
  const request = { ...frameRef, address: wallet.address };
  await callFrame(frame, 'export', 'privy:wallets:check-export', request);
  const exportFrame = await mountExportFrame(page, {
    container: input.container,
    address: wallet.address,
    primaryAddress: frameRef.entropyId,
    walletIndex: wallet.walletIndex ?? 0,
    // A key that was imported has none, and a phrase that was imported is in its owner's hands already.
    hasPhrase: !wallet.imported,
    accessToken: frameRef.accessToken,
    colors: input.colors ?? {},
    locale: input.locale ?? 'en',
  });
  return { remove: () => exportFrame.remove() };
}
