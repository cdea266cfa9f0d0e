import { contextsOf } from '../contexts.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';
import type { ConfirmAndSend, ConfirmAndSignTransaction } from '../transactions/index.ts';
import type { ConfirmAndSign } from '../wallets/index.ts';

/** How a page asks its user about the wallet. Each rejects with `user_rejected_request` where the user declines. */
export interface WalletScreens {
  /**
   * Gets the user to an Ethereum wallet that can be used: by a login, by creating the wallet, or by recovering it where
   * this device does not hold it.
   */
  connect(): Promise<unknown>;
  /** Shows a request and has it signed by `signRequest`, or by `approveRequest` where the app wants that. */
  readonly sign: ConfirmAndSign;
  /** Shows a transaction (`prepareTransaction`) and sends it (`submitTransaction`). */
  readonly send: ConfirmAndSend;
  /** The same for one that is signed alone (`signPreparedTransaction`). */
  readonly signTransaction: ConfirmAndSignTransaction;
}

/**
 * Says how the page asks its user where a dapp library uses the wallet: by {@link getPageProvider}, or by the provider that
 * `config.embeddedWallets.ethereum.announce` announces. `LatchkeyProvider` sets the modal's.
 *
 * @param load gives the screens when they are first needed; null takes them away
 * @example
 * setWalletScreens(client, async () => (await import('./walletScreens.js')).screens);
 */
export function setWalletScreens(client: LatchkeyClient, load: (() => Promise<WalletScreens>) | null): void {
  contextsOf(client).wallets.screens.set(load);
}
