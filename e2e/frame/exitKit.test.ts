import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Mnemonic } from 'ox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Profile, type SharedBrowser, screenshot, shareBrowser } from '../harness/index.ts';
import { addressOf } from '../wallets/pageWallets.ts';
import { openHolder } from './exportPage.ts';
import { type FrameFixture, startFrameFixture } from './fixture.ts';

let fixture: FrameFixture | null;
let browser: SharedBrowser;
let profile: Profile;
let folder: string;

beforeAll(async () => {
  [fixture, browser] = await Promise.all([startFrameFixture(), shareBrowser()]);
  profile = await browser.open();
  folder = await mkdtemp(join(tmpdir(), 'latchkey-kit-'));
});
afterAll(async () => {
  await browser?.close();
  await fixture?.close();
  await rm(folder, { recursive: true });
});

const password = 'a kit for rainy days';

test('an exit kit opens the wallet without a service, with its password and not with a wrong one', async () => {
  if (!fixture) throw new Error('there is no stage');
  const { page, address, show } = await openHolder(fixture, profile);
  const { frame } = await show();
  const press = (name: string) => frame.getByRole('button', { name, exact: true }).click();
  await press('Save an exit kit');
  await frame.getByLabel('Password', { exact: true }).fill(password);
  await frame.getByLabel('Confirm password').fill('another one, wrong');
  await press('Create kit');
  await frame.getByText('Passwords do not match').waitFor();
  await frame.getByLabel('Confirm password').fill(password);
  await press('Create kit');
  const save = frame.getByRole('link', { name: 'Save file' });
  await save.waitFor();
  await screenshot(page, 'export-kit');
  const [download] = await Promise.all([page.waitForEvent('download'), save.click()]);
  const file = join(folder, download.suggestedFilename());
  await download.saveAs(file);
  const text = await readFile(file, 'utf8');
  expect(JSON.parse(text)).toMatchObject({ format: 'latchkey-exit-1', wallets: [{ address }] });
  const heard = await page.evaluate(() => JSON.stringify(window.frameHost.answers()));
  for (const secret of [password, JSON.parse(text).sealed]) expect(heard).not.toContain(secret);

  await fixture.close();
  fixture = null;
  const offline = await profile.newPage();
  const asked: string[] = [];
  offline.on('request', (request) => asked.push(request.url()));
  const address0 = pathToFileURL(
    join(import.meta.dirname, '../../packages/frame/dist/latchkey-exit.html'),
  ).href;
  await offline.goto(address0);
  const open = async (word: string) => {
    await offline.getByLabel('Exit kit').setInputFiles(file);
    await offline.getByLabel('Password').fill(word);
    await offline.getByRole('button', { name: 'Open' }).click();
  };
  await open('not this one');
  await offline.getByText('The password is wrong, or the file has been changed.').waitFor();
  await open(password);
  const readValue = async (name: string) => {
    const value = offline.locator(`dt:text-is("${name}") + dd`);
    await value.waitFor();
    return (await value.textContent()) ?? '';
  };
  expect(await readValue('Ethereum address')).toBe(address);
  expect(addressOf(await readValue('Private key'))).toBe(address);
  const phrase = await readValue('Recovery phrase');
  expect(addressOf(Mnemonic.toPrivateKey(phrase, { as: 'Hex', path: "m/44'/60'/0'/0/0" }))).toBe(address);
  expect(asked.filter((url) => url !== address0)).toEqual([]);
  await screenshot(offline, 'exit-offline');
});
