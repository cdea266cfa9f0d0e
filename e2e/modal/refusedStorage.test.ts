import { describe, expect, it } from 'vitest';
import { probeStorage, waitInPage } from '../harness/index.ts';
import { createApp, type FixtureOptions, newEmail, shareFixture, walletsOnLogin } from './fixture.ts';

// Counts how often a user must confirm the login. On a page of the service's own site, the wallet's frame keeps
// its part of the key. On a page of another site, this browser refuses it storage, so each load recovers the wallet.

const { fixture, act, open } = shareFixture({
  // This app may sign without the modal.
  app: { embedded_wallet_config: walletsOnLogin, enforce_wallet_uis: false },
  isWhole: true,
});

const overTenMinutesMs = 601_000;

interface Signing {
  signed: string | null;
}

async function request(): Promise<void> {
  await waitInPage(act.page, () => window.host?.wallets[0]);
  await act.page.evaluate(() => {
    Object.assign(window, { signed: null });
    const keep = (signed: string) => void Object.assign(window, { signed });
    window.host.signMessage({ message: 'Hello' }).then(keep, (error) => keep(error.code));
  });
}
const signed = () => act.page.evaluate(() => (window as unknown as Signing).signed);
const signButton = () => act.page.locator('.button.primary:enabled', { hasText: 'Sign' });
const gone = () => act.page.locator('latchkey-modal').waitFor({ state: 'detached' });

/** Returns the next step that the user can take. */
async function next(): Promise<'confirm' | 'done' | 'sign' | 'wait'> {
  if ((await signed()) !== null) return 'done';
  if (await act.screen('CONFIRM_LOGIN_SCREEN').count()) return 'confirm';
  return (await signButton().count()) ? 'sign' : 'wait';
}

/** Signs a message, and confirms the login whenever the modal asks for that. Returns the number of confirmations. */
async function countPrompts(email: string): Promise<number> {
  let prompts = 0;
  await request();
  for (;;) {
    await expect.poll(next).not.toBe('wait');
    const step = await next();
    if (step === 'done') break;
    // The app signs without a Sign screen, so every step is a confirmation.
    expect(step).toBe('confirm');
    prompts += 1;
    await confirm(email);
    await expect.poll(next).not.toBe(step);
  }
  expect(await signed()).toMatch(/^0x[0-9a-f]{130}$/);
  await gone();
  return prompts;
}
async function confirm(email: string): Promise<void> {
  await fixture.harness.service.advance(31_000);
  await act.page.getByRole('button', { name: email }).click();
  await act.screen('AWAITING_ACCOUNT_CODE').waitFor();
  await act.page.locator('input[name=code]').fill(await fixture.harness.inbox.nextCode(email));
}

async function begin(options: FixtureOptions): Promise<string> {
  await open(options);
  const email = newEmail();
  await act.enterByCode(email);
  await act.page.evaluate(() => void window.host.createWallet());
  await act.leaveWithWallet();
  return email;
}
async function comeBack(ms: number): Promise<void> {
  await fixture.harness.service.advance(ms);
  await act.page.reload();
}
/**
 * Returns the numbers of confirmations for two signatures after the login, two after an immediate reload, and two
 * after a reload ten minutes later.
 */
async function measure(email: string): Promise<number[][]> {
  const count = async () => [await countPrompts(email), await countPrompts(email)];
  const prompts = [await count()];
  for (const ms of [0, overTenMinutesMs]) {
    await comeBack(ms);
    prompts.push(await count());
  }
  return prompts;
}

describe('over several loads of a page, in an app that signs without a screen', () => {
  it('signatures need no confirmation of the login if the frame may store its part of the key, not even in a second tab', async () => {
    const email = await begin({ origin: fixture.harness.host.origin });
    expect(await measure(email)).toEqual(Array(3).fill([0, 0]));
    expect(await probeStorage(act.page)).toBe('open');
    const tab = await act.page.context().newPage();
    await tab.goto(act.page.url());
    await waitInPage(tab, () => window.host?.wallets[0]);
    // If a confirmation were needed, this would not return.
    const signedInTab = await tab.evaluate(() => window.host.signMessage({ message: 'Hello' }));
    expect(signedInTab).toMatch(/^0x[0-9a-f]{130}$/);
    await tab.close();
  });

  it('if the frame may not store its part of the key, signatures need no confirmation after the login and one after each reload; without that confirmation a request is not signed', async () => {
    const email = await begin({ origin: fixture.harness.host.crossSiteOrigin });
    expect(await measure(email)).toEqual([
      [0, 0],
      [1, 0],
      [1, 0],
    ]);
    expect(await probeStorage(act.page)).toBe('refused');
    await comeBack(0);
    await request();
    await expect.poll(async () => [await next(), await signed()]).toEqual(['confirm', null]);
    await act.page.keyboard.press('Escape');
    await expect.poll(signed).toBe('recent_login_required');
  });
});

it('the user presses Sign only once, even if the login must be confirmed after it', async () => {
  const origin = fixture.harness.host.crossSiteOrigin;
  // This app signs only in the modal.
  const appId = await createApp(fixture.harness, {
    embedded_wallet_config: walletsOnLogin,
    allowed_origins: [origin],
  });
  const email = await begin({ origin, appId });
  await comeBack(0);
  await request();
  await signButton().click();
  await act.screen('CONFIRM_LOGIN_SCREEN').waitFor();
  await confirm(email);
  await expect.poll(signed).toMatch(/^0x[0-9a-f]{130}$/);
  await gone();
  // That press counted only for that request. The next request shows the prompt again.
  await request();
  await signButton().waitFor();
  await act.page.keyboard.press('Escape');
  await expect.poll(signed).toBe('user_rejected_request');
});
