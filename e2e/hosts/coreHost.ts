import * as core from '@latchkey/core';

/**
 * A host app without pixels: the client's operations on `window`, so that a test calls them as the host's developer
 * would. It does nothing on its own.
 */
const { apiUrl, appId, clientId } = JSON.parse(document.getElementById('config')?.textContent ?? '{}');
const client = core.createClient({ appId, apiUrl, ...(clientId ? { clientId } : {}) });
const login = core.createEmailLogin(client);

const latchkey = {
  start: () => client.start(),
  state: () => client.getState(),
  sendCode: (email: string) => login.sendCode({ email }),
  loginWithCode: (code: string) => login.loginWithCode({ code }),
  logout: () => core.logout(client),
  getAccessToken: () => core.getAccessToken(client),
  createWallet: async () => (await core.createWallet(client)).address,
  listWallets: () => core.listWallets(client).map((wallet) => wallet.address),
  connectWallet: () => core.connectWallet(client, {}),
  signMessage: (message: string) => core.signMessage(client, { message }),
  frameState: () => core.getWalletFrameState(client),
};

/** What a test finds on `window.latchkey`. */
export type CoreHost = typeof latchkey;

declare global {
  interface Window {
    latchkey: CoreHost;
  }
}
window.latchkey = latchkey;
