import { createWallet, type LatchkeyClient, needsWallet } from '@latchkey/core/startup';
import { isRecoveryChosen } from '../wallets/useCreateWallet.ts';

/**
 * Creates the wallet that the app makes at login, unseen, after a login without a screen. One that could not be made is
 * due again at the next login: the user is signed in all the same (D further 23), and a warning is written.
 */
export async function createDueWallet(client: LatchkeyClient): Promise<void> {
  const { settings } = client.getState();
  if (!settings || !needsWallet(client.getState())) return;
  if (isRecoveryChosen(settings)) {
    // biome-ignore lint/suspicious/noConsole: the developer has to ask for it, and nobody else says so.
    console.warn('[latchkey] The user chooses how to recover the wallet: call createWallet().');
    return;
  }
  await createWallet(client).catch((cause: unknown) => {
    // biome-ignore lint/suspicious/noConsole: the caller has its user, and nobody else hears of the wallet.
    console.warn('[latchkey] The user has no wallet yet.', cause);
  });
}
