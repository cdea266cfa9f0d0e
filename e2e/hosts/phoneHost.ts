import type { Connection, ConnectorContext } from '@latchkey/core';
import { walletConnect } from '@latchkey/walletconnect';

/** A page with only WalletConnect's connector, on `window`, as core uses it. */
const { relayUrl } = JSON.parse(document.getElementById('config')?.textContent ?? '{}');

const clock: ConnectorContext['clock'] = {
  now: () => Date.now(),
  monotonicNow: () => performance.now(),
  setTimeout: (callback, ms) => setTimeout(callback, ms),
  clearTimeout: (timer) => clearTimeout(timer as number),
};
const context: ConnectorContext = {
  environment: {
    clock,
    fetch: null,
    window,
    random: (bytes) => crypto.getRandomValues(bytes),
    warn: () => {},
    isDevelopment: true,
  },
  clock,
  app: { name: 'Host', url: location.origin, logo: null },
  chains: [{ id: 1, name: 'Ethereum' }],
  defaultChain: { id: 1, name: 'Ethereum' },
  findRpcUrl: () => null,
  walletConnectProjectId: 'project',
  coinbaseWallet: { connectionOptions: 'all' },
  requestTimeoutMs: 120_000,
  storagePrefix: '',
  walletClientType: 'wallet_connect',
};
const connector = walletConnect({ relayUrl }).create(context);
const { signal } = new AbortController();
let connecting: Promise<Connection> | null = null;

const phone = {
  /** Begins to connect. Resolves with the address for the phone. */
  begin: () =>
    new Promise<string>((resolve, reject) => {
      connecting = connector.connect({ chainTypes: ['ethereum'], chainId: 1, onUri: resolve, signal });
      connecting.catch(reject);
    }),
  end: () => connecting,
  reconnect: (kept: string) => connector.reconnect(kept, signal),
  sign: async (message: string) =>
    (await connector.getEthereum())?.request({ method: 'personal_sign', params: [message] }),
};

declare global {
  interface Window {
    phone: typeof phone;
  }
}
window.phone = phone;
