import type { LatchkeyClient } from '../../../client.ts';
import { internalsOf } from '../../../internals.ts';
import type { ExportPage, ExportWalletInput } from '../showExportPage.ts';

/**
 * Shows the key of a wallet to the person, on a page of the service's own inside an element of yours: what it shows,
 * your page cannot read. Offers the recovery phrase besides, where the wallet has one.
 *
 * @throws ServiceError `must_be_authenticated`, `embedded_wallet_not_found`, `recent_login_required` (cured by
 * `reauthenticate`), `wallet_not_on_device`, `wallet_proxy_timeout`
 * @example
 * const page = await exportWallet(client, { container: document.querySelector('#export') });
 * closeButton.onclick = () => page.remove();
 */
export async function exportWallet(client: LatchkeyClient, input: ExportWalletInput): Promise<ExportPage> {
  const room = await import('../showExportPage.ts');
  return room.exportWallet(internalsOf(client), input);
}
