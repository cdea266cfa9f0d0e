import { createDueWallets, type LatchkeyClient, needsWallet } from '@latchkey/core';

/**
 * Creates the user's wallets after a login without the modal, if the app creates wallets at login. If that fails, the
 * user stays signed in, a warning is logged, and the next login tries again.
 */
export async function createDueWallet(client: LatchkeyClient): Promise<void> {
  if (!needsWallet(client.getState())) return;
  await createDueWallets(client).catch((cause: unknown) => {
    // biome-ignore lint/suspicious/noConsole: the login succeeded, and nothing else reports that the wallet is missing.
    console.warn('[latchkey] A wallet of the user could not be created.', cause);
  });
}
