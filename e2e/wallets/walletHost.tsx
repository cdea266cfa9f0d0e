import { coinbaseWallet } from '@latchkey/coinbase';
import {
  type ConnectedWallet,
  getActiveWallet,
  getWalletOptions,
  listExternalWallets,
  logout,
  subscribeActiveWallet,
  subscribeExternalWallets,
  unlinkWallet,
} from '@latchkey/core';
import {
  createClient,
  type HostConfig,
  LatchkeyProvider,
  useConnectWallet,
  useLatchkey,
  useLinkAccount,
  useLogin,
} from '@latchkey/react';
import { walletConnect } from '@latchkey/walletconnect';
import { useEffect } from 'react';
import { createRoot } from 'react-dom/client';

/** A host for external wallets: a button for each way, and a record of its hooks' callbacks. */

interface WalletHostConfig {
  readonly appId: string;
  readonly apiUrl: string;
  readonly config: HostConfig;
  /** Relay of WalletConnect; without it the host has no such connector. */
  readonly relayUrl: string | null;
}

declare global {
  interface Window {
    told: string[];
    walletApp: {
      /** Lists the connected wallets as `ethereum metamask 0x…`, the last connected one first. */
      wallets(): string[];
      active(): string | null;
      /** Lists the chains of the connected wallets in CAIP-2 form. */
      chains(): string[];
      /** Sends a request to the active wallet's provider, as a dapp does. */
      request(method: string, params: unknown[]): Promise<unknown>;
      disconnect(): void;
      /** Disconnects each wallet, logs out and forgets the recorded callbacks. */
      leave(): Promise<void>;
      linked(): string[];
      /** Lists the wallets that the modal offers, as `phantom app-link https://…`. */
      offered(): string[];
      /** Lists the way in which each linked wallet was connected, as `ethereum injected driftwood`. */
      ways(): string[];
      /** Unlinks a wallet. Returns the code if the service refuses. */
      unlink(address: string): Promise<string>;
      unmount(): void;
    };
  }
}

const { appId, apiUrl, config, relayUrl }: WalletHostConfig = JSON.parse(
  document.getElementById('config')?.textContent ?? '{}',
);
const connectors = relayUrl
  ? [walletConnect({ relayUrl, projectId: 'latchkey-tests' }), coinbaseWallet()]
  : [];
const client = createClient({
  appId,
  apiUrl,
  config: { ...config, externalWallets: { ...config.externalWallets, connectors } },
});

window.told = [];
const nameOf = ({ chainType, walletClientType, address }: ConnectedWallet) =>
  `${chainType} ${walletClientType} ${address}`;
const inUse = () => {
  const active = getActiveWallet(client);
  return listExternalWallets(client).find(({ address }) => address === active?.address);
};
window.walletApp = {
  wallets: () => listExternalWallets(client).map(nameOf),
  chains: () => listExternalWallets(client).map(({ chainId }) => chainId),
  active: () => getActiveWallet(client)?.address ?? null,
  async request(method, params) {
    const provider = await inUse()?.getEthereumProvider();
    return provider?.request({ method, params });
  },
  disconnect: () => inUse()?.disconnect(),
  async leave() {
    for (const wallet of listExternalWallets(client)) wallet.disconnect();
    await logout(client);
    window.told = [];
  },
  linked: () => [],
  offered: () =>
    getWalletOptions(client, { walletList: config.appearance?.walletList ?? [] }).map(
      ({ id, way, link }) => `${id} ${way} ${link}`,
    ),
  ways: () => [],
  unmount: () => {},
  unlink: (address) =>
    unlinkWallet(client, { address }).then(
      () => 'unlinked',
      (error: { code: string }) => error.code,
    ),
};
subscribeExternalWallets(client, () => window.told.push(`wallets ${window.walletApp.wallets().length}`));
subscribeActiveWallet(client, () => window.told.push(`active ${window.walletApp.active()}`));

function App() {
  const { ready, authenticated, user } = useLatchkey();
  const { login } = useLogin({
    onComplete: ({ loginMethod, isNewUser }) =>
      window.told.push(`complete ${loginMethod} ${isNewUser ? 'new' : 'known'}`),
    onError: ({ code }) => window.told.push(`error ${code}`),
  });
  const { linkWallet } = useLinkAccount({
    onSuccess: ({ linkMethod }) => window.told.push(`linked ${linkMethod}`),
    onError: ({ code }) => window.told.push(`link ${code}`),
  });
  const { connectWallet } = useConnectWallet({
    onSuccess: ({ wallet }) => window.told.push(`connected ${wallet.address}`),
    onError: ({ code }) => window.told.push(`connect ${code}`),
  });
  window.walletApp.linked = () =>
    user?.linkedAccounts.map((account) =>
      account.type === 'wallet' ? `${account.chainType} ${account.address}` : account.type,
    ) ?? [];
  window.walletApp.ways = () =>
    user?.linkedAccounts.flatMap((account) =>
      account.type === 'wallet'
        ? [`${account.chainType} ${account.connectorType} ${account.walletClientType}`]
        : [],
    ) ?? [];
  useEffect(() => {
    document.documentElement.dataset.ready = String(ready);
  }, [ready]);
  return (
    <main>
      <output>{authenticated ? user?.id : 'signed out'}</output>
      <button id="login" onClick={login} type="button">
        Log in
      </button>
      <button onClick={() => linkWallet()} type="button">
        Link a wallet
      </button>
      <button onClick={() => connectWallet()} type="button">
        Connect a wallet
      </button>
    </main>
  );
}

const place = document.getElementById('root');
if (place) {
  const root = createRoot(place);
  window.walletApp.unmount = () => root.unmount();
  root.render(
    <LatchkeyProvider client={client}>
      <App />
    </LatchkeyProvider>,
  );
}
