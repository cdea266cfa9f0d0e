import { createPublicKey, verify } from 'node:crypto';
import { toFarcasterHash } from '@latchkey/frame/readable';
import { farcasterRoutes } from '@latchkey/wire';
import { describe, expect, it } from 'vitest';
import vectors from '../../packages/frame/src/farcaster/vectors/farcasterMessages.json' with { type: 'json' };
import { readToEnd } from '../frame/approvePage.ts';
import { stopClock, waitInPage } from '../harness/index.ts';
import { changeApp, createApp, type FixtureOptions, shareFixture, walletsOnLogin } from './fixture.ts';

const app = { farcaster_auth: true, embedded_wallet_config: walletsOnLogin };
const { fixture, act, open } = shareFixture({ app });

const phone: FixtureOptions = {
  screen: 'phone',
  prepare: (page) =>
    page.addInitScript(() =>
      Object.defineProperty(navigator, 'userAgent', { value: 'Mozilla/5.0 (Linux; Android 16) Mobile' }),
    ),
};

const pathOf = (url: string) => new URL(url).pathname;
/** URLs of the approval pages that were requested, and the number of polls. */
let opened: string[];
let asked: number;

async function enter(username: string, options: FixtureOptions = {}): Promise<void> {
  await open({ logins: true, ...options });
  opened = [];
  asked = 0;
  let channel = '';
  act.page.on('response', async (response) => {
    const path = pathOf(response.url());
    if (response.request().method() !== 'POST' || !response.ok()) return;
    if (path === farcasterRoutes.init.path) channel = (await response.json()).connect_uri;
    if (path === farcasterRoutes.signerStatus.path) asked += 1;
    if (path !== farcasterRoutes.signerInit.path) return;
    const { signer_approval_url: url } = await response.json();
    if (url) opened.push(url);
  });
  await act.page.locator('html[data-ready=true]').waitFor();
  const login = act.page.evaluate(async () => {
    await window.logins.farcaster.loginWithFarcaster();
  });
  await expect.poll(() => channel).not.toBe('');
  await send('app', { channelToken: new URL(channel).searchParams.get('channelToken') ?? '', username });
  await login;
  await waitInPage(act.page, () => window.host.wallets.length > 0);
}

/** Answers in the sandbox's Farcaster app. */
async function send(page: 'app' | 'signer', form: Record<string, string>, answer = 'approve'): Promise<void> {
  const body = new URLSearchParams({ ...form, answer });
  const response = await fetch(`${fixture.harness.sandboxUrl}/farcaster/${page}`, { method: 'POST', body });
  expect(response.status).toBe(200);
}
async function answerSigner(username: string, answer = 'approve'): Promise<void> {
  await expect.poll(() => opened.length).toBeGreaterThan(0);
  const token = new URL(opened.at(-1) ?? '').searchParams.get('token') ?? '';
  await send('signer', { token, username }, answer);
}

/** Requests a signer as the host does, and records the outcome in `told`. */
const request = () =>
  act.page.evaluate(() => {
    window.logins.signer.requestFarcasterSigner().then(
      () => window.told.push('signer added'),
      (error) => window.told.push(`signer ${error.code}`),
    );
  });
const waiting = () => act.page.getByText('Waiting for your approval').waitFor();
const gone = () => act.page.locator('latchkey-modal').waitFor({ state: 'detached' });
const button = (name: string) => act.page.getByRole('button', { name, exact: true });
const signerOfUser = () =>
  act.page.evaluate(() => window.host.latchkey.user?.farcaster?.signerPublicKey ?? null);
const fidOfUser = () => act.page.evaluate(() => window.host.latchkey.user?.farcaster?.fid ?? 0);

const sign = (bytes: Uint8Array) =>
  act.page.evaluate(
    (given) =>
      window.logins.signer.signFarcasterMessage(Uint8Array.from(given)).then(
        (signature) => Array.from(signature),
        (error) => String(error.code),
      ),
    Array.from(bytes),
  );
function isSigned(signature: number[] | string, key: string | null, hash: Uint8Array): boolean {
  const raw = Buffer.from(String(key).slice(2), 'hex');
  const spki = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), raw]);
  const publicKey = createPublicKey({ key: spki, format: 'der', type: 'spki' });
  return Array.isArray(signature) && verify(null, hash, publicKey, Uint8Array.from(signature));
}

/** Returns a message of Farcaster's own library, changed to another account. */
function messageOf(fid: number): Uint8Array {
  const { data = '' } = vectors.messages.find(({ name }) => name === 'profile') ?? {};
  const varint = (value: number): string =>
    value < 0x80
      ? value.toString(16).padStart(2, '0')
      : ((value & 0x7f) | 0x80).toString(16) + varint(Math.floor(value / 0x80));
  return Buffer.from(data.replace(`10${varint(vectors.fid)}`, `10${varint(fid)}`), 'hex');
}

describe('a Farcaster signer', () => {
  it('[FSIG-04, FSIG-06] [S14] a request for a Farcaster signer shows a QR code; the approved signer signs what the user has read, on the wallet’s own page if the app has strict approval', async () => {
    const appId = await createApp(fixture.harness, app);
    await enter('sam', { appId });
    await request();
    await act.screen('AWAITING_FARCASTER_SIGNER').waitFor();
    await act.page.getByRole('img', { name: 'QR code that opens the Farcaster app' }).waitFor();
    await act.page.getByText('This lets Tidewater cast, like and follow for you.').waitFor();
    await button('Copy link').waitFor();
    await waiting();
    await answerSigner('sam');
    await act.page.getByText('Signer added').waitFor();
    await gone();
    await expect.poll(() => act.told()).toContain('signer added');
    const key = await signerOfUser();
    expect(key).toMatch(/^0x[0-9a-f]{64}$/);
    const bytes = await act.page.evaluate(async () =>
      Array.from(await window.logins.signer.getFarcasterSignerPublicKey()),
    );
    expect(`0x${Buffer.from(bytes).toString('hex')}`).toBe(key);

    const message = messageOf(await fidOfUser());
    const signing = sign(message);
    await act.page.getByRole('heading', { name: 'Sign for Farcaster' }).waitFor();
    await act.page.getByText('display name').waitFor();
    await button('Sign').click();
    expect(isSigned(await signing, key, toFarcasterHash(message))).toBe(true);
    await gone();

    const bare = new Uint8Array(20).fill(7);
    const signingHash = sign(bare);
    await act.page.getByRole('heading', { name: 'Sign a hash' }).waitFor();
    await act.page.getByText('This can be anything', { exact: false }).waitFor();
    await button('Sign').click();
    await button('Yes, sign').click();
    expect(isSigned(await signingHash, key, bare)).toBe(true);
    await gone();

    // No second signer is requested, and another account's message is not signed.
    await request();
    await expect
      .poll(async () => (await act.told()).filter((line) => line === 'signer added'))
      .toHaveLength(2);
    await gone();
    expect(await sign(messageOf((await fidOfUser()) + 1))).toBe('invalid_data');

    await changeApp(fixture.harness, appId, { approval: 'frame' });
    await signOnPageOfWallet(message, key);
  });

  /** Signs the message on the wallet's own page, as strict approval requires, and expects that a hash is refused. */
  async function signOnPageOfWallet(message: Uint8Array, key: string | null): Promise<void> {
    await act.page.reload();
    await waitInPage(act.page, () => window.host.wallets.length > 0);
    const signing = sign(message);
    const page = act.page.frameLocator('iframe[title="Latchkey approval"]');
    await page.getByText('display name').waitFor();
    await readToEnd(page);
    await page.getByRole('button', { name: 'Sign', exact: true }).click();
    expect(isSigned(await signing, key, toFarcasterHash(message))).toBe(true);
    await gone();
    const refused = sign(new Uint8Array(20));
    await act.screen('ERROR_SCREEN').waitFor();
    await act.page.keyboard.press('Escape');
    expect(await refused).toMatch(/^[a-z_]+$/);
  }

  it('[FSIG-04, FSIG-06] on a phone a link leads to the approval of a Farcaster signer, and the user can retry after a rejection and after a part of the frame did not load', async () => {
    await enter('sue', phone);
    await act.page.route('**/frame/farcaster-*', (route) => route.abort());
    await request();
    await act.page.getByRole('heading', { name: 'The signer was not added' }).waitFor();
    await act.page.unroute('**/frame/farcaster-*');
    await button('Retry').click();
    const link = act.page.getByRole('link', { name: 'Open Farcaster' });
    await link.waitFor();
    expect(await link.getAttribute('href')).toBe(opened[0]);
    expect(await act.page.getByRole('img', { name: 'QR code that opens' }).count()).toBe(0);
    const [page] = await Promise.all([act.page.waitForEvent('popup'), link.click()]);
    await page.getByRole('button', { name: 'Reject' }).click();
    await page.getByRole('heading', { name: 'The signer was rejected' }).waitFor();
    await act.page.getByText('Request rejected').waitFor();
    expect(await signerOfUser()).toBeNull();
    await button('Retry').click();
    await waiting();
    await expect.poll(() => opened.length).toBe(2);
    await act.page.keyboard.press('Escape');
    await gone();
    await expect.poll(() => act.told()).toContain('signer user_rejected_request');
  });

  it('[FSIG-05] the page polls for a Farcaster signer every 2 s, and gives up after 300 s', async () => {
    await enter('sid', { clock: true });
    const notes = await act.page.evaluateHandle(() => {
      const found: { ms: number; at: number }[] = [];
      const { setTimeout: set } = window;
      window.setTimeout = ((...given: Parameters<typeof set>) => {
        found.push({ ms: given[1] ?? 0, at: Date.now() });
        return set(...given);
      }) as typeof set;
      return found;
    });
    const begun = async (ms: number) =>
      (await notes.evaluate((found) => found)).filter((one) => one.ms === ms).map(({ at }) => at);
    const now = () => act.page.evaluate(() => Date.now());
    const runTo = async (atMs: number) => act.page.clock.runFor(Math.max(0, atMs - (await now())));
    await request();
    await waiting();
    await stopClock(act.page);
    // Returns 1 once the last poll was answered and the timer of the next poll is running.
    const isWaiting = async () => {
      const pauses = await begun(2_000);
      return (pauses.at(-1) ?? 0) + 2_000 > (await now()) ? pauses.length - asked : 0;
    };
    await expect.poll(isWaiting).toBe(1);
    for (const before = asked; asked < before + 2; ) {
      const polls = asked;
      await runTo(((await begun(2_000)).at(-1) ?? 0) + 1_999);
      expect(asked).toBe(polls);
      await act.page.clock.runFor(1);
      await expect.poll(() => asked).toBe(polls + 1);
      await expect.poll(isWaiting).toBe(1);
    }
    const [beganAt = 0, ...others] = await begun(300_000);
    expect(others).toEqual([]);
    // Skips time, as if the device had slept: the page polls once for all of it, and goes on waiting.
    await act.page.clock.fastForward(beganAt + 299_999 - (await now()));
    await expect.poll(isWaiting).toBe(1);
    await waiting();
    await act.page.clock.runFor(1);
    await act.page.getByText('The request timed out. Try again.').waitFor();
    const last = asked;
    await act.page.clock.runFor(10_000);
    expect(asked).toBe(last);
  });
});
