import {
  type BrowserPage,
  createTestClient,
  createTestService,
  type FrameScript,
  type TestService,
} from '@latchkey/testkit';
import { type FrameEvent, type FrameRequest, limits } from '@latchkey/wire';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contextsOf } from '../contexts.ts';
import {
  connectWallet,
  createAdditionalWallet,
  createWallet,
  exportWallet,
  getWalletFrameState,
  importWallet,
  type LatchkeyClient,
  logout,
  mountWalletFrame,
  recoverWallet,
  setRecovery,
  signMessage,
} from '../index.ts';
import { createScriptedFrame } from '../wallets/embedded/scriptedFrame.testkit.ts';

describe('the wallet frame in the host page', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await createTestService();
    // Loaded in advance, because most tests move the clock right after the call.
    await Promise.all([
      import('../wallets/embedded/createWallet.ts'),
      import('../wallets/embedded/connectWallet.ts'),
      import('../wallets/embedded/signing/signMessage.ts'),
    ]);
  });
  afterAll(() => service.close());

  const byPassword = { method: 'user-passcode', password: 'gravel-lantern-oblige-thimble' } as const;
  const privateKey = `0x${'a7'.repeat(32)}` as const;
  const container = {} as HTMLElement;

  let people = 0;
  async function signedIn(frame?: FrameScript) {
    const wallet = createScriptedFrame(service);
    const test = createTestClient(service, { page: { frame: frame ?? wallet.script }, clientId: 'client-1' });
    await test.client.start();
    people += 1;
    await test.logIn(`frame-${people}@company.example`);
    const status = () => getWalletFrameState(test.client).status;
    await expect.poll(() => test.page.frames.length).toBe(1);
    await test.timers.advance(0);
    return { ...test, wallet, status };
  }
  async function walletOwner() {
    const test = await signedIn();
    await createWallet(test.client);
    test.wallet.heard.length = 0;
    return test;
  }
  const loadAgain = ({ frames }: BrowserPage) => (frames[0] as { load?: () => void }).load?.();
  const events = (heard: FrameRequest[]) => heard.map(({ event }) => event.replace('privy:', ''));

  it('[FRAME-01, FRAME-02] the wallet frame is mounted once a user is signed in, hidden and without size, at its address', async () => {
    const out = createTestClient(service);
    await out.client.start();
    await out.timers.advance(0);
    expect(out.page.frames).toHaveLength(0);

    const { page, profile } = await signedIn();
    const [frame] = page.frames as [Record<string, unknown> & { attributes: Map<string, string> }];
    const address = new URL(String(frame.src));
    expect(address.origin + address.pathname).toBe(
      `http://localhost:4000/apps/${service.app.id}/embedded-wallets`,
    );
    expect(Object.fromEntries(address.searchParams)).toEqual({
      caid: JSON.parse(profile.stored.get('privy:caid') ?? ''),
      client_id: 'client-1',
    });
    expect(frame).toMatchObject({ width: '0', height: '0', tabIndex: -1, style: { display: 'none' } });
    expect(Object.fromEntries(frame.attributes)).toEqual({ 'aria-hidden': 'true', allow: '' });
  });

  it('the wallet frame is mounted before a session exists if the host requests it', async () => {
    const wallet = createScriptedFrame(service);
    const { client, page } = createTestClient(service, { page: { frame: wallet.script } });
    await client.start();
    await mountWalletFrame(client);
    await mountWalletFrame(client);
    expect(page.frames).toHaveLength(1);
    await expect.poll(() => getWalletFrameState(client).status).toBe('ready');
  });

  it('[FRAME-05] the wallet frame is pinged every 150 ms until it answers', async () => {
    let pings = 0;
    const ids = new Set<string>();
    const { status, timers } = await signedIn((message, frame) => {
      const { id, event } = message as FrameRequest;
      pings += 1;
      ids.add(id);
      if (pings === 4) frame.post({ id, event, data: {} });
    });
    expect(pings).toBe(1);
    expect(status()).toBe('mounting');
    await timers.advance(149);
    expect(pings).toBe(1);
    await timers.advance(1);
    expect(pings).toBe(2);
    await timers.advance(300);
    expect(pings).toBe(4);
    expect(ids.size).toBe(4);
    expect(status()).toBe('ready');
    await timers.advance(60_000);
    expect(pings).toBe(4);
  });

  it('[FRAME-05] the wallet frame is pinged 270 times at most, and mounted again by the next call', async () => {
    const test = await signedIn();
    const { wallet, status, timers, page } = test;
    wallet.silent.add('privy:iframe:ready');
    wallet.pings = 0;
    loadAgain(page);
    await timers.advance(60_000);
    expect(wallet.pings).toBe(270);
    expect(status()).toBe('failed');
    wallet.silent.clear();
    await createWallet(test.client);
    expect(status()).toBe('ready');
    expect(page.frames).toHaveLength(1);
  });

  it('[FRAME-03] each request to the wallet frame gets the answer with its id, in any order, as data or as an error of type and message', async () => {
    const waiting: { id: string; event: string }[] = [];
    let post = (_: unknown) => {};
    const test = await signedIn((message, frame) => {
      const { id, event } = message as FrameRequest;
      if (event === 'privy:iframe:ready') return frame.post({ id, event, data: {} });
      waiting.push({ id, event });
      post = frame.post;
    });
    const frame = contextsOf(test.client).frame.mounted.get();
    const request = (entropyId: string) =>
      frame?.request(
        'connect',
        'privy:wallets:connect',
        { accessToken: 'x', entropyId, entropyIdVerifier: 'ethereum-address-verifier' },
        1000,
      );
    const [first, second, third] = [request('1'), request('2'), request('3')];
    await expect.poll(() => waiting.length).toBe(3);
    const refused = expect(second).rejects.toMatchObject({
      code: 'invalid_data',
      message: 'Wrong field: entropyId',
      details: { type: 'invalid_request_arguments' },
    });
    post({ ...waiting[2], data: { entropyId: 'three' } });
    post({ ...waiting[1], error: { type: 'invalid_request_arguments', message: 'Wrong field: entropyId' } });
    post({ ...waiting[0], data: { entropyId: 'one' } });
    expect(await first).toEqual({ entropyId: 'one' });
    expect(await third).toEqual({ entropyId: 'three' });
    await refused;
  });

  it("[FRAME-04] the client accepts an answer only from the wallet frame's own window and origin, with the id and event of the request", async () => {
    const { client, timers } = await signedIn((message, frame) => {
      const { id, event } = message as FrameRequest;
      if (event === 'privy:iframe:ready') return frame.post({ id, event, data: {} });
      const data = { entropyId: 'forged' };
      frame.post({ id, event, data }, { origin: 'https://evil.example' });
      frame.post({ id, event, data }, { origin: 'http://localhost:4000.evil.example' });
      frame.post({ id, event, data }, { origin: 'null' });
      frame.post({ id, event, data }, { source: {} });
      frame.post({ id, event, data }, { source: null });
      frame.post({ id, event: 'wallets:connect', data });
      frame.post({ id, event: 'privy:', data });
      frame.post({ id, event: 'privy:wallets:recover', data });
      frame.post({ id: `${id}0`, event, data });
      frame.post(JSON.stringify({ id, event, data }));
      for (const junk of [null, 7, 'privy:', [], {}, { id, event }, { id, event, error: 'no' }])
        frame.post(junk);
    });
    const asked = contextsOf(client)
      .frame.mounted.get()
      ?.request(
        'connect',
        'privy:wallets:connect',
        { accessToken: 'x', entropyId: '0x', entropyIdVerifier: 'ethereum-address-verifier' },
        5000,
      );
    const unanswered = expect(asked).rejects.toMatchObject({ code: 'wallet_proxy_timeout' });
    await timers.advance(5000);
    await unanswered;
  });

  it('[EMBW-08] the wallet frame has 30 s to load before createWallet times out', async () => {
    const wallet = createScriptedFrame(service);
    wallet.silent.add('privy:iframe:ready');
    const { client, timers } = await signedIn(wallet.script);
    let outcome: unknown = 'waiting';
    void createWallet(client).catch((error: unknown) => {
      outcome = error;
    });
    await timers.advance(0);
    await timers.advance(29_999);
    expect(outcome).toBe('waiting');
    await timers.advance(1);
    expect(outcome).toMatchObject({
      code: 'wallet_proxy_timeout',
      message: 'walletProxy.initialize timed out.',
    });
    expect(wallet.heard).toEqual([]);
  });

  it('[EMBW-08] createWallet succeeds if the wallet frame loads within 30 s', async () => {
    const wallet = createScriptedFrame(service);
    wallet.silent.add('privy:iframe:ready');
    const { client, timers } = await signedIn(wallet.script);
    const created = createWallet(client);
    await timers.advance(0);
    await timers.advance(29_000);
    wallet.silent.clear();
    await timers.advance(limits.framePingMs);
    expect((await created).address).toMatch(/^0x/);
  });

  it('[EMBW-09] the wallet frame has 20 s to create a wallet, then is reloaded without a second create request', async () => {
    const { client, wallet, timers, page, status } = await signedIn();
    const [first] = page.frames;
    wallet.silent.add('privy:wallets:create');
    let outcome: unknown = 'waiting';
    void createWallet(client).catch((error: unknown) => {
      outcome = error;
    });
    await timers.advance(0);
    await timers.advance(19_999);
    expect(outcome).toBe('waiting');
    await timers.advance(1);
    expect(outcome).toMatchObject({ code: 'wallet_proxy_timeout', message: 'walletProxy.create timed out.' });
    expect(events(wallet.heard)).toEqual(['wallets:create']);
    await timers.advance(limits.framePingMs);
    expect(status()).toBe('ready');
    expect(page.frames).toHaveLength(1);
    expect(page.frames[0]).not.toBe(first);
    wallet.silent.clear();
    expect((await createWallet(client)).address).toMatch(/^0x/);
  });

  it('[EMBW-09] the wallet frame has 15 s to connect a wallet, and gets the request once more after a reload', async () => {
    const { client, wallet, timers, page, status } = await walletOwner();
    wallet.silent.add('privy:wallets:connect');
    let outcome: unknown = 'waiting';
    void connectWallet(client).catch((error: unknown) => {
      outcome = error;
    });
    await timers.advance(0);
    await timers.advance(14_999);
    expect(events(wallet.heard)).toEqual(['wallets:connect']);
    await timers.advance(1);
    expect(outcome).toBe('waiting');
    expect(events(wallet.heard)).toEqual(['wallets:connect', 'wallets:connect']);
    await timers.advance(14_999);
    expect(outcome).toBe('waiting');
    await timers.advance(1);
    expect(outcome).toMatchObject({
      code: 'wallet_proxy_timeout',
      message: 'walletProxy.connect timed out.',
    });
    expect(events(wallet.heard)).toHaveLength(2);
    expect(status()).toBe('failed');
    expect(page.frames.length).toBe(0);
  });

  it('signMessage succeeds after a reload of the wallet frame if the frame stopped answering during the signature', async () => {
    const { client, wallet, timers, page } = await walletOwner();
    wallet.silent.add('privy:wallets:rpc');
    const signing = signMessage(client, { message: 'Hello' });
    await expect.poll(() => events(wallet.heard).at(-1)).toBe('wallets:rpc');
    wallet.silent.clear();
    await timers.advance(limits.proxyReplyMs);
    expect(await signing).toMatch(/^0x[0-9a-f]{130}$/);
    expect(events(wallet.heard)).toEqual(['wallets:rpc', 'wallets:rpc']);
    expect(page.frames).toHaveLength(1);
  });

  it('the wallet frame gets a request again with a new token if the service refused the first token', async () => {
    const { client, wallet, timers, sent } = await walletOwner();
    await timers.advance(1_000);
    sent.length = 0;
    const error = { type: 'error', message: 'No', code: 'missing_or_invalid_token' } as const;
    wallet.instead.set('privy:wallets:rpc', { error });
    expect(await signMessage(client, { message: 'Hello' })).toMatch(/^0x[0-9a-f]{130}$/);
    const tokens = wallet.heard.flatMap(({ event, data }) =>
      event === 'privy:wallets:rpc' ? [(data as { accessToken: string }).accessToken] : [],
    );
    expect(tokens.length).toBe(2);
    expect(new Set(tokens).size).toBe(2);
    expect(sent.filter((path) => path === 'POST /api/v1/sessions')).toHaveLength(1);
  });

  it('the wallet frame is mounted again and gets its request again if another document loads in it', async () => {
    const { client, wallet, page } = await walletOwner();
    const [first] = page.frames;
    wallet.silent.add('privy:wallets:rpc');
    const signing = signMessage(client, { message: 'Hello' });
    await expect.poll(() => events(wallet.heard).at(-1)).toBe('wallets:rpc');
    wallet.silent.clear();
    loadAgain(page);
    expect(await signing).toMatch(/^0x[0-9a-f]{130}$/);
    expect(page.frames).toHaveLength(1);
    expect(page.frames[0]).not.toBe(first);
  });

  it('the wallet frame is mounted again only once while its new document does not answer', async () => {
    const { client, wallet, page, status } = await walletOwner();
    const [first] = page.frames;
    wallet.silent.add('privy:iframe:ready');
    loadAgain(page);
    const [second] = page.frames;
    expect(second).not.toBe(first);
    await Promise.resolve(); // the first document of the new element
    loadAgain(page);
    expect(page.frames).toEqual([second]);
    expect(status()).toBe('mounting');
    wallet.silent.clear();
    await connectWallet(client);
    loadAgain(page);
    expect(page.frames[0]).not.toBe(second);
  });

  it('the wallet frame is mounted again if the host removed it from the page', async () => {
    const { client, page } = await walletOwner();
    (page.frames[0] as { remove?: () => void }).remove?.();
    expect(page.frames).toHaveLength(0);
    await connectWallet(client);
    expect(page.frames).toHaveLength(1);
  });

  it.each<
    [name: string, event: FrameEvent, act: (client: LatchkeyClient) => Promise<unknown>, waitMs: number]
  >([
    ['recover', 'privy:wallets:recover', (client) => recoverWallet(client), 15_000],
    ['setRecovery', 'privy:wallets:set-recovery', (client) => setRecovery(client, byPassword), 75_000],
    ['export', 'privy:wallets:check-export', (client) => exportWallet(client, { container }), 2 * 15_000],
    ['rpc', 'privy:wallets:rpc', (client) => signMessage(client, { message: 'Hello' }), 2 * 15_000],
    ['import', 'privy:wallets:import', (client) => importWallet(client, { privateKey }), 20_000],
    ['createAdditional', 'privy:wallets:add', (client) => createAdditionalWallet(client), 2 * 20_000],
  ])(
    '[EMBW-09] the error of a wallet operation that timed out names the operation: %s',
    async (name, event, act, waitMs) => {
      const { client, wallet, timers } = await walletOwner();
      wallet.silent.add(event);
      let outcome: unknown = 'waiting';
      void act(client).catch((error: unknown) => {
        outcome = error;
      });
      await expect.poll(() => wallet.heard.at(-1)?.event).toBe(event);
      await timers.advance(waitMs - 1);
      expect(outcome).toBe('waiting');
      await timers.advance(1);
      expect(outcome).toMatchObject({
        code: 'wallet_proxy_timeout',
        message: `walletProxy.${name} timed out.`,
      });
    },
  );

  it('the wallet frame stays removed if the client is destroyed during an operation', async () => {
    for (const event of ['privy:iframe:ready', 'privy:wallets:create'] as const) {
      const wallet = createScriptedFrame(service);
      wallet.silent.add(event);
      const { client, page, timers, status } = await signedIn(wallet.script);
      const refused = expect(createWallet(client)).rejects.toMatchObject({ code: 'no_api' });
      await timers.advance(limits.framePingMs);
      client.destroy();
      await refused;
      await timers.advance(60_000);
      expect(page.frames.length).toBe(0);
      expect(status()).toBe('absent');
      expect(timers.waiting).toBe(0);
    }
  });

  it('[EMBW-09] an operation names itself in its error if the wallet frame is reloaded during it', async () => {
    const { client, wallet, page } = await signedIn();
    wallet.silent.add('privy:wallets:create');
    const lost = expect(createWallet(client)).rejects.toMatchObject({
      code: 'wallet_proxy_timeout',
      message: 'walletProxy.create timed out.',
    });
    await expect.poll(() => events(wallet.heard)).toEqual(['wallets:create']);
    loadAgain(page);
    await lost;
  });

  it('the wallet frame is removed when the client is destroyed, mounted when it starts again, and stays after a logout', async () => {
    const { client, page, status } = await walletOwner();
    client.destroy();
    expect(page.frames.length).toBe(0);
    expect(status()).toBe('absent');
    await client.start();
    await expect.poll(status).toBe('ready');
    await logout(client);
    expect(page.frames).toHaveLength(1);
  });
});
