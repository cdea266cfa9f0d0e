import type { Page, Response } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type CoreApp, openCoreApp, publishCoreHost } from '../harness/coreApp.ts';
import {
  type Harness,
  type Profile,
  pressAndClose,
  shareBrowser,
  startHarness,
  waitInPage,
} from '../harness/index.ts';
import { signerOfMessage } from '../harness/signer.ts';

// A user's own cloud as the recovery of a wallet: the client, the frame, the service, and stand-ins for Google and
// Apple that speak their protocols.

let harness: Harness;
let browser: Awaited<ReturnType<typeof shareBrowser>>;
let profile: Profile;
let app: CoreApp;

beforeAll(async () => {
  const embedded_wallet_config = {
    create_on_login: 'off' as const,
    user_owned_recovery_options: ['google-drive' as const, 'icloud' as const],
    require_user_owned_recovery_on_create: false,
    require_user_password_on_create: false,
  };
  [harness, browser] = await Promise.all([startHarness({ app: { embedded_wallet_config } }), shareBrowser()]);
  await publishCoreHost(harness);
});
afterAll(async () => {
  await browser?.close();
  await harness?.close();
});
let people = 0;
beforeEach(async () => {
  profile = await browser.open();
  app = await openCoreApp(harness, await profile.newPage(), harness.host.origin);
  people += 1;
  await app.logIn(`cloud${people}@example.com`);
  await waitInPage(app.page, () => window.latchkey.frameState().status === 'ready');
});
afterEach(() => profile?.close());

type Provider = 'google-drive' | 'icloud';
const buttons = {
  'google-drive': { field: 'Google account', yes: 'Allow', no: 'Cancel' },
  icloud: { field: 'Apple Account', yes: 'Sign In', no: 'Cancel' },
} as const;

/** Starts a call of the client and answers in its popup as the user does. Returns the call's outcome. */
async function answering<T>(provider: Provider, act: () => Promise<T>, account: string | null): Promise<T> {
  const { field, yes, no } = buttons[provider];
  const opened = app.page.waitForEvent('popup');
  const asked = act();
  const popup = await opened;
  await popup.waitForURL(`${harness.sandboxUrl}/**`);
  if (account) await popup.getByRole('textbox', { name: field }).fill(account);
  const [ended] = await Promise.all([
    asked,
    pressAndClose(popup.getByRole('button', { name: account ? yes : no })),
  ]);
  return ended;
}
const backUp = (provider: Provider, account: string | null) =>
  answering(provider, () => app.page.evaluate((name) => window.latchkey.backUp(name), provider), account);
const recover = (provider: Provider, account: string | null) =>
  answering(provider, () => app.page.evaluate((name) => window.latchkey.recover(name), provider), account);

/** Clears the frame's storage, as some browsers do after a while, and reloads the page. */
async function wipeFrame(): Promise<void> {
  const devtools = await profile.context.newCDPSession(app.page);
  await app.page.goto('about:blank');
  await devtools.send('Storage.clearDataForOrigin', { origin: harness.url, storageTypes: 'all' });
  app = await openCoreApp(harness, app.page, harness.host.origin);
}

const connect = () =>
  app.page.evaluate(() =>
    window.latchkey.connectWallet().then(
      () => 'connected',
      (error) => String(error.code),
    ),
  );

/**
 * Watches the requests and responses of the page, its frames and its popups for a text. Returns a function that says
 * where the text was in an address, in a request header, or in the body of a request or response: in the wallet frame
 * (`vault`) or elsewhere (`page`).
 */
function watchPages(page: Page, text: string) {
  const looking: Promise<void>[] = [];
  const found = new Set<string>();
  page.context().on('response', (response) => looking.push(look(response)));
  async function look(response: Response): Promise<void> {
    const request = response.request();
    // A navigation has no frame until it commits, and `frame()` throws. Its address identifies the frame.
    const address = request.isNavigationRequest() ? request.url() : request.frame().url();
    const frame = address.includes('/embedded-wallets') ? 'vault' : 'page';
    const body = await response.text().catch(() => '');
    const headers = JSON.stringify(await request.allHeaders().catch(() => ({})));
    if ([request.url(), request.postData() ?? '', headers, body].some((part) => part.includes(text)))
      found.add(frame);
  }
  return async () => {
    await Promise.all(looking);
    return [...found];
  };
}

test('[RECO-34, S58] a wallet with a backup in Google Drive is recovered with the same address after the frame lost its storage, but not from an edited or deleted file, and the page sends and receives no token of Google', async () => {
  const parts: number[] = [];
  app.page.on('response', (response) => {
    if (/\/frame\/cloud-[0-9a-f]{16}\.js$/.test(response.url())) parts.push(response.status());
  });
  const address = await app.createWallet();
  const findToken = watchPages(app.page, 'ya29.');
  expect(await backUp('google-drive', null)).toEqual({ code: 'oauth_user_denied', reason: 'denied' });
  // No code for clouds was loaded yet.
  expect(parts).toEqual([]);
  expect(await backUp('google-drive', 'ada@gmail.example')).toEqual({
    address,
    recoveryMethod: 'google-drive',
  });
  expect(parts).toEqual([200]);
  const [file, ...others] = [...harness.clouds.driveFiles.values()];
  expect(others).toEqual([]);
  expect(file?.account).toBe('ada@gmail.example');
  expect(file?.content.toString()).toMatch(/^[\w-]{43}$/);

  await wipeFrame();
  expect(await connect()).toBe('wallet_not_on_device');
  expect(await recover('google-drive', 'bob@gmail.example')).toMatchObject({
    code: 'cloud_backup_missing',
  });
  expect(await recover('google-drive', null)).toEqual({ code: 'oauth_user_denied', reason: 'denied' });
  expect(await recover('google-drive', 'ada@gmail.example')).toEqual({
    address,
    recoveryMethod: 'google-drive',
  });
  expect(signerOfMessage('back', await app.signMessage('back'))).toBe(address);
  expect(await findToken()).toEqual(['vault']);

  await expectDamageTold(address);
});

/**
 * Edits and deletes Ada's file. Recovery then fails with different errors, and the wallet in this browser still
 * works.
 */
async function expectDamageTold(address: string): Promise<void> {
  const { driveFiles } = harness.clouds;
  const [file] = [...driveFiles.values()];
  if (!file) throw new Error('nothing was written');
  for (const content of ['A'.repeat(43), 'not a secret']) {
    file.content = Buffer.from(content);
    expect(await recover('google-drive', 'ada@gmail.example')).toMatchObject({
      code: 'cloud_backup_damaged',
    });
  }
  driveFiles.clear();
  expect(await recover('google-drive', 'ada@gmail.example')).toMatchObject({
    code: 'cloud_backup_missing',
  });
  expect(signerOfMessage('still', await app.signMessage('still'))).toBe(address);
  // Another backup replaces the lost file.
  expect(await backUp('google-drive', 'ada@gmail.example')).toMatchObject({ address });
  expect(driveFiles.size).toBe(1);
}

test('[RECO-33, S58] a wallet that is created with a backup in iCloud is recovered from it', async () => {
  const create = () => app.page.evaluate(() => window.latchkey.createBackedUp('icloud'));
  // At Apple, a user who refuses just closes the page.
  expect(await answering('icloud', create, null)).toEqual({ code: 'oauth_user_denied', reason: 'closed' });
  expect(await app.listWallets()).toEqual([]);
  const created = await answering('icloud', create, 'ada@icloud.example');
  expect(created).toMatchObject({ recoveryMethod: 'icloud' });
  await wipeFrame();
  expect(await connect()).toBe('wallet_not_on_device');
  expect(await recover('icloud', 'bob@icloud.example')).toMatchObject({ code: 'cloud_backup_missing' });
  expect(await recover('icloud', 'ada@icloud.example')).toEqual(created);
  const [record] = [...harness.clouds.iCloudRecords.values()];
  if (record) record.fields = { secret: { value: 'B'.repeat(43) } };
  expect(await recover('icloud', 'ada@icloud.example')).toMatchObject({ code: 'cloud_backup_damaged' });
});
