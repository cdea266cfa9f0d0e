import { afterAll, beforeAll, expect, test } from 'vitest';
import { phish } from '../attacks/walletPhisher.ts';
import { type Host, startHost } from '../rig/index.ts';
import { hang, newKey, signPersonally } from './pageWallets.ts';
import { driftwood, shareWalletStage } from './stage.ts';

// Wallets that do what wallets should not. None of it logs anyone in, holds the page, or runs in it.

const { open, rig } = shareWalletStage();
let evil: Host;
beforeAll(async () => {
  evil = await startHost();
  evil.setPage('/', { body: '<h1>Tidewater</h1>' });
});
afterAll(() => evil?.close());

test('[EXTW-23] a wallet that does not answer ends after 120 s, and what it answers then counts for nothing', async () => {
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

test('a wallet that answers after the person left logs no one in', async () => {
  const { begin, wallet, modal, page, told } = await open();
  let sign = () => {};
  wallet.answer('personal_sign', async (_, usual) => {
    await new Promise<void>((resolve) => {
      sign = resolve;
    });
    return usual();
  });
  await begin();
  await expect.poll(() => wallet.asked).toContain('personal_sign');
  await page.keyboard.press('Escape');
  await modal.waitFor({ state: 'detached' });
  const authenticated: string[] = [];
  page.on('request', ({ url }) => {
    if (url().includes('siwe/authenticate')) authenticated.push(url());
  });
  sign();
  await expect.poll(told).toContain('error exited_auth_flow');
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)));
  expect(authenticated).toEqual([]);
  expect(await page.locator('output').innerText()).toBe('signed out');
});

test.each([
  ['accounts that are none', 'eth_requestAccounts', ['0xdeadbeef', { toString: 'x' }]],
  ['an address of no text', 'eth_requestAccounts', 7],
  ['no accounts', 'eth_requestAccounts', []],
  ['a signature that is none', 'personal_sign', '<script>'],
  ['the signature of another key', 'personal_sign', signPersonally(newKey(), 'Something else')],
])('a wallet that answers with %s gets an error, and no login', async (_, method, answer) => {
  const { begin, wallet, modal, page } = await open();
  wallet.answer(method, async () => answer);
  await begin();
  await modal
    .getByText(/Unable to connect to wallet\.|Connect failed|Authentication failed/)
    .first()
    .waitFor();
  expect(await page.locator('output').innerText()).toBe('signed out');
});

test('names and icons of wallets are shown as text and images, and run nothing', async () => {
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
    ],
  });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await press('Log in');
  await modal.getByText('Continue with a wallet', { exact: true }).click();
  await modal.getByText('Far', { exact: true }).waitFor();
  await modal.getByText('<img src=x onerror="window.robbed=1">', { exact: false }).waitFor();
  const icons = await modal
    .locator('.wallet-row img')
    .evaluateAll((all) => all.map((one) => one.getAttribute('src')));
  expect(icons.filter((src) => !src?.startsWith('data:image/'))).toEqual([]);
  expect(asked.filter((url) => url.includes('tracker'))).toEqual([]);
  expect(await page.evaluate(() => 'robbed' in window)).toBe(false);
});

test('ten thousand announcements leave the page and the list as they were', async () => {
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
          // Again and again under one name, and with getters that throw.
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
  await modal.getByRole('searchbox').fill(driftwood.name);
  await modal.getByText(driftwood.name, { exact: true }).waitFor();
  expect(await modal.locator('.wallet-row').count()).toBe(1);
  await modal.getByRole('searchbox').fill('');
  await expect.poll(() => modal.locator('.wallet-row').count()).toBeGreaterThan(100);
  expect(await modal.locator('.wallet-row').count()).toBeLessThan(300);
  expect(await page.locator('output').innerText()).toBe('signed out');
});

test('a wallet that hangs while connecting does not hold the person', async () => {
  const { begin, wallet, choose, page, modal } = await open({
    wallets: [driftwood, { rdns: 'example.kelp', name: 'Kelp' }],
  });
  wallet.answer('eth_requestAccounts', hang);
  await begin();
  await expect.poll(() => wallet.asked).toContain('eth_requestAccounts');
  await modal.getByRole('button', { name: 'Back' }).click();
  await choose('Kelp');
  await page.locator('output', { hasText: 'did:privy:' }).waitFor();
});

test('[S38] a page of another origin, whose visitor signs whatever it shows, gets no session of the app', async () => {
  const { page, wallet } = await open();
  await page.goto(evil.origin);
  const { loot, signed } = await page.evaluate(phish, {
    serviceUrl: rig.url,
    appId: rig.appId,
    realOrigin: rig.host.origin,
  });
  expect(wallet.asked.filter((method) => method === 'personal_sign')).toHaveLength(4);
  expect(Object.keys(loot)).toHaveLength(5);
  for (const [name, got] of Object.entries(loot))
    expect('blocked' in got || got.status >= 400, `${name}: ${JSON.stringify(got)}`).toBe(true);

  // An accomplice outside of any browser sends what was signed, and says that it comes from the app's own page.
  for (const { message, signature } of signed) {
    const answer = await fetch(`${rig.url}/api/v1/siwe/authenticate`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'privy-app-id': rig.appId, origin: rig.host.origin },
      body: JSON.stringify({ message, signature, chainId: 'eip155:1' }),
    });
    expect(answer.status, message).toBeGreaterThanOrEqual(400);
    expect(answer.status, message).toBeLessThan(500);
  }
});
