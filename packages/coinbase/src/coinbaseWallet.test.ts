import type { Connection, ConnectorContext, ConnectRequest } from '@latchkey/core';
import { createBrowserProfile, movableClock, movableTimers } from '@latchkey/testkit';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { coinbaseWallet } from './coinbaseWallet.ts';
import { openProvider } from './openProvider.ts';

// Uses the unchanged SDK. Its servers and popups cannot be reached here, so most tests use a scripted extension.

const address = `0x${'ab'.repeat(20)}`;

/** Coinbase's extension as the SDK finds it: a provider that receives data about the app. */
function createExtension() {
  const listeners = new Map<string, (payload: unknown) => void>();
  const asked: string[] = [];
  const extension = {
    asked,
    told: [] as unknown[][],
    accounts: [] as string[],
    chainId: '0x1',
    isRejecting: false,
    setAppInfo: (...info: unknown[]) => void extension.told.push(info),
    async request({ method }: { method: string }) {
      asked.push(method);
      if (method === 'eth_chainId') return extension.chainId;
      if (method === 'eth_accounts') return extension.accounts;
      if (extension.isRejecting) throw Object.assign(new Error('no'), { code: 4001 });
      extension.accounts = [address];
      return extension.accounts;
    },
    on: (event: string, listener: (payload: unknown) => void) => void listeners.set(event, listener),
    removeListener: (event: string) => void listeners.delete(event),
    emit: (event: string, payload?: unknown) => listeners.get(event)?.(payload),
  };
  return extension;
}

let extension: ReturnType<typeof createExtension>;
beforeEach(() => {
  extension = createExtension();
  vi.stubGlobal('localStorage', createBrowserProfile().open().window.localStorage);
  vi.stubGlobal('coinbaseWalletExtension', extension);
});
afterEach(() => vi.unstubAllGlobals());

type Options = ConnectorContext['coinbaseWallet']['connectionOptions'];

function contextWith(connectionOptions: Options, walletClientType = 'coinbase_wallet') {
  const clock = movableTimers(movableClock());
  const context: ConnectorContext = {
    environment: {
      clock,
      fetch: null,
      window: createBrowserProfile().open().window,
      random: (bytes) => crypto.getRandomValues(bytes),
      warn: () => {},
      isDevelopment: false,
    },
    clock,
    app: { name: 'Ada’s shop', url: 'https://shop.example', logo: 'https://shop.example/logo.png' },
    chains: [
      { id: 1, name: 'Ethereum' },
      { id: 8_453, name: 'Base' },
    ],
    defaultChain: { id: 8_453, name: 'Base' },
    findRpcUrl: () => null,
    walletConnectProjectId: null,
    coinbaseWallet: { connectionOptions },
    requestTimeoutMs: 120_000,
    storagePrefix: '',
    walletClientType,
  };
  return context;
}

function request(signal = new AbortController().signal): ConnectRequest {
  return { chainTypes: ['ethereum'], chainId: 8_453, onUri: () => {}, signal };
}

describe('opening the SDK', () => {
  it.each(['all', 'eoaOnly'] as const)(
    'the Coinbase SDK gets the host’s choice %s, the app, and the option that turns off its telemetry',
    (options) => {
      openProvider(contextWith(options));
      expect(extension.told).toEqual([
        ['Ada’s shop', 'https://shop.example/logo.png', [8_453, 1], { options, telemetry: false }],
      ]);
    },
  );

  it.each([
    ['the host’s choice', 'smartWalletOnly', 'coinbase_wallet'],
    ['the row of the list', 'all', 'coinbase_smart_wallet'],
  ] as const)(
    'the Coinbase SDK offers only the smart wallet because of %s',
    (_, options, walletClientType) => {
      const provider = openProvider(contextWith(options, walletClientType));
      // The SDK uses no extension for the smart wallet.
      expect(extension.told).toEqual([]);
      expect(provider).toMatchObject({
        isCoinbaseWallet: true,
        metadata: { appName: 'Ada’s shop', appChainIds: [8_453, 1] },
        preference: { options: 'smartWalletOnly', telemetry: false },
      });
    },
  );
});

describe('the connector', () => {
  it("the Coinbase connector connects, follows the wallet's changes, and reconnects without a prompt", async () => {
    const context = contextWith('all');
    const connector = coinbaseWallet().create(context);
    expect(extension.told).toEqual([]);
    const told: (Connection | null)[] = [];
    connector.subscribe((next) => told.push(next));
    expect(await connector.reconnect(null, new AbortController().signal)).toBeNull();
    expect(extension.asked).not.toContain('eth_requestAccounts');
    expect(await connector.connect(request())).toEqual({
      accounts: [{ chainType: 'ethereum', address }],
      chainId: 1,
    });
    extension.chainId = '0x2105';
    extension.emit('chainChanged', '0x2105');
    await expect.poll(() => told).toMatchObject([{ chainId: 8_453, accounts: [{ address }] }]);
    extension.emit('accountsChanged', []);
    await expect.poll(() => told.at(-1)).toMatchObject({ accounts: [] });
    extension.emit('disconnect');
    expect(told.at(-1)).toBeNull();
    expect(await connector.getEthereum()).toBeNull();

    const next = coinbaseWallet().create(contextWith('all'));
    extension.asked.length = 0;
    const again = await next.reconnect(null, new AbortController().signal);
    expect(again).toMatchObject({ accounts: [{ address }], chainId: 8_453 });
    expect(extension.asked).not.toContain('eth_requestAccounts');
    await next.disconnect();
    expect(await next.getEthereum()).toBeNull();
  });

  it('the Coinbase connector passes on a refusal, and does not connect after the page cancelled', async () => {
    const connector = coinbaseWallet().create(contextWith('all'));
    extension.isRejecting = true;
    await expect(connector.connect(request())).rejects.toMatchObject({ code: 4001 });
    extension.isRejecting = false;
    const leaving = new AbortController();
    leaving.abort(new Error('left'));
    await expect(connector.connect(request(leaving.signal))).rejects.toThrow('left');
    expect(extension.asked).not.toContain('eth_chainId');
    expect(await connector.getEthereum()).toBeNull();
  });
});
