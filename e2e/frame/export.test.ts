import { Mnemonic } from 'ox';
import type { Frame } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Profile, type SharedBrowser, shareBrowser, stopClock } from '../rig/index.ts';
import { addressOf, type ExportSight, mountExport, openExport } from './exportPage.ts';
import { type Person, type Stage, setStage } from './stage.ts';

// The export page in a host page made by hand: what it shows, to whom, and when.

let stage: Stage;
let browser: SharedBrowser;
let profile: Profile;
let person: Person;

beforeAll(async () => {
  [stage, browser] = await Promise.all([setStage(), shareBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await stage?.close();
});
beforeEach(async () => {
  profile = await browser.open();
  person = await stage.logIn();
});
afterEach(() => profile?.close());

const show = (sight?: ExportSight) => openExport(stage, profile, person, sight);
const button = (frame: Frame, name: string) => frame.getByRole('button', { name, exact: true });
const value = (frame: Frame) => frame.locator('output');

describe('the export page', () => {
  test('[EXPO-04] shows the key of the address, and the phrase besides, and the host hears of neither', async () => {
    const { frame, page, address } = await show();
    expect(frame.url()).not.toContain('token');
    expect(await value(frame).isVisible()).toBe(false);
    await button(frame, 'Show private key').click();
    await value(frame).waitFor();
    const key = (await value(frame).textContent()) ?? '';
    expect(addressOf(key)).toBe(address);

    await button(frame, 'Hide').click();
    expect(await frame.locator('body').textContent()).not.toContain(key.slice(2));
    await button(frame, 'Show recovery phrase').click();
    await value(frame).waitFor();
    const phrase = (await value(frame).textContent()) ?? '';
    expect(phrase.split(' ')).toHaveLength(12);
    expect(addressOf(Mnemonic.toPrivateKey(phrase, { as: 'Hex', path: "m/44'/60'/0'/0/0" }))).toBe(address);

    const heard = await page.evaluate(() =>
      JSON.stringify([window.frameHost.answers(), document.documentElement.outerHTML, { ...localStorage }]),
    );
    expect(heard).toContain(address);
    expect(heard).not.toContain(key.slice(2));
    // One word may stand in the page by chance, two in a row may not.
    expect(heard).not.toContain(phrase.split(' ').slice(0, 2).join(' '));
    expect(await page.evaluate(() => window.frameHost.answers().map(({ data }) => data.event))).toEqual([
      'privy:iframe:ready',
      'privy:wallet:create',
    ]);
  });

  test('offers no phrase where there is none, and shows the key where the browser refuses storage', async () => {
    const { frame, address } = await show({
      origin: stage.host.crossSiteOrigin,
      query: { phrase_export: 'false' },
    });
    expect(await button(frame, 'Show recovery phrase').count()).toBe(0);
    await button(frame, 'Show private key').click();
    await value(frame).waitFor();
    expect(addressOf((await value(frame).textContent()) ?? '')).toBe(address);
  });

  test('goes blank when the person looks away', async () => {
    const { frame } = await show();
    await button(frame, 'Show private key').click();
    await value(frame).waitFor();
    await frame.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' });
      document.dispatchEvent(new Event('visibilitychange'));
    });
    expect(await frame.locator('body').textContent()).not.toMatch(/0x[0-9a-f]{64}/);
    expect(await button(frame, 'Show private key').isVisible()).toBe(true);
  });

  test('shows nothing to an old login, and says so', async () => {
    const { frame } = await show();
    stage.service.clock.advance(600_001);
    await button(frame, 'Show private key').click();
    await frame.getByText('Your login is too old for this.').waitFor();
    expect(await frame.locator('body').textContent()).not.toMatch(/0x[0-9a-f]{64}/);
  });

  test('in 44 px, as published clients show it, a press shows and copies; where copying is not allowed it says so', async () => {
    await profile.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const { frame, page } = await show({ height: 44 });
    await button(frame, 'Copy key').click();
    await button(frame, 'Copied').waitFor();
    const key = await value(frame).textContent();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);
    const fits = await frame.evaluate(() => document.documentElement.scrollHeight <= 44);
    expect(fits).toBe(true);

    await page.evaluate(() => window.frameHost.unmount('export'));
    const url = `${frame.url()}#token=${person.accessToken}`;
    const forbidden = await mountExport(page, url, { height: 44, allow: "clipboard-write 'none'" });
    await button(forbidden, 'Copy key').click();
    await forbidden.getByText('Select and copy it by hand').waitFor();
    expect(await value(forbidden).textContent()).toBe(key);
    expect(await forbidden.evaluate(() => document.getSelection()?.toString())).toBe(key);
  });
});

describe('a press counts', () => {
  /** Resolves when the browser has told an observer in the frame how it is seen now. */
  const seenIn = (frame: Frame) =>
    frame.evaluate(
      () =>
        new Promise<boolean>((resolve) => {
          const options: object = { trackVisibility: true, delay: 100 };
          const observer = new IntersectionObserver(([entry]) => {
            observer.disconnect();
            resolve((entry as unknown as { isVisible: boolean }).isVisible);
          }, options);
          observer.observe(document.querySelector('main') as Element);
        }),
    );

  test('once the page has been in sight for half a second, and not while something lies over it', async () => {
    const { frame, page } = await show({
      before: async (host) => {
        await host.clock.install();
        await stopClock(host);
        await host.evaluate(() => {
          const cover = document.createElement('div');
          cover.id = 'cover';
          cover.style.cssText = 'position: fixed; inset: 0; z-index: 9; background: white; opacity: .02';
          document.body.append(cover);
        });
      },
    });
    const isDisabled = () => button(frame, 'Show private key').isDisabled();
    expect(await seenIn(frame)).toBe(false);
    await page.clock.runFor(5_000);
    expect(await isDisabled()).toBe(true);

    await page.evaluate(() => document.getElementById('cover')?.remove());
    await expect.poll(() => seenIn(frame)).toBe(true);
    let waitedMs = 0;
    while (await isDisabled()) {
      expect(waitedMs).toBeLessThan(60_000);
      await page.clock.runFor(100);
      waitedMs += 100;
    }
    expect(waitedMs).toBeGreaterThanOrEqual(500);
  });
});

describe('nobody else gets a key', () => {
  test('a host page that asks the vault in the words of the export page is not heard', async () => {
    const { host, page, address } = await show();
    const { accessToken: token } = person;
    const ask = { token, address, primaryAddress: address, what: 'key' };
    await page.evaluate((message) => window.frameHost.post('vault', message), {
      channel: 'latchkey:export',
      id: 'x',
      ask,
    });
    // The vault answers in order: by the answer to this one it has read the other.
    await host.ask('privy:iframe:ready', {});
    const heard = JSON.stringify(await page.evaluate(() => window.frameHost.answers()));
    expect(heard).not.toContain('latchkey:export');
    expect(heard).not.toMatch(/0x[0-9a-f]{64}/);
  });

  test('opened at top level the page is empty, and the token is gone from its address', async () => {
    const page = await profile.newPage();
    const { url } = stage.service.config;
    await page.goto(`${url}/apps/${stage.service.app.id}/embedded-wallets/export?address=0x1#token=secret`);
    expect(page.url()).not.toContain('secret');
    expect(await page.locator('body *').count()).toBe(0);
  });
});
