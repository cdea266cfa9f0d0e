import { signWebApp, telegramBot } from '@latchkey/sandbox';
import { createTestClient, type Issuer, startIssuer, type TestClientOptions } from '@latchkey/testkit';
import {
  type ConfirmationAct,
  emailRoutes,
  reauthenticateRoute,
  type ServiceError,
  type TelegramWebAppData,
} from '@latchkey/wire';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FrameFixture, openFrameFixture } from '../../../frame/src/frameFixture.testkit.ts';
import {
  createGuestAccount,
  createWallet,
  followCustomAuth,
  loginWithTelegram,
  reauthenticate,
  setLoginConfirmer,
  signMessage,
  toConfirmationAct,
} from '../index.ts';

// Runs the client with the frame's own code and a real service, in browsers that do not hold the wallet.

const rules = { issuer: 'https://login.tidewater.example', audience: 'tidewater' };
const elevenMinutesMs = 11 * 60_000;

let fixture: FrameFixture;
let issuer: Issuer;
beforeAll(async () => {
  issuer = await startIssuer(() => fixture.service.clock.now());
  const app = {
    id: 'latchkey-test-app-0000001',
    name: 'Every way in',
    email_auth: true,
    guest_auth: true,
    custom_jwt_auth: true,
    custom_jwt_config: { ...rules, public_key: issuer.publicKey() },
    telegram_auth: true,
    telegram_auth_config: {
      bot_id: telegramBot.id,
      bot_name: telegramBot.name,
      link_enabled: true,
      seamless_auth_enabled: true,
    },
    allowed_origins: ['http://localhost:3000'],
  };
  fixture = await openFrameFixture({ app, config: { sharedTelegramToken: telegramBot.token } });
});
afterAll(async () => {
  await fixture?.close();
  await issuer?.close();
});

let people = 0;
const nextEmail = () => `releases-${++people}@company.example`;

/**
 * Opens a page with a real wallet frame. `renewFrame` replaces it with an empty one, as a reload does if storage is
 * blocked.
 */
async function openPage(options: TestClientOptions & { url?: string } = {}) {
  const { service } = fixture;
  let browser = await fixture.openBrowser();
  const confirmed: { method: string; purpose?: string; key?: string }[] = [];
  const test = createTestClient(service, {
    ...options,
    page: {
      ...(options.url ? { url: options.url } : {}),
      frame: (message, page) => browser.script(message, page),
    },
    async network(request) {
      request.headers.set('origin', 'http://localhost:3000');
      const isConfirming = request.url.endsWith(reauthenticateRoute.path);
      if (isConfirming) confirmed.push(await request.clone().json());
      return service.fetch(request, { remoteAddress: '127.0.0.1' });
    },
  });
  await test.client.start();
  const sign = () => signMessage(test.client, { message: 'Hello' });
  async function renewFrame() {
    browser = await fixture.openBrowser();
  }
  /** Lets the login become old, and removes the wallet from the browser. */
  async function growOld() {
    await renewFrame();
    service.clock.advance(elevenMinutesMs);
  }
  return { ...test, confirmed, growOld, renewFrame, sign };
}

const release = { purpose: 'release', key: expect.stringMatching(/^[\w-]{43}$/) };

async function proveByCode(
  client: Parameters<typeof reauthenticate>[0],
  email: string,
  act?: ConfirmationAct,
) {
  fixture.service.clock.advance(30_000);
  await fixture.service.call(emailRoutes.sendCode, { body: { email } });
  await reauthenticate(client, { email, code: fixture.service.outbox.codeFor(email) }, act);
}

describe('a browser that does not hold the wallet', () => {
  it('a browser without the wallet gets it after a login without a further confirmation', async () => {
    const email = nextEmail();
    const first = await openPage();
    await first.logIn(email);
    await createWallet(first.client);
    fixture.service.clock.advance(30_000);
    const page = await openPage();
    await page.logIn(email);
    await page.sign();
    expect(page.confirmed).toEqual([]);
  });

  it('a browser without the wallet gets it with a guest’s credential, and a second time with another proof key', async () => {
    const page = await openPage();
    await createGuestAccount(page.client);
    await createWallet(page.client);
    for (const nth of [1, 2]) {
      await page.growOld();
      await page.sign();
      expect(page.confirmed).toHaveLength(nth);
    }
    expect(page.confirmed[0]).toMatchObject({ method: 'guest', ...release });
    expect(page.confirmed[0]?.key).not.toBe(page.confirmed[1]?.key);
  });

  it('a browser without the wallet gets it with a new token of the host’s own authentication', async () => {
    const page = await openPage();
    const sub = `host-user-${++people}`;
    let isSignedIn = true;
    await followCustomAuth(page.client, async () =>
      isSignedIn ? issuer.sign({ iss: rules.issuer, aud: rules.audience, sub }) : null,
    );
    await createWallet(page.client);
    await page.growOld();
    await page.sign();
    expect(page.confirmed).toMatchObject([{ method: 'custom-token', ...release }]);
    // Nothing is confirmed if the host returns no token.
    isSignedIn = false;
    await page.growOld();
    await expect(page.sign()).rejects.toMatchObject({ code: 'recent_login_required' });
    expect(page.confirmed).toHaveLength(1);
  });

  it('a browser without the wallet gets it once with recent Telegram data that opened the page', async () => {
    const person = { id: 910_000_000 + ++people, first_name: 'Ada', username: 'ada' };
    const first = await openPage();
    const nowS = () => Math.floor(fixture.service.clock.now() / 1000);
    const opened = Object.fromEntries(new URLSearchParams(signWebApp(person, { authDate: nowS() })));
    await loginWithTelegram(first.client, {
      data: { telegram_web_app_data: opened as unknown as TelegramWebAppData },
    });
    await createWallet(first.client);
    await first.growOld();
    const data = signWebApp(person, { authDate: nowS() });
    const url = `http://localhost:3000/#${new URLSearchParams({ tgWebAppData: data })}`;
    // Recent by the service's clock, though the device's is a day ahead.
    const aheadMs = 24 * 60 * 60_000;
    const page = await openPage({ profile: first.profile, url, aheadMs });
    await page.sign();
    expect(page.confirmed).toMatchObject([{ method: 'telegram', ...release }]);
    await page.renewFrame();
    await expect(page.sign()).rejects.toMatchObject({ code: 'recent_login_required' });
    expect(page.confirmed).toHaveLength(1);

    const late = await openPage({ profile: first.profile, url });
    await late.renewFrame();
    fixture.service.clock.advance(5 * 60_000 + 1);
    await expect(late.sign()).rejects.toMatchObject({ code: 'recent_login_required' });
    expect(late.confirmed).toEqual([]);
  });
});

describe('an old login that only the user can confirm', () => {
  async function inOldSession() {
    const email = nextEmail();
    const page = await openPage();
    await page.logIn(email);
    await createWallet(page.client);
    await page.growOld();
    return { ...page, email };
  }

  it('an operation in an old session fails with an error that names the act to confirm', async () => {
    const { client, confirmed, email, sign } = await inOldSession();
    const refusal: ServiceError = await sign().catch((error) => error);
    expect(refusal).toMatchObject({ code: 'recent_login_required', details: { key: release.key } });
    expect(toConfirmationAct(refusal)).toEqual(release);
    // A proof without the act is not accepted for this browser.
    await proveByCode(client, email);
    await expect(sign()).rejects.toMatchObject({ code: 'recent_login_required' });
    await proveByCode(client, email, toConfirmationAct(refusal));
    expect(await sign()).toMatch(/^0x/);
    expect(confirmed).toHaveLength(2);
  });

  it('the host’s confirmer confirms an old login once for all waiting operations, which then succeed', async () => {
    const { client, email, sign } = await inOldSession();
    const operations: ConfirmationAct[] = [];
    setLoginConfirmer(client, async (_, act) => {
      operations.push(act);
      await proveByCode(client, email, act);
      return true;
    });
    for (const signature of await Promise.all([sign(), sign(), sign()])) expect(signature).toMatch(/^0x/);
    expect(operations).toEqual([release]);
  });

  it("an operation stays refused if the confirmer returns false, and a confirmer's error is passed on", async () => {
    const { client, sign } = await inOldSession();
    setLoginConfirmer(client, async () => false);
    await expect(sign()).rejects.toMatchObject({ code: 'recent_login_required' });
    setLoginConfirmer(client, async () => {
      throw new Error('the screen was closed');
    });
    await expect(sign()).rejects.toThrow('the screen was closed');
  });
});
