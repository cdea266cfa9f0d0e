import {
  connectExternalWallet,
  getActiveWallet,
  getWalletOptions,
  type HostConfig,
  listExternalWallets,
  loginWithWallet,
} from '@latchkey/core';
import { type Sandbox, startSandbox } from '@latchkey/sandbox';
import {
  type BrowserProfile,
  createPhone,
  createTestClient,
  createTestService,
  type Phone,
  type TestService,
} from '@latchkey/testkit';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { walletConnect } from './walletConnect.ts';

// A whole login with core, this package and the service. The relay, the page and the phone are stand-ins.

let sandbox: Sandbox;
let service: TestService;
let ends: (() => void | Promise<void>)[] = [];
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0, hosts: ['127.0.0.1'] });
  const app = {
    id: 'latchkey-test-app-0000001',
    name: 'Ada’s shop',
    email_auth: true,
    wallet_auth: true,
    allowed_origins: ['http://localhost:3000'],
    wallet_connect_cloud_project_id: 'served-by-the-operator',
  };
  service = await createTestService({ apps: [app] });
});
afterEach(async () => {
  for (const end of ends) await end();
  ends = [];
});
afterAll(async () => {
  await service.close();
  await sandbox.close();
});

const devnet = { id: 31_337, name: 'Devnet', rpcUrls: { default: { http: ['http://127.0.0.1:9'] } } };

async function open(external: Partial<HostConfig['externalWallets']> = {}, profile?: BrowserProfile) {
  const config: HostConfig = {
    loginMethods: ['email', 'wallet'],
    chains: [devnet],
    externalWallets: { connectors: [walletConnect({ relayUrl: sandbox.relayUrl })], ...external },
  };
  const test = createTestClient(service, { config, ...(profile ? { profile } : {}) });
  await test.client.start();
  ends.push(() => {
    for (const wallet of listExternalWallets(test.client)) wallet.disconnect();
  });
  return test;
}

async function phoneOf(name: string): Promise<Phone> {
  const phone = await createPhone({ relayUrl: sandbox.relayUrl, name });
  ends.push(() => phone.close());
  return phone;
}

/** Connects a row of the list, with a phone that approves. */
async function connect({ client }: Awaited<ReturnType<typeof open>>, phone: Phone, walletClientType: string) {
  let onUri = (_: string) => {};
  const shown = new Promise<string>((resolve) => {
    onUri = resolve;
  });
  const connecting = connectExternalWallet(client, { walletClientType, onUri: (uri) => onUri(uri) });
  connecting.catch(() => {});
  const proposal = await phone.scan(await shown);
  const [wallet] = await Promise.all([connecting, proposal.approve()]);
  return wallet;
}

describe('a phone through WalletConnect', () => {
  it('[EXTW-26] a phone logs in with the served project, and reconnects after a reload until it ends the session', async () => {
    const test = await open();
    const phone = await phoneOf('Lighthouse');
    const wallet = await connect(test, phone, 'wallet_connect');
    expect(sandbox.walletConnect.projects()).toContain('served-by-the-operator');
    expect(wallet).toMatchObject({
      address: phone.address,
      chainId: 'eip155:31337',
      connectorType: 'wallet_connect_v2',
      meta: { name: 'Lighthouse' },
    });
    const { user } = await loginWithWallet(test.client, { wallet });
    expect(user.linkedAccounts).toMatchObject([
      { type: 'wallet', address: phone.address, connectorType: 'wallet_connect_v2' },
    ]);
    expect(phone.requests).toMatchObject([{ method: 'personal_sign', chainId: 'eip155:31337' }]);

    const { listening } = sandbox.walletConnect;
    const before = listening();
    const next = await open({}, test.profile);
    await expect.poll(() => listExternalWallets(next.client)).toMatchObject([{ address: phone.address }]);
    expect(getActiveWallet(next.client)).toMatchObject({ address: phone.address });
    expect(phone.requests).toHaveLength(1);
    await expect.poll(listening).toBeGreaterThan(before);
    await phone.endSessions();
    await expect.poll(() => listExternalWallets(next.client)).toEqual([]);
  });

  it('[EXTW-07] a login waits 2.5 s before MetaMask is asked to sign, but not before a Safe is', async () => {
    const test = await open();
    const phone = await phoneOf('MetaMask Wallet');
    const wallet = await connect(test, phone, 'wallet_connect');
    const login = loginWithWallet(test.client, { wallet });
    await test.timers.advance(2_499);
    expect(phone.requests).toEqual([]);
    await test.timers.advance(1);
    await login;
    expect(phone.requests).toHaveLength(1);

    // The clock stands still here, so a wait would not end.
    const other = await open();
    const safe = await phoneOf('Safe{Wallet}');
    await loginWithWallet(other.client, { wallet: await connect(other, safe, 'safe') });
    expect(safe.requests).toHaveLength(1);
  });

  it('[EXTW-24] WalletConnect is offered only if the host passed the connector and did not turn it off', async () => {
    const waysOf = async (external?: Partial<HostConfig['externalWallets']>) => {
      const { client } = await open(external);
      return getWalletOptions(client)
        .filter(({ way }) => way === 'pairing')
        .map(({ id }) => id);
    };
    expect(await waysOf()).toContain('wallet_connect');
    expect(await waysOf({ walletConnect: { enabled: false } })).toEqual([]);
    expect(await waysOf({ connectors: [] })).toEqual([]);
    const { client, timers } = await open({ walletConnect: { enabled: false } });
    const asked = connectExternalWallet(client, { walletClientType: 'wallet_connect' });
    asked.catch(() => {});
    // Waits, because a wallet in the page could still announce itself.
    await timers.advance(5_000);
    await expect(asked).rejects.toMatchObject({ code: 'not_found' });
  });
});
