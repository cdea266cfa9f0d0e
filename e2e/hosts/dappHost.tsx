import { LatchkeyProvider, useLatchkey, useLogin, useWallets } from '@latchkey/react';
import { useEffect } from 'react';
import { createRoot } from 'react-dom/client';

/**
 * Our wallet in a dapp that knows nothing of us: as `window.ethereum`, and announced over EIP-6963. A dapp that connects
 * opens our login; after it, every request goes to the wallet's own provider.
 */
const { apiUrl, appId, chainId, rpcUrl } = JSON.parse(
  document.getElementById('latchkey')?.textContent ?? '{}',
);

const chain = {
  id: chainId,
  name: 'Devnet',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [rpcUrl] } },
};

type Wallet = ReturnType<typeof useWallets>['wallets'][number];
type Provider = Awaited<ReturnType<Wallet['getEthereumProvider']>>;
type Event = Parameters<Provider['on']>[0];
type Listener = Parameters<Provider['on']>[1];

let provider: Provider | null = null;
let connect: () => void = () => {};
const waiting: ((provider: Provider) => void)[] = [];
const listeners: [event: Event, listener: Listener][] = [];

const announced = {
  /** The dapp of MetaMask's own tests speaks to no wallet that does not say so. */
  isMetaMask: true,
  async request(args: Parameters<Provider['request']>[0]): Promise<unknown> {
    if (provider) return provider.request(args);
    if (args.method === 'eth_accounts') return [];
    if (args.method !== 'eth_requestAccounts') return askNode(args);
    const connected = new Promise<Provider>((resolve) => waiting.push(resolve));
    connect();
    return (await connected).request(args);
  },
  on(event: Event, listener: Listener): void {
    listeners.push([event, listener]);
    provider?.on(event, listener);
  },
  removeListener(event: Event, listener: Listener): void {
    const at = listeners.findIndex(([name, known]) => name === event && known === listener);
    if (at >= 0) listeners.splice(at, 1);
    provider?.removeListener(event, listener);
  },
};

/** What a dapp reads of the chain before there is a wallet. */
async function askNode(args: Parameters<Provider['request']>[0]): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, ...args });
  const headers = { 'content-type': 'application/json' };
  const { result, error } = await (await fetch(rpcUrl, { method: 'POST', headers, body })).json();
  if (error) throw error;
  return result;
}

function hand(found: Provider): void {
  provider = found;
  for (const [event, listener] of listeners) found.on(event, listener);
  for (const resolve of waiting.splice(0)) resolve(found);
}

function Wallet() {
  const { ready } = useLatchkey();
  const { login } = useLogin();
  const { wallets } = useWallets();
  const [wallet] = wallets;
  connect = login;
  useEffect(() => {
    if (wallet) void wallet.getEthereumProvider().then(hand);
  }, [wallet]);
  useEffect(() => {
    document.documentElement.dataset.ready = String(ready);
  }, [ready]);
  return null;
}

const info = {
  uuid: 'b1f7c9d0-6a53-4a0f-9b6e-0d5a3c1e7f42',
  name: 'Latchkey',
  icon: 'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" width="96" height="96"/%3E',
  rdns: 'example.latchkey',
};
const detail = Object.freeze({ info: Object.freeze(info), provider: announced });
const announce = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
Object.assign(window, { ethereum: announced });
window.addEventListener('eip6963:requestProvider', announce);
announce();

createRoot(document.body.appendChild(document.createElement('div'))).render(
  <LatchkeyProvider appId={appId} apiUrl={apiUrl} config={{ chains: [chain], defaultChain: chain }}>
    <Wallet />
  </LatchkeyProvider>,
);
