import * as core from '@latchkey/core';

/**
 * A host app without pixels: the client's operations on `window`, so that a test calls them as the host's developer
 * would. It does nothing on its own.
 */
const { apiUrl, appId, clientId } = JSON.parse(document.getElementById('config')?.textContent ?? '{}');
const client = core.createClient({ appId, apiUrl, ...(clientId ? { clientId } : {}) });
const login = core.createEmailLogin(client);

type CloudMethod = Parameters<typeof core.startRecoveryOAuth>[1]['provider'];
interface CloudRecovery {
  method: CloudMethod;
  accessToken: string;
}

/** Gives the wallet, or the code and reason of what went wrong: an error's own fields do not cross to the test. */
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
  /** Asks for leave to use a cloud, in a popup, and then does what it is needed for. */
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

/** What a test finds on `window.latchkey`. */
export type CoreHost = typeof latchkey;

declare global {
  interface Window {
    latchkey: CoreHost;
  }
}
window.latchkey = latchkey;
// A popup that comes back is a page of the host like any other, and starts like one.
if (window.opener) void client.start();
