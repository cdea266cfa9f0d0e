import type { Connection } from '@latchkey/core';
import { type Sandbox, startSandbox } from '@latchkey/sandbox';
import { createPhone, type Phone } from '@latchkey/testkit';
import * as PersonalMessage from 'ox/PersonalMessage';
import * as Secp256k1 from 'ox/Secp256k1';
import * as Signature from 'ox/Signature';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { walletConnect } from './walletConnect.ts';
import { openPage, pair, propose, request, type TestPage } from './world.testkit.ts';

let sandbox: Sandbox;
let open: { close(): Promise<void> }[] = [];
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0, hosts: ['127.0.0.1'] });
});
afterEach(async () => {
  await Promise.all(open.map((one) => one.close()));
  open = [];
});
afterAll(() => sandbox.close());

const message = '0x68656c6c6f';

/** Connects a phone. The phone and the page's connector are closed after the test. */
async function connect(
  page: TestPage,
  ...rest: Parameters<typeof pair> extends [unknown, unknown, ...infer R] ? R : never
) {
  const paired = await pair(sandbox, page, ...rest);
  open.push(paired.phone, { close: () => paired.connector.disconnect() });
  return paired;
}

async function phoneOf(name?: string): Promise<Phone> {
  const phone = await createPhone({ relayUrl: sandbox.relayUrl, ...(name ? { name } : {}) });
  open.push(phone);
  return phone;
}

describe('connecting a phone', () => {
  it('[EXTW-26] a phone pairs with the served project, is asked for the app’s chains without requirements, and signs', async () => {
    const asked = vi.spyOn(globalThis, 'fetch');
    const before = new Set(Object.getOwnPropertyNames(globalThis));
    const page = openPage(sandbox);
    const { connection, connector, phone, proposal, provider } = await connect(
      page,
      undefined,
      await phoneOf('MetaMask Wallet'),
    );

    expect(connector.connectorType).toBe('wallet_connect_v2');
    expect(sandbox.walletConnect.projects()).toContain('served-project');
    expect(proposal).toMatchObject({
      name: 'Ada’s shop',
      url: 'http://localhost:3000',
      chains: ['eip155:31337', 'eip155:100'],
      required: [],
    });
    expect(connection).toMatchObject({
      accounts: [{ chainType: 'ethereum', address: phone.address }],
      chainId: 31_337,
      peer: { name: 'MetaMask Wallet', icon: null, url: 'https://phone.example' },
    });
    const signature = (await provider.request({
      method: 'personal_sign',
      params: [message, phone.address],
    })) as `0x${string}`;
    const payload = PersonalMessage.getSignPayload(message);
    expect(
      Secp256k1.verify({ payload, address: phone.address, signature: Signature.fromHex(signature) }),
    ).toBe(true);
    expect(phone.requests).toMatchObject([{ chainId: 'eip155:31337', method: 'personal_sign' }]);

    // The messages at the relay do not show the address. Nothing was fetched, and no globals remain.
    expect(JSON.stringify(sandbox.walletConnect.messages())).not.toContain(phone.address.slice(2));
    expect(asked).not.toHaveBeenCalled();
    expect(Object.getOwnPropertyNames(globalThis).filter((name) => !before.has(name))).toEqual([]);
    asked.mockRestore();
  });

  it("a pairing uses the host's own project, relay and metadata", async () => {
    const metadata = { name: 'Other name', description: 'Words', icons: ['https://shop.example/i.png'] };
    const page = openPage(sandbox, { input: { projectId: 'own-project', metadata } });
    const { proposal } = await connect(page);
    expect(proposal.name).toBe('Other name');
    expect(sandbox.walletConnect.projects()).toContain('own-project');
  });

  it('connecting a phone fails with 4001 if the user rejects the proposal', async () => {
    const page = openPage(sandbox);
    await expect(connect(page, (proposal) => proposal.reject())).rejects.toMatchObject({ code: 4001 });
  });

  it('connecting a phone ends when the page cancels it, even if the user approves the proposal afterwards', async () => {
    const page = openPage(sandbox);
    const leaving = new AbortController();
    const phone = await phoneOf();
    const { connecting, connector, proposal } = await propose(page, phone, { signal: leaving.signal });
    leaving.abort(new Error('left'));
    await expect(connecting).rejects.toThrow('left');
    await proposal.approve();
    await expect.poll(() => phone.count()).toBe(0);
    expect(await connector.getEthereum()).toBeNull();
  });

  it.each([
    ['no account', []],
    ['invalid accounts', ['eip155:31337:0x12', 'eip155:31337:<script>', 'eip155:31337:0x']],
  ])('a phone that gives %s is not connected', async (_, accounts) => {
    const page = openPage(sandbox);
    const phone = await phoneOf();
    const asked = connect(
      page,
      (proposal) => proposal.approve({ accounts }).catch(() => proposal.reject()),
      phone,
    );
    await expect(asked).rejects.toMatchObject({ code: expect.any(Number) });
    await expect.poll(() => phone.count()).toBe(0);
  });

  it('walletConnect rejects invalid options, and warns about a missing project id', async () => {
    for (const relayUrl of [
      'https://relay.example',
      'ws://relay.example',
      'ws://127.0.0.1.example',
      'relay',
      '',
    ]) {
      expect(() => walletConnect({ relayUrl })).toThrow(expect.objectContaining({ code: 'invalid_option' }));
    }
    expect(() => walletConnect({ projectId: '' })).toThrow(
      expect.objectContaining({ code: 'invalid_option' }),
    );
    const page = openPage(sandbox, { context: { walletConnectProjectId: null } });
    const connector = page.factory.create(page.context);
    expect(page.warnings).toEqual([expect.stringContaining('wallet_connect_cloud_project_id')]);
    await expect(connector.connect(request())).rejects.toMatchObject({ code: 4900 });
  });
});

describe('a connected phone', () => {
  it('a phone switches between chains of the session without a prompt, and to another chain only if the wallet switches too', async () => {
    const { connection, connector, phone, provider } = await connect(openPage(sandbox));
    const told: (Connection | null)[] = [];
    connector.subscribe((next) => told.push(next));
    const chains: unknown[] = [];
    provider.on('chainChanged', (chainId) => chains.push(chainId));

    const to = (chainId: string) =>
      provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId }] });
    expect(await to('0x64')).toBeNull();
    expect(await provider.request({ method: 'eth_chainId' })).toBe('0x64');
    expect(told).toMatchObject([{ chainId: 100 }]);
    expect(phone.requests).toEqual([]);
    phone.answer('reject');
    await expect(to('0x1')).rejects.toMatchObject({ code: 4001 });
    await expect(to('one')).rejects.toMatchObject({ code: 4902 });

    // The wallet's events about chains of the session are accepted.
    await phone.emit({ name: 'chainChanged', data: 31_337 }, 31_337);
    await expect.poll(() => chains).toEqual(['0x64', '0x7a69']);
    const other = `0x${'ab'.repeat(20)}`;
    await phone.update([`eip155:100:${other}`, `eip155:100:${phone.address}`]);
    await expect.poll(() => told.at(-1)).toMatchObject({ chainId: 100, accounts: [{ address: other }, {}] });
    await phone.emit({ name: 'accountsChanged', data: [`eip155:100:${phone.address}`] }, 100);
    await expect.poll(() => told.at(-1)?.accounts[0]?.address).toBe(phone.address);
    await phone.emit({ name: 'accountsChanged', data: [] }, 100);
    await expect.poll(() => told.at(-1)).toMatchObject({ accounts: [] });
    expect(await provider.request({ method: 'eth_accounts' })).toEqual([]);
    expect(connection.accounts).toHaveLength(1);

    // A wallet that switches may send the session's update after its answer.
    phone.answer(() => {
      setImmediate(() => phone.update([`eip155:1:${phone.address}`]));
      return null;
    });
    expect(await to('0x1')).toBeNull();
    expect(told.at(-1)).toMatchObject({ chainId: 1, accounts: [{ address: phone.address }] });
  });

  it('a session with a Safe, on one chain and with few methods, refuses to switch or add a chain, and sends transactions on its chain', async () => {
    const safe = ['personal_sign', 'eth_sendTransaction', 'eth_signTypedData_v4'];
    const page = openPage(sandbox);
    const { connection, phone, provider } = await connect(page, (proposal) =>
      proposal.approve({ chainIds: [100], methods: safe }),
    );
    expect(connection).toMatchObject({ chainId: 100, accounts: [{ address: phone.address }] });
    const to = { method: 'wallet_switchEthereumChain', params: [{ chainId: '0x7a69' }] };
    await expect(provider.request(to)).rejects.toMatchObject({ code: 4902 });
    const add = provider.request({ method: 'wallet_addEthereumChain', params: [{}] });
    await expect(add).rejects.toMatchObject({ code: 4200 });
    expect(phone.requests).toEqual([]);
    await provider.request({ method: 'eth_sendTransaction', params: [{ to: phone.address }] });
    expect(phone.requests).toMatchObject([{ chainId: 'eip155:100', method: 'eth_sendTransaction' }]);
  });

  it('the provider of a phone passes on refusals, and sends reads only to the configured node', async () => {
    const asked: string[] = [];
    const fetch: typeof globalThis.fetch = async (url, init) => {
      asked.push(`${url} ${(JSON.parse(String(init?.body)) as { method: string }).method}`);
      return Response.json({ result: '0x5' });
    };
    const { phone, provider } = await connect(openPage(sandbox, { fetch }));
    phone.answer('reject');
    const signing = provider.request({ method: 'personal_sign', params: [message, phone.address] });
    await expect(signing).rejects.toMatchObject({ code: 4001 });
    expect(await provider.request({ method: 'eth_getBalance', params: [phone.address] })).toBe('0x5');
    await expect(provider.request({ method: 'eth_sign', params: [] })).rejects.toMatchObject({ code: 4200 });
    expect(asked).toEqual(['https://node.example eth_getBalance']);
  });

  it('open requests to a phone are rejected when its wallet ends the session', async () => {
    const page = openPage(sandbox, { input: { projectId: 'ended' } });
    const { connector, phone, provider } = await connect(page);
    const told: (Connection | null)[] = [];
    connector.subscribe((next) => told.push(next));
    const events: string[] = [];
    for (const event of ['accountsChanged', 'disconnect']) provider.on(event, () => events.push(event));
    phone.answer('ignore');
    const signing = provider.request({ method: 'personal_sign', params: [message, phone.address] });
    signing.catch(() => {});
    await expect.poll(() => phone.requests).toHaveLength(1);
    await phone.endSessions();
    await expect(signing).rejects.toMatchObject({ code: 4900 });
    await expect.poll(() => told).toEqual([null]);
    expect(events).toEqual(['accountsChanged', 'disconnect']);
    await expect(provider.request({ method: 'personal_sign', params: [] })).rejects.toMatchObject({
      code: 4900,
    });
    // A page without a session holds no connection to the relay open.
    await expect.poll(() => sandbox.walletConnect.projects()).not.toContain('ended');
  });
});

describe('a phone after a reload', () => {
  it('a phone reconnects after a reload without a request to the wallet, on its last chain', async () => {
    const page = openPage(sandbox);
    const { connector, phone, provider } = await connect(page);
    let kept: string | undefined;
    connector.subscribe((next) => {
      kept = next?.kept;
    });
    await provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0x64' }] });

    const next = openPage(sandbox, { profile: page.profile });
    const again = next.factory.create(next.context);
    const connection = await again.reconnect(kept ?? null, new AbortController().signal);
    expect(connection).toMatchObject({ chainId: 100, accounts: [{ address: phone.address }], kept });
    expect(phone.requests).toEqual([]);
    const signed = await (await again.getEthereum())?.request({ method: 'personal_sign', params: [message] });
    expect(signed).toMatch(/^0x[0-9a-f]{130}$/);
    // Keys have our prefix, so the host's own WalletConnect does not see them.
    expect([...page.profile.stored.keys()].every((key) => key.startsWith('latchkey:walletconnect:'))).toBe(
      true,
    );

    await again.disconnect();
    await expect.poll(() => phone.count()).toBe(0);
    expect(await again.reconnect(kept ?? null, new AbortController().signal)).toBeNull();
    expect(await again.reconnect('nonsense', new AbortController().signal)).toBeNull();
  });

  it('a reloaded page is notified that the wallet ended the session in the meantime', async () => {
    const page = openPage(sandbox);
    const { connection, phone } = await connect(page);
    // The relay keeps its messages until the next page subscribes.
    const { faults, listening } = sandbox.walletConnect;
    const release = faults.hold();
    await phone.endSessions();
    const next = openPage(sandbox, { profile: page.profile });
    const again = next.factory.create(next.context);
    const told: (Connection | null)[] = [];
    again.subscribe((change) => told.push(change));
    const before = listening();
    expect(await again.reconnect(connection.kept ?? null, new AbortController().signal)).not.toBeNull();
    await expect.poll(listening).toBeGreaterThan(before);
    release();
    await expect.poll(() => told).toEqual([null]);
    expect(await again.reconnect(connection.kept ?? null, new AbortController().signal)).toBeNull();
  });

  it('a phone connects even if storage is blocked', async () => {
    const page = openPage(sandbox, { isStorageBlocked: true });
    const { connection, phone } = await connect(page);
    expect(connection.accounts[0]?.address).toBe(phone.address);
    expect(page.profile.stored.size).toBe(0);
  });
});

describe('a relay that is down', () => {
  beforeEach(() => {
    sandbox.walletConnect.faults.setDown(false);
  });

  it('a relay that is down is reported after ten seconds, and connects when it is back', async () => {
    const page = openPage(sandbox);
    sandbox.walletConnect.faults.setDown(true);
    const connector = page.factory.create(page.context);
    const connecting = connector.connect(request());
    connecting.catch(() => {});
    await expect.poll(() => page.timers.waiting).toBe(1);
    await page.timers.advance(10_000);
    await expect(connecting).rejects.toMatchObject({
      code: 4900,
      message: 'The WalletConnect relay does not answer',
    });
    sandbox.walletConnect.faults.setDown(false);
    const { phone, connection } = await connect(page);
    expect(connection.accounts[0]?.address).toBe(phone.address);
  });

  it('repeated attempts at a relay that is down share one pairing, which connects when the relay is back', async () => {
    const page = openPage(sandbox);
    sandbox.walletConnect.faults.setDown(true);
    for (let tries = 0; tries < 3; tries += 1) {
      const connecting = page.factory.create(page.context).connect(request());
      connecting.catch(() => {});
      await expect.poll(() => page.timers.waiting).toBe(1);
      await page.timers.advance(10_000);
      await expect(connecting).rejects.toMatchObject({ code: 4900 });
    }
    sandbox.walletConnect.faults.setDown(false);
    const { phone, connection } = await connect(page);
    expect(connection.accounts[0]?.address).toBe(phone.address);
    const pairings = [...page.profile.stored].filter(([key]) => key.endsWith('//pairing'));
    expect(pairings.map(([, value]) => JSON.parse(String(value)).length)).toEqual([1]);
  });

  it('a signature request fails while the relay is down, and the phone signs when the relay is back', async () => {
    const page = openPage(sandbox);
    const { phone, provider } = await connect(page);
    const sign = () => provider.request({ method: 'personal_sign', params: [message, phone.address] });
    sandbox.walletConnect.faults.setDown(true);
    const signing = sign();
    signing.catch(() => {});
    await expect.poll(() => page.timers.waiting).toBe(1);
    await page.timers.advance(10_000);
    await expect(signing).rejects.toMatchObject({ code: 4900 });
    sandbox.walletConnect.faults.setDown(false);
    expect(await sign()).toMatch(/^0x/);
    expect(phone.requests).toHaveLength(1);
  });
});
