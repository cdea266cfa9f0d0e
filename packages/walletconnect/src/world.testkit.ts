import type { ConnectorContext, ConnectRequest, WalletConnectorFactory } from '@latchkey/core';
import type { Sandbox } from '@latchkey/sandbox';
import {
  type BrowserProfile,
  createBrowserProfile,
  createPhone,
  type MovableTimers,
  movableClock,
  movableTimers,
  type Phone,
  type PhoneProposal,
} from '@latchkey/testkit';
import { type WalletConnectInput, walletConnect } from './walletConnect.ts';

const chains = [
  { id: 31_337, name: 'Devnet' },
  { id: 100, name: 'Gnosis' },
];

export interface TestPage {
  readonly factory: WalletConnectorFactory;
  readonly context: ConnectorContext;
  readonly timers: MovableTimers;
  readonly warnings: string[];
  readonly profile: BrowserProfile;
}

/** Opens a page with WalletConnect, as core does. Another one with the same profile is the page after a reload. */
export function openPage(
  sandbox: Sandbox,
  options: {
    readonly profile?: BrowserProfile;
    readonly input?: WalletConnectInput;
    readonly context?: Partial<ConnectorContext>;
    readonly fetch?: typeof globalThis.fetch;
    readonly isStorageBlocked?: boolean;
  } = {},
): TestPage {
  const profile = options.profile ?? createBrowserProfile();
  const timers = movableTimers(movableClock());
  const warnings: string[] = [];
  const { window } = profile.open({ isStorageBlocked: options.isStorageBlocked ?? false });
  const context: ConnectorContext = {
    environment: {
      clock: timers,
      fetch: options.fetch ?? null,
      window,
      random: (bytes) => crypto.getRandomValues(bytes),
      warn: (text) => warnings.push(text),
      isDevelopment: true,
    },
    clock: timers,
    app: { name: 'Ada’s shop', url: 'http://localhost:3000', logo: null },
    chains,
    defaultChain: { id: 31_337, name: 'Devnet' },
    findRpcUrl: () => 'https://node.example',
    walletConnectProjectId: 'served-project',
    coinbaseWallet: { connectionOptions: 'all' },
    requestTimeoutMs: 120_000,
    storagePrefix: '',
    walletClientType: 'wallet_connect',
    ...options.context,
  };
  const factory = walletConnect({ relayUrl: sandbox.relayUrl, ...options.input });
  return { factory, context, timers, warnings, profile };
}

/** Creates the request that core passes to a connector. */
export function request(over: Partial<ConnectRequest> = {}): ConnectRequest {
  return {
    chainTypes: ['ethereum'],
    chainId: 31_337,
    onUri: () => {},
    signal: new AbortController().signal,
    ...over,
  };
}

/** Starts a connection, and waits until the phone has read the proposal. */
export async function propose(page: TestPage, phone: Phone, over: Partial<ConnectRequest> = {}) {
  const connector = page.factory.create(page.context);
  let onUri = (_: string) => {};
  const shown = new Promise<string>((resolve) => {
    onUri = resolve;
  });
  const connecting = connector.connect(request({ ...over, onUri: (uri) => onUri(uri) }));
  const uri = await Promise.race([shown, connecting.then(() => '')]);
  return { connector, connecting, proposal: await phone.scan(uri) };
}

/** Connects, with a phone that decides about the proposal. */
export async function pair(
  sandbox: Sandbox,
  page: TestPage,
  decide: (proposal: PhoneProposal) => Promise<void> = (proposal) => proposal.approve(),
  given?: Phone,
) {
  const phone = given ?? (await createPhone({ relayUrl: sandbox.relayUrl }));
  const { connector, connecting, proposal } = await propose(page, phone);
  const [connection] = await Promise.all([connecting, decide(proposal)]);
  const provider = await connector.getEthereum();
  if (!provider) throw new Error('There is no provider');
  return { phone, connector, connection, provider, proposal };
}
