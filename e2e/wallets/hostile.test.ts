import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { phish } from '../attacks/walletPhisher.ts';
import { type Host, startHost } from '../harness/index.ts';
import { shareWalletFixture } from './fixture.ts';
import { driftwood, hang, newKey, type PageWalletLook, signPersonally } from './pageWallets.ts';

const { open, openForAll, harness } = shareWalletFixture();
let evil: Host;
beforeAll(async () => {
  evil = await startHost();
  evil.setPage('/', { body: '<h1>Tidewater</h1>' });
});
afterAll(() => evil?.close());

test('[EXTW-23] a wallet that does not answer times out after 120 s, and a later answer is ignored', async () => {
  const { begin, wallet, modal, page } = await open({ clock: true });
  let signLate = () => {};
  wallet.answer('personal_sign', async ([message], usual) => {
    await new Promise<void>((resolve) => {
      signLate = resolve;
    });
    return usual().then(() => signPersonally(newKey(), String(message)));
  });
  await begin();
  await expect.poll(() => wallet.asked).toContain('personal_sign');
  await page.clock.runFor(119_000);
  expect(await modal.getByText('The request timed out. Try again.').count()).toBe(0);
  await page.clock.runFor(2_000);
  await modal.getByText('The request timed out. Try again.').waitFor();
  const sent: string[] = [];
  page.on('request', (request) => sent.push(new URL(request.url()).pathname));
  signLate();
  await page.clock.runFor(1_000);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  expect(sent.filter((path) => path.includes('siwe/authenticate'))).toEqual([]);
  expect(await page.locator('output').innerText()).toBe('signed out');
});

test('a wallet that answers twice and sends false events is asked once, and only its first answers log in', async () => {
  const other = newKey();
  const { begin, page, wallet, told, connected } = await open({
    prepare: (opening) =>
      opening.addInitScript(() => {
        // The wallet resolves each promise several times: at once, and later with other values.
        const announce = window.dispatchEvent.bind(window);
        window.dispatchEvent = (event) => {
          const { provider } = (event as CustomEvent).detail ?? {};
          if (event.type === 'eip6963:announceProvider' && !('once' in provider)) {
            const { request } = provider;
            provider.once = request;
            provider.request = (args: { method: string }) => ({
              // biome-ignore lint/suspicious/noThenProperty: it is what such a wallet answers with
              then(answer: (value: unknown) => void, fail: (cause: unknown) => void) {
                request(args).then((value: unknown) => {
                  answer(value);
                  answer(`0x${'11'.repeat(65)}`);
                  fail(new Error('No'));
                  setTimeout(() => answer([`0x${'22'.repeat(20)}`]));
                }, fail);
              },
            });
          }
          return announce(event);
        };
      }),
  });
  const sent: string[] = [];
  page.on('request', (request) => sent.push(new URL(request.url()).pathname));
  await begin();
  await page.locator('output', { hasText: 'did:privy:' }).waitFor();
  // The wallet reports the same account a hundred times, and an invalid chain.
  for (let at = 0; at < 100; at += 1) await wallet.tell(page, 'accountsChanged', [wallet.address]);
  await wallet.tell(page, 'chainChanged', 'eip155:<script>');
  expect(wallet.asked.filter((method) => method === 'eth_requestAccounts')).toHaveLength(1);
  expect(wallet.asked.filter((method) => method === 'personal_sign')).toHaveLength(1);
  expect(sent.filter((path) => path.endsWith('siwe/authenticate'))).toHaveLength(1);
  await expect
    .poll(async () => (await told()).filter((line) => line.startsWith('complete')))
    .toEqual(['complete wallet new']);
  expect(await connected()).toEqual([`ethereum ${driftwood.rdns} ${wallet.address}`]);
  expect(await page.evaluate(() => window.walletApp.linked())).toEqual([`ethereum ${wallet.address}`]);
  // The wallet changes to another account, which is then connected but logs nobody in.
  await wallet.changeAccount(page, other);
  await expect.poll(connected).toEqual([`ethereum ${driftwood.rdns} ${wallet.address}`]);
  expect(sent.filter((path) => path.endsWith('siwe/authenticate'))).toHaveLength(1);
});

test('hostile names and icons of wallets are cut or left out, are shown as text and images, and run no script', async () => {
  const { page, press, modal } = await open({
    wallets: [
      {
        rdns: 'example.scripted',
        name: '<img src=x onerror="window.robbed=1">‮teksaM',
        icon: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" onload="window.robbed=2"><script>window.robbed=3</script></svg>',
      },
      { rdns: 'example.page', name: 'Page', icon: 'javascript:window.robbed=4' },
      { rdns: 'example.html', name: 'Html', icon: 'data:text/html,<script>window.robbed=5</script>' },
      { rdns: 'example.far', name: 'Far', icon: 'https://tracker.example/icon.png' },
      driftwood,
    ],
    config: { appearance: { walletList: ['detected_wallets'] } },
    prepare: (opening) =>
      opening.addInitScript(() => {
        const provider = { request: () => new Promise(() => {}), on() {}, removeListener() {} };
        const long = 'A'.repeat(20_000_000);
        const all = [
          { rdns: 'example.long', name: `Long ${long}`, icon: `data:image/png;base64,${long}` },
          { rdns: `example.${long}`, name: 'Long domain', icon: 'data:image/png,' },
          // Marks piled on one letter, which would paint over the neighbouring rows.
          { rdns: 'example.zalgo', name: `Z${'\u0301'.repeat(1_000_000)}`, icon: 7 },
        ];
        window.addEventListener('eip6963:requestProvider', () => {
          for (const info of all)
            window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: { info, provider } }));
        });
      }),
  });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await press('Log in');
  await modal.getByText('Continue with a wallet', { exact: true }).click();
  await modal.getByText('Far', { exact: true }).waitFor();
  await modal.getByText('<img src=x onerror="window.robbed=1">', { exact: false }).waitFor();
  await modal.getByText(driftwood.name, { exact: true }).waitFor();
  const rows = await modal.locator('.wallet-row').evaluateAll((all) =>
    all.map((row) => ({
      name: row.querySelector('.entry-label')?.textContent ?? '',
      icon: row.querySelector('img')?.getAttribute('src') ?? '',
      height: row.getBoundingClientRect().height,
    })),
  );
  const icons = await modal
    .locator('.wallet-row img')
    .evaluateAll((all) => all.map((one) => one.getAttribute('src')));
  expect(icons.filter((src) => !src?.startsWith('data:image/'))).toEqual([]);
  const names = rows.map(({ name }) => name);
  const cut = rows.filter(({ name }) => /^(?:Long|Z)/.test(name));
  expect(cut.map(({ name, icon }) => [[...name].length <= 40, icon])).toEqual([
    [true, ''],
    [true, ''],
  ]);
  expect(names).toContain(`Z${'\u0301'.repeat(3)}`);
  expect(names).not.toContain('Long domain');
  expect(rows).toHaveLength(7);
  expect(Math.max(...rows.map(({ height }) => height))).toBeLessThan(120);
  expect(asked.filter((url) => url.includes('tracker'))).toEqual([]);
  expect(await page.evaluate(() => 'robbed' in window)).toBe(false);
});

test('ten thousand announcements of wallets leave the page and the list usable', async () => {
  const { page, press, modal, choose } = await open({
    prepare: (opening) =>
      opening.addInitScript(() => {
        const provider = { request: () => new Promise(() => {}), on() {}, removeListener() {} };
        const announce = (at: number) => {
          const info = {
            uuid: String(at),
            rdns: `example.flood${at}`,
            name: `Flood ${at}`,
            icon: 'data:image/png,',
          };
          window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: { info, provider } }));
        };
        window.addEventListener('eip6963:requestProvider', () => {
          for (let at = 0; at < 10_000; at += 1) announce(at);
          // Announces one name repeatedly, and details whose getters throw.
          for (let at = 0; at < 10_000; at += 1) announce(7);
          const detail = Object.defineProperty({}, 'info', {
            get() {
              throw new Error('gotcha');
            },
          });
          window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
          window.dispatchEvent(new CustomEvent('eip6963:announceProvider'));
        });
      }),
  });
  await press('Log in');
  await choose('Continue with a wallet');
  await modal.locator('.wallet-row').first().waitFor();
  await modal.getByRole('searchbox', { name: 'Search wallets' }).fill(driftwood.name);
  await modal.getByText(driftwood.name, { exact: true }).waitFor();
  expect(await modal.locator('.wallet-row').count()).toBe(1);
  await modal.getByRole('searchbox').fill('nothing');
  await modal.getByText('No wallet with this name').waitFor();
  expect(await modal.locator('.wallet-row').count()).toBe(0);
  await modal.getByRole('searchbox').fill('');
  await expect.poll(() => modal.locator('.wallet-row').count()).toBeGreaterThan(100);
  expect(await modal.locator('.wallet-row').count()).toBeLessThan(300);
  expect(await page.locator('output').innerText()).toBe('signed out');
});

describe('malicious and broken wallets on one page', () => {
  const names = ['Auk', 'Bittern', 'Crane', 'Dunlin', 'Eider', 'Fulmar', 'Gannet', 'Heron', 'Ibis', 'Kelp'];
  const looks = names.map((name): PageWalletLook => ({ rdns: `example.${name.toLowerCase()}`, name }));
  const visit = openForAll({ wallets: looks });
  const walletOf = (name: string) =>
    visit.wallets.find((wallet) => wallet.name === name) ?? expect.unreachable(name);

  test('a wallet that answers after the user left logs nobody in', async () => {
    const { begin, modal, page, told } = visit;
    const wallet = walletOf('Auk');
    let sign = () => {};
    wallet.answer('personal_sign', async (_, usual) => {
      await new Promise<void>((resolve) => {
        sign = resolve;
      });
      return usual();
    });
    await begin(wallet);
    await expect.poll(() => wallet.asked).toContain('personal_sign');
    await page.keyboard.press('Escape');
    await modal.waitFor({ state: 'detached' });
    const authenticated: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('siwe/authenticate')) authenticated.push(request.url());
    });
    sign();
    await expect.poll(told).toContain('error exited_auth_flow');
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)));
    expect(authenticated).toEqual([]);
    expect(await page.locator('output').innerText()).toBe('signed out');
  });

  test('a wallet that answers after the user chose another one is not connected, and logs nobody in', async () => {
    const { begin, choose, page, modal, connected } = visit;
    const [wallet, another] = [walletOf('Bittern'), walletOf('Kelp')];
    const late: (() => void)[] = [];
    const slowly = async (_: readonly unknown[], usual: () => Promise<unknown>) => {
      await new Promise<void>((resolve) => late.push(resolve));
      return usual();
    };
    const back = () => modal.getByRole('button', { name: 'Back' }).click();
    wallet.answer('eth_requestAccounts', slowly);
    await begin(wallet);
    await expect.poll(() => late.length).toBe(1);
    await back();
    // The second wallet is as slow when it signs.
    another.answer('personal_sign', slowly);
    await choose('Kelp');
    await expect.poll(() => late.length).toBe(2);
    await back();
    const sent: string[] = [];
    page.on('request', (request) => sent.push(new URL(request.url()).pathname));
    for (const answer of late) answer();
    await expect.poll(() => wallet.asked).toContain('eth_chainId');
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    expect(await connected()).toEqual([`ethereum example.kelp ${another.address}`]);
    expect(sent.filter((path) => path.endsWith('siwe/authenticate'))).toEqual([]);
    expect(await page.locator('output').innerText()).toBe('signed out');
    wallet.answer('eth_requestAccounts', null);
    await choose('Bittern');
    await page.locator('output', { hasText: 'did:privy:' }).waitFor();
    expect(await page.evaluate(() => window.walletApp.linked())).toEqual([`ethereum ${wallet.address}`]);
  });

  test('a wallet that hangs while connecting does not block the user', async () => {
    const { begin, choose, page, modal } = visit;
    const wallet = walletOf('Fulmar');
    wallet.answer('eth_requestAccounts', hang);
    await begin(wallet);
    await expect.poll(() => wallet.asked).toContain('eth_requestAccounts');
    await modal.getByRole('button', { name: 'Back' }).click();
    await choose('Gannet');
    await page.locator('output', { hasText: 'did:privy:' }).waitFor();
  });

  test('a wallet that is locked while it signs logs nobody in until it is unlocked', async () => {
    const { begin, choose, page, modal, connected } = visit;
    const wallet = walletOf('Crane');
    wallet.answer('personal_sign', async (_, usual) => {
      await wallet.setLocked(page, true);
      return usual();
    });
    await begin(wallet);
    await modal.getByText('Connect failed').waitFor();
    expect(await page.locator('output').innerText()).toBe('signed out');
    expect(await connected()).toEqual([]);
    wallet.answer('personal_sign', null);
    // Connecting again unlocks the wallet.
    await choose('Retry');
    await page.locator('output', { hasText: 'did:privy:' }).waitFor();
  });

  test('a wallet that changes its chain while it signs logs in with the chain that it signed for', async () => {
    const { begin, page } = visit;
    const wallet = walletOf('Dunlin');
    let signed = '';
    wallet.answer('personal_sign', async ([message], usual) => {
      signed = Buffer.from(String(message).slice(2), 'hex').toString();
      await wallet.tell(page, 'chainChanged', '0x2105');
      return usual();
    });
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('siwe/authenticate')) sent.push(request.postData() ?? '');
    });
    await begin(wallet);
    await page.locator('output', { hasText: 'did:privy:' }).waitFor();
    expect(signed).toContain(`\nChain ID: ${harness.chain.chainId}\n`);
    expect(JSON.parse(sent[0] ?? '{}')).toMatchObject({ chainId: `eip155:${harness.chain.chainId}` });
  });

  test('a wallet with an invalid chain id is not connected', async () => {
    const { begin, modal, connected, leave } = visit;
    const wallet = walletOf('Heron');
    // No number, a number of a thousand digits, and a list.
    for (const chainId of ['<script>', '9'.repeat(1000), ['0x1']]) {
      wallet.answer('eth_chainId', async () => chainId);
      await begin(wallet);
      await modal.getByText('Unable to connect to wallet.').waitFor();
      expect(await connected(), String(chainId)).toEqual([]);
      expect(wallet.asked, String(chainId)).not.toContain('personal_sign');
      await leave();
    }
  });

  test('a wallet that claims to have switched to the app’s chain is shown with its real chain, and logs in', async () => {
    const { begin, page } = visit;
    const wallet = walletOf('Eider');
    wallet.answer('eth_chainId', async () => '0x89');
    await begin(wallet);
    await page.locator('output', { hasText: 'did:privy:' }).waitFor();
    expect(wallet.asked).toContain('wallet_switchEthereumChain');
    expect(await page.evaluate(() => window.walletApp.chains())).toEqual(['eip155:137']);
  });

  test('a wallet that returns no valid account or signature leads to an error and no login', async () => {
    const { begin, modal, page, leave } = visit;
    const wallet = walletOf('Ibis');
    for (const [method, answer] of [
      ['eth_requestAccounts', ['0xdeadbeef', { toString: 'x' }]],
      ['eth_requestAccounts', 7],
      ['eth_requestAccounts', []],
      ['personal_sign', '<script>'],
      ['personal_sign', signPersonally(newKey(), 'Something else')],
    ] as const) {
      wallet.answer(method, async () => answer);
      await begin(wallet);
      await modal
        .getByText(/Unable to connect to wallet\.|Connect failed|Authentication failed/)
        .first()
        .waitFor();
      expect(await page.locator('output').innerText(), `${method} ${JSON.stringify(answer)}`).toBe(
        'signed out',
      );
      wallet.answer(method, null);
      await leave();
    }
  });
});

test('[S38] a phishing page gets no nonce and no session, and of the messages that its visitor signs with real nonces only the one under the app’s own name and address logs in elsewhere', {
  tags: 'story',
}, async () => {
  const { page, wallet } = await open();
  /** Calls the service like an accomplice without a browser, with the origin of the app's own page. */
  const call = async (path: string, body: object) => {
    const answer = await fetch(`${harness.url}${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'privy-app-id': harness.appId,
        origin: harness.host.origin,
      },
      body: JSON.stringify(body),
    });
    const json = (await answer.json()) as { code?: string; error?: string; nonce?: string; token?: string };
    return { status: answer.status, json };
  };
  const nonces: string[] = [];
  for (let at = 0; at < 4; at += 1) {
    const { json } = await call('/api/v1/siwe/init', { address: wallet.address });
    nonces.push(json.nonce ?? expect.fail('no nonce'));
  }
  await page.goto(evil.origin);
  const { loot, signed } = await page.evaluate(phish, {
    serviceUrl: harness.url,
    appId: harness.appId,
    realOrigin: harness.host.origin,
    address: wallet.address,
    nonces,
  });
  expect(wallet.asked.filter((method) => method === 'personal_sign')).toHaveLength(4);
  expect(Object.keys(loot)).toHaveLength(5);
  for (const [name, got] of Object.entries(loot))
    expect('blocked' in got || got.status >= 400, `${name}: ${JSON.stringify(got)}`).toBe(true);

  const answers: Record<string, unknown> = {};
  for (const { name, message, signature } of signed) {
    const { status, json } = await call('/api/v1/siwe/authenticate', {
      message,
      signature,
      chainId: 'eip155:1',
    });
    answers[name] = [status, json.code ?? null, json.error ?? null, typeof json.token];
  }
  const foreign = [422, 'invalid_credentials', 'This message was signed for another site.', 'undefined'];
  expect(answers).toEqual({
    'the page’s own name': foreign,
    'the app’s name and the page’s address': foreign,
    'the page’s name and the app’s address': foreign,
    // The service cannot know on which page the wallet signed. Comparing the name in the message with the page is the
    // wallet's part (EIP-4361), and this wallet does not do it.
    'the app’s name': [200, null, null, 'string'],
  });
});
