import { readFile } from 'node:fs/promises';
import { Address, Secp256k1 } from 'ox';
import type { Frame } from 'playwright-core';
import { expect, it } from 'vitest';
import { pressTwice, screenshot } from '../harness/index.ts';
import { signerOfMessage } from '../harness/signer.ts';
import { newEmail, shareFixture, walletsOnLogin } from './fixture.ts';

const { fixture, act, open, openWithWallet } = shareFixture({
  app: { embedded_wallet_config: walletsOnLogin },
});

/** Requests the export, whose outcome is stored in the page as `settled`. */
async function request(): Promise<void> {
  await act.page.evaluate(() => {
    Object.assign(window, { settled: null });
    window.host.exportWallet().then(
      () => Object.assign(window, { settled: 'done' }),
      (error) => Object.assign(window, { settled: error.code }),
    );
  });
}
const settled = () => act.page.evaluate(() => (window as unknown as { settled: string | null }).settled);
const exportScreen = () => act.screen('EMBEDDED_WALLET_KEY_EXPORT_SCREEN');
const address = () => act.page.evaluate(() => window.host.wallets[0]?.address);

async function exportFrame(): Promise<Frame> {
  const element = exportScreen().locator('.export[data-shown] iframe');
  await element.waitFor();
  const frame = await (await element.elementHandle())?.contentFrame();
  if (!frame) throw new Error('there is no export page');
  return frame;
}

async function readKey(frame: Frame): Promise<string> {
  await pressTwice(frame, 'Show private key');
  await frame.locator('output').waitFor();
  return (await frame.locator('output').textContent()) ?? '';
}
const toAddress = (key: string) =>
  Address.fromPublicKey(Secp256k1.getPublicKey({ privateKey: key as `0x${string}` }), { checksum: true });

it('[EXPO-01, EXPO-02, EMBW-10] the export shows a page of the service, whose URL has the wallet’s address and the modal’s settings but no token', async () => {
  await openWithWallet({ clientId: 'client-of-the-stage' });
  await request();
  await exportScreen().getByRole('button', { name: 'I understand, continue' }).click();
  const source = await exportScreen().locator('iframe').getAttribute('src');
  const { origin, pathname, searchParams, hash } = new URL(source ?? '');
  expect(`${origin}${pathname}`).toBe(
    `${fixture.harness.url}/apps/${fixture.harness.appId}/embedded-wallets/export`,
  );
  expect(hash).toBe('');
  const caid = await act.page.evaluate(() => JSON.parse(localStorage.getItem('privy:caid') ?? 'null'));
  expect(Object.fromEntries(searchParams)).toMatchObject({
    address: await address(),
    caid,
    client_id: 'client-of-the-stage',
    phrase_export: 'true',
    width: expect.stringMatching(/^\d+px$/),
    background: '#ffffff',
    accent: '#4f46e5',
  });
  const tokens = await act.page.evaluate(() =>
    Object.values({ ...localStorage }).filter((value) => value.includes('eyJ')),
  );
  expect(tokens.length).toBeGreaterThan(0);
  for (const token of tokens) expect(source).not.toContain(JSON.parse(token));

  const frame = await exportFrame();
  const key = await readKey(frame);
  expect(toAddress(key)).toBe(await address());
  await screenshot(act.page, 'export-key');
  expect(await act.page.evaluate(() => document.documentElement.outerHTML)).not.toContain(key.slice(2));
  await exportScreen().getByRole('button', { name: 'Done' }).click();
  await act.page.locator('latchkey-modal').waitFor({ state: 'detached' });
  await expect.poll(settled).toBe('done');
});

it('the export asks the user to confirm an old login, and continues', async () => {
  await openWithWallet({ screen: 'phone', colorScheme: 'dark' });
  await fixture.harness.service.advance(601_000);
  await request();
  await exportScreen().getByRole('button', { name: 'I understand, continue' }).click();
  await act.screen('CONFIRM_LOGIN_SCREEN').waitFor();
  const email = await act.page.evaluate(() => window.host.latchkey.user?.email?.address ?? '');
  await act.page.getByRole('button', { name: email }).click();
  await act.screen('AWAITING_ACCOUNT_CODE').waitFor();
  await act.page.locator('input[name=code]').fill(await fixture.harness.inbox.nextCode(email));
  const frame = await exportFrame();
  await pressTwice(frame, 'Show recovery phrase');
  await frame.locator('output').waitFor();
  expect((await frame.locator('output').textContent())?.split(' ')).toHaveLength(12);
  await screenshot(act.page, 'export-phrase-phone-dark');
  // Closing the modal on the export page ends the export.
  await act.page.getByRole('button', { name: 'Close', exact: true }).click();
  await act.page.locator('latchkey-modal').waitFor({ state: 'detached' });
  await expect.poll(settled).toBe('done');
});

it('[EMBW-22] [ERR-26] an export is refused without a screen if no user is logged in, or the user has no embedded wallet', async () => {
  await open({ config: { embeddedWallets: { createOnLogin: 'off' } } });
  await request();
  await expect.poll(settled).toBe('must_be_authenticated');
  await act.logIn(newEmail());
  await act.page.locator('latchkey-modal').waitFor({ state: 'detached' });
  await request();
  await expect.poll(settled).toBe('embedded_wallet_not_found');
  expect(await act.page.locator('latchkey-modal').count()).toBe(0);
});

it('[EMBW-02] [EMBW-13] a user creates a wallet, signs, saves an exit kit, exports the key and, in a fresh browser, gets the wallet back without a recovery screen', {
  tags: 'story',
}, async () => {
  async function sign(): Promise<string> {
    const signing = act.page.evaluate(() => window.host.signMessage({ message: 'It is mine' }));
    await act.page.getByRole('button', { name: 'Sign', exact: true }).click();
    const signature = await signing;
    await act.page.locator('latchkey-modal').waitFor({ state: 'detached' });
    return signature;
  }
  const email = newEmail();
  await open();
  await act.logIn(email);
  await act.page.locator('latchkey-modal').waitFor({ state: 'detached' });
  const made = (await address()) ?? '';
  expect(signerOfMessage('It is mine', await sign())).toBe(made);

  await request();
  await exportScreen().getByRole('button', { name: 'I understand, continue' }).click();
  const frame = await exportFrame();
  await frame.getByRole('button', { name: 'Save an exit kit' }).click();
  await frame.getByLabel('Password', { exact: true }).fill('a kit for rainy days');
  await frame.getByLabel('Confirm password').fill('a kit for rainy days');
  await frame.getByRole('button', { name: 'Create kit' }).click();
  const save = frame.getByRole('link', { name: 'Save file' });
  await save.waitFor();
  await screenshot(act.page, 'export-kit-modal');
  const [download] = await Promise.all([act.page.waitForEvent('download'), save.click()]);
  const kit = JSON.parse(await readFile(await download.path(), 'utf8'));
  expect(kit).toMatchObject({ format: 'latchkey-exit-1', wallets: [{ address: made }] });
  await frame.getByRole('button', { name: 'Cancel' }).click();
  expect(toAddress(await readKey(frame))).toBe(made);
  await act.close();

  await fixture.harness.service.advance(31_000);
  await open();
  await act.logIn(email);
  await act.page.locator('latchkey-modal').waitFor({ state: 'detached' });
  expect(await address()).toBe(made);
  expect(signerOfMessage('It is mine', await sign())).toBe(made);
});
