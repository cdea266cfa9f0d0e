import { type ErrorReply, limits } from '@latchkey/wire';
import { describe, expect, it } from 'vitest';
import { stopClock } from '../harness/index.ts';
import { createApp, createGate, newEmail, shareFixture, walletsOnLogin } from './fixture.ts';

const { fixture, act, open, openWithWallet } = shareFixture({
  app: { embedded_wallet_config: walletsOnLogin },
});

async function requestCode(email = newEmail()): Promise<void> {
  await act.page.locator('input[type=email]').fill(email);
  await act.page.keyboard.press('Enter');
}

/** Answers a request of the page in place of the service, as a proxy may. */
async function answer(path: string, status: number, body: ErrorReply | string): Promise<void> {
  await act.page.route(path, (route) =>
    route.fulfill({
      status,
      headers: {
        'access-control-allow-origin': fixture.harness.host.origin,
        'access-control-allow-credentials': 'true',
        'content-type': typeof body === 'string' ? 'text/plain' : 'application/json',
      },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    }),
  );
}

const gone = () => act.page.locator('latchkey-modal').waitFor({ state: 'detached' });
async function readError(): Promise<(string | null)[]> {
  await act.screen('ERROR_SCREEN').waitFor();
  return [
    await act.page.locator('dialog h2').textContent(),
    await act.page.locator('.status-words p').textContent(),
    await act.page.locator('.page-end button').textContent(),
  ];
}

describe('the error screen', () => {
  it('[ERR-01] [EMBW-06] the error screen says after 20 s that a request timed out, and lets the user try again; it asks for a new login if there is no access token to create the wallet with', async () => {
    await open({ clock: true });
    await act.openLanding();
    await act.page.route('**/passwordless/init', () => {});
    await stopClock(act.page);
    const email = newEmail();
    await requestCode(email);
    await act.page.locator('.field[data-busy]').waitFor();
    await act.page.clock.runFor(limits.callTimeoutMs - 100);
    expect(await act.screen('LANDING').count()).toBe(1);
    await act.page.clock.runFor(200);
    expect(await readError()).toEqual(['Timed out', 'The request timed out. Try again.', 'Try again']);
    await act.page.unroute('**/passwordless/init');
    await act.page.getByRole('button', { name: 'Try again' }).click();
    await act.screen('LANDING').waitFor();
    await act.page.keyboard.press('Enter');
    await act.screen('AWAITING_PASSWORDLESS_CODE').waitFor();

    await act.page.keyboard.type(await fixture.harness.inbox.nextCode(email));
    await act.page.getByText('Success!').waitFor();
    await act.page.evaluate(() => localStorage.clear());
    await act.page.clock.resume();
    const [title, detail] = await readError();
    expect(title).toBe('Something went wrong');
    expect(detail).toBe('An error has occured, please login again.');
  });

  it("[ERR-11] [ERR-12] [ERR-14] [ERR-20] the error screen shows the service's message of a 422 or 400 as text, not as markup, reports too many attempts, even for the bare 429 of a proxy, and has a general text for an internal error", async () => {
    await open({ appId: await createApp(fixture.harness, { disable_plus_emails: true }) });
    await act.openLanding();
    await requestCode('ada+tides@host.example');
    const [title, detail] = await readError();
    expect(title).toBe('Something went wrong');
    expect(detail).toBe('Email addresses with a plus sign are not allowed');
    const error = 'This <b>address</b> cannot be used';
    for (const [status, body, says] of [
      [400, { error, code: 'invalid_data' }, ['Something went wrong', error, 'Try again']],
      [
        500,
        { error: 'Deadlock found', code: 'internal_error' },
        ['Something went wrong', 'Try again later', 'Try again'],
      ],
      [429, 'slow down', ['Request failed', 'Too many attempts.', 'Try again later']],
    ] as const) {
      await act.page.locator('.page-end button').click();
      await act.screen('LANDING').waitFor();
      await answer('**/passwordless/init', status, body);
      await requestCode();
      expect(await readError(), String(status)).toEqual(says);
      await act.page.unroute('**/passwordless/init');
    }
    await act.page.locator('.page-end button').click();
    await act.screen('LANDING').waitFor();
    await act.sendCode(newEmail());
    await answer('**/passwordless/authenticate', 429, { error: 'Too many', code: 'too_many_requests' });
    await act.page.keyboard.type('123456');
    await act.page.getByText('Too many requests. Please wait before trying again.').waitFor();
  });
});

describe('a screen that breaks while it renders', () => {
  const broken = { not: 'a text' } as unknown as string;

  it('[ERR-26] a screen that breaks while it renders is replaced by the error screen: a login then ends as if the user left, a signature request with internal_error', async () => {
    await open({ config: { appearance: { landingHeader: broken } } });
    await act.page.locator('html[data-ready=true]').waitFor();
    await act.page.locator('#login').click();
    expect(await readError()).toEqual(['Something went wrong', 'Try again later', 'Close']);
    await act.page.getByRole('button', { name: 'Close' }).last().click();
    await gone();
    await expect.poll(() => act.told()).toEqual(['error exited_auth_flow']);

    await act.enterByCode(newEmail());
    await act.page.evaluate(() => void window.host.createWallet());
    await act.leaveWithWallet();
    const signing = act.page.evaluate(
      (title) =>
        window.host.signMessage({ message: 'Hello', uiOptions: { title } }).catch((error) => error.code),
      broken,
    );
    expect(await readError()).toEqual(['Something went wrong', 'Try again later', 'Close']);
    await act.page.keyboard.press('Enter');
    expect(await signing).toBe('internal_error');
    await gone();
    const next = act.page.evaluate(() => window.host.signMessage({ message: 'Hello' }));
    await act.page.locator('.button.primary:enabled').click();
    expect(await next).toMatch(/^0x/);
  });
});

it('[EMBW-10] [EMBW-12] if the wallet frame failed to load, the next signature request connects to the wallet again, and continues', async () => {
  await openWithWallet({ clock: true });
  await act.page.route('**/apps/*/embedded-wallets*', (route) => route.abort());
  await act.page.addInitScript(() => {
    const noteFrame = ({ target }: Event) => {
      if (target instanceof HTMLIFrameElement) target.dataset.loaded = '';
    };
    document.addEventListener('load', noteFrame, true);
  });
  await act.page.reload();
  await act.page.locator('#state', { hasText: 'logged in' }).waitFor();
  // The client begins to ping the frame when the frame has loaded, and gives up after the last ping.
  await act.page.locator('iframe[data-loaded]').waitFor({ state: 'attached' });
  await act.page.clock.runFor((limits.framePings + 5) * limits.framePingMs);
  await act.page.unroute('**/apps/*/embedded-wallets*');
  const held = createGate();
  await act.page.route('**/apps/*/embedded-wallets*', (route) => held.passed.then(() => route.continue()));
  const signing = act.page.evaluate(() => window.host.signMessage({ message: 'Hello' }));
  await act.screen('EMBEDDED_WALLET_CONNECTING_SCREEN').waitFor();
  await act.page.getByRole('heading', { name: 'Connecting to your wallet' }).waitFor();
  held.open();
  await act.screen('EMBEDDED_WALLET_SIGN_REQUEST_SCREEN').waitFor();
  await act.page.locator('.button.primary:enabled').click();
  expect(await signing).toMatch(/^0x/);
});
