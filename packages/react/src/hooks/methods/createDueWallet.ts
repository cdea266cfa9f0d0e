import { createDueWallets, type LatchkeyClient, needsWallet } from '@latchkey/core';

/**
 * Creates the wallets that the app makes at login, unseen, after a login without a screen. One that could not be made (the
 * service is away, or the app has users choose how they recover it) is due again at the next login: the user is signed
 * in all the same, and a warning is written.
 */
export async function createDueWallet(client: LatchkeyClient): Promise<void> {
  if (!needsWallet(client.getState())) return;
  await createDueWallets(client).catch((cause: unknown) => {
    // biome-ignore lint/suspicious/noConsole: the caller has its user, and no other party hears of the wallet.
    console.warn('[latchkey] A wallet of the user could not be created.', cause);
  });
}
