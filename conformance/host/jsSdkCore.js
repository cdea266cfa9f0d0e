import Privy, { getUserEmbeddedEthereumWallet, LocalStorage } from '@privy-io/js-sdk-core';

/**
 * An app as its developers write it for the headless client: its own page mounts the wallet frame and passes the
 * messages. Only `baseUrl` is new.
 */
const { apiUrl, appId, chainId, rpcUrl } = JSON.parse(document.getElementById('config').textContent);

const client = new Privy({
  appId,
  baseUrl: apiUrl,
  storage: new LocalStorage(),
  supportedChains: [
    {
      id: chainId,
      name: 'Ethereum',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: [rpcUrl] }, privyWalletOverride: { http: [rpcUrl] } },
    },
  ],
});

async function mountFrame() {
  await client.initialize();
  const frame = document.createElement('iframe');
  frame.src = client.embeddedWallet.getURL();
  frame.hidden = true;
  window.addEventListener('message', ({ data, source }) => {
    if (source === frame.contentWindow) client.embeddedWallet.onMessage(data);
  });
  const isLoaded = new Promise((resolve) => frame.addEventListener('load', resolve));
  document.body.append(frame);
  await isLoaded;
  client.setMessagePoster({ postMessage: (...message) => frame.contentWindow.postMessage(...message) });
}

const told = (promise) => promise.catch(({ message }) => ({ error: message }));

let provider;

window.app = {
  start: mountFrame,
  sendCode: (email) => client.auth.email.sendCode(email),
  async logIn(email, code) {
    await client.auth.email.loginWithCode(email, code);
    const { embeddedWallet } = client;
    const isNewest = 'getEthereumProvider' in embeddedWallet;
    const { user } = await embeddedWallet.create(...(isNewest ? [{}] : []));
    const wallet = getUserEmbeddedEthereumWallet(user);
    const asked = { wallet, entropyId: wallet.address, entropyIdVerifier: 'ethereum-address-verifier' };
    provider = isNewest
      ? await embeddedWallet.getEthereumProvider(asked)
      : await embeddedWallet.getProvider(wallet);
    return wallet.address;
  },
  request: (method, params) => told(provider.request({ method, params })),
};
