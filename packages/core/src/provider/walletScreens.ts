import { contextsOf } from '../contexts.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';
import type { ConfirmAndSend, ConfirmAndSignTransaction } from '../transactions/index.ts';
import type { ConfirmAndSign } from '../wallets/index.ts';

/**
 * Screens with which a page asks its user about the wallet. Each rejects with `user_rejected_request` if the user
 * declines; `connect` can also reject with `exited_auth_flow` or `exited_wallet_flow`.
 */
export interface WalletScreens {
  /**
   * Leads the user to a usable Ethereum wallet: by a login, by creating the wallet, or by recovering it if this
   * device does not hold it.
   */
  connect(): Promise<unknown>;
  /** Shows a request and signs it with `signRequest`, or with `approveRequest` if the app requires it. */
  readonly sign: ConfirmAndSign;
  /** Shows a transaction (`prepareTransaction`) and sends it (`submitTransaction`). */
  readonly send: ConfirmAndSend;
  /** Shows a transaction and signs it without sending it (`signPreparedTransaction`). */
  readonly signTransaction: ConfirmAndSignTransaction;
}

/**
 * Sets the screens with which the page asks its user when a dapp library uses the wallet, through {@link
 * getPageProvider} or through the provider that `config.embeddedWallets.ethereum.announce` announces.
 * `LatchkeyProvider` sets the modal's.
 *
 * @param load returns the screens, each time that they are needed; null removes them
 * @example
 * setWalletScreens(client, async () => (await import('./walletScreens.js')).screens);
 */
export function setWalletScreens(client: LatchkeyClient, load: (() => Promise<WalletScreens>) | null): void {
  contextsOf(client).wallets.screens.set(load);
}
