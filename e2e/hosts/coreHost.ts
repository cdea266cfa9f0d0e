import * as core from '@latchkey/core';

/**
 * A host app without an interface: the client's operations are on `window`, so a test calls them as the host's
 * developer would.
 */
const { apiUrl, appId, clientId } = JSON.parse(document.getElementById('config')?.textContent ?? '{}');
const client = core.createClient({ appId, apiUrl, ...(clientId ? { clientId } : {}) });
const login = core.createEmailLogin(client);

type CloudMethod = Parameters<typeof core.startRecoveryOAuth>[1]['provider'];
interface CloudRecovery {
  method: CloudMethod;
  accessToken: string;
}

/** Returns the wallet, or the code and reason of an error, because an error's own fields do not reach the test. */
async function withCloud(method: CloudMethod, act: (recovery: CloudRecovery) => Promise<core.WalletAccount>) {
  try {
    const { accessToken } = await core.startRecoveryOAuth(client, { provider: method });
    const { address, recoveryMethod } = await act({ method, accessToken });
    return { address, recoveryMethod };
  } catch (error) {
    const { code, details } = error as core.ServiceError;
    return { code, reason: details?.reason };
  }
}

const latchkey = {
  start: () => client.start(),
  state: () => client.getState(),
  sendCode: (email: string) => login.sendCode({ email }),
  loginWithCode: (code: string) => login.loginWithCode({ code }),
  logout: () => core.logout(client),
  getAccessToken: () => core.getAccessToken(client),
  createWallet: async () => (await core.createWallet(client)).address,
  /** Requests access to a cloud in a popup, and makes the cloud the wallet's recovery. */
  backUp: (provider: CloudMethod) => withCloud(provider, (recovery) => core.setRecovery(client, recovery)),
  createBackedUp: (provider: CloudMethod) =>
    withCloud(provider, (recovery) => core.createWallet(client, { recovery })),
  recover: (provider: CloudMethod) =>
    withCloud(provider, ({ accessToken }) => core.recoverWallet(client, { accessToken })),
  listWallets: () => core.listWallets(client).map((wallet) => wallet.address),
  connectWallet: () => core.connectWallet(client, {}),
  signMessage: (message: string) => core.signMessage(client, { message }),
  frameState: () => core.getWalletFrameState(client),
};

/** Type of `window.latchkey`. */
export type CoreHost = typeof latchkey;

declare global {
  interface Window {
    latchkey: CoreHost;
  }
}
window.latchkey = latchkey;
// The popup in which the user opens a cloud returns to this page. Its client must start too.
if (window.opener) void client.start();
