import { Mnemonic } from 'ox';
import type { Frame, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Profile, pressTwice, type SharedBrowser, shareBrowser, stopClock } from '../rig/index.ts';
import { addressOf, type ExportSight, mountExport, openExport } from './exportPage.ts';
import { cover, passTime, seenIn, untilSeen } from './sight.ts';
import { type Person, type Stage, setStage } from './stage.ts';

// The export page in a host page made by hand: what it shows, to whom, and when.

let stage: Stage;
let browser: SharedBrowser;
let profile: Profile;
let person: Person;

beforeAll(async () => {
  [stage, browser] = await Promise.all([setStage(), shareBrowser({ isWhole: true })]);
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
const restyle = (page: Page, style: string) =>
  page.evaluate(
    (given) =>
      window.frameHost.restyle('export', `width: 368px; height: 44px; border: 0; display: block; ${given}`),
    style,
  );

describe('the export page', () => {
  test('[EXPO-04] shows the key of the address, and the phrase besides, and the host hears of neither', async () => {
    const { frame, page, address } = await show();
    expect(frame.url()).not.toContain('token');
    expect(await value(frame).isVisible()).toBe(false);
    await pressTwice(frame, 'Show private key');
    await value(frame).waitFor();
    const key = (await value(frame).textContent()) ?? '';
    expect(addressOf(key)).toBe(address);

    await button(frame, 'Hide').click();
    expect(await frame.locator('body').textContent()).not.toContain(key.slice(2));
    await pressTwice(frame, 'Show recovery phrase');
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
    await pressTwice(frame, 'Show private key');
    await value(frame).waitFor();
    expect(addressOf((await value(frame).textContent()) ?? '')).toBe(address);
  });

  test('goes blank when the person looks away', async () => {
    const { frame } = await show();
    await pressTwice(frame, 'Show private key');
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
    await pressTwice(frame, 'Show private key');
    await frame.getByText("It's been a while since you logged in.").waitFor();
    expect(await frame.locator('body').textContent()).not.toMatch(/0x[0-9a-f]{64}/);
  });

  test('in 44 px, as published clients show it, the second press shows and copies; where copying is not allowed it says so', async () => {
    await profile.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const { frame, page } = await show({ height: 44 });
    await pressTwice(frame, 'Copy private key');
    await button(frame, 'Copied').waitFor();
    const key = await value(frame).textContent();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);
    const fits = await frame.evaluate(() => document.documentElement.scrollHeight <= 44);
    expect(fits).toBe(true);

    await page.evaluate(() => window.frameHost.unmount('export'));
    const url = `${frame.url()}#token=${person.accessToken}`;
    const forbidden = await mountExport(page, url, { height: 44, allow: "clipboard-write 'none'" });
    await pressTwice(forbidden, 'Copy private key');
    await forbidden.getByText('Your browser blocked copying.').waitFor();
    expect(await value(forbidden).textContent()).toBe(key);
    expect(await forbidden.evaluate(() => document.getSelection()?.toString())).toBe(key);
  });
});

describe('a press counts', () => {
  /** Shows the page with the clock in the test's hand, something in the clipboard, and a cover over it where asked for. */
  async function showStopped(sight: ExportSight = {}, isCovered = false) {
    await profile.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const shown = await show({
      height: 44,
      ...sight,
      before: async (host) => {
        await host.clock.install();
        await stopClock(host);
        if (isCovered) await cover(host, true);
        await host.evaluate(() => navigator.clipboard.writeText('untouched'));
      },
    });
    const { frame, page } = shown;
    const key = button(frame, 'Copy private key');
    const warned = frame.locator('button.warned');
    return {
      ...shown,
      key,
      warned,
      /** The first press, and what it turns the button into. */
      async pressFirst() {
        await untilSeen(page, frame, () => key.isEnabled());
        await key.click();
        await warned.waitFor();
      },
      async expectStart() {
        await key.waitFor();
        expect(await warned.count()).toBe(0);
        expect(await readClipboard(page)).toBe('untouched');
        expect(await frame.locator('body').textContent()).not.toMatch(/0x[0-9a-f]{64}/);
      },
    };
  }
  const readClipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

  test('once the page has been in sight for a second, and not while something lies over it', async () => {
    const { frame, page, key } = await showStopped({}, true);
    await passTime(page, frame, 5_000);
    expect(await key.isDisabled()).toBe(true);
    await cover(page, false);
    await expect.poll(() => seenIn(frame)).toBe(true);
    expect(await untilSeen(page, frame, () => key.isEnabled())).toBeGreaterThanOrEqual(1_000);
  });

  test('as the second one, a second after the first, which said what the key is; early ones begin the second anew', async () => {
    const { frame, page, warned, pressFirst } = await showStopped();
    await pressFirst();
    expect(await warned.textContent()).toBe(
      'Anyone who has this key controls your wallet. Never share it or enter it on a website. Press again to copy',
    );
    for (const early of [1, 2, 3]) {
      await warned.click();
      await passTime(page, frame, 600);
      expect(await readClipboard(page), String(early)).toBe('untouched');
    }
    await warned.dblclick();
    expect(await readClipboard(page)).toBe('untouched');
    await passTime(page, frame, 1_000);
    await warned.click();
    await passTime(page, frame, 400);
    await value(frame).waitFor();
    expect(await readClipboard(page)).toMatch(/^0x[0-9a-f]{64}$/);
  });

  test('of a person: a script of the page itself copies nothing', async () => {
    const { frame, page, key, warned, pressFirst, expectStart } = await showStopped();
    const pressByScript = () =>
      frame.evaluate(() => {
        for (const pressed of document.querySelectorAll('button')) {
          pressed.click();
          for (const type of ['pointerdown', 'pointerup', 'click'])
            pressed.dispatchEvent(new MouseEvent(type, { bubbles: true, detail: 1 }));
        }
      });
    await untilSeen(page, frame, () => key.isEnabled());
    await pressByScript();
    await expectStart();
    await pressFirst();
    await passTime(page, frame, 1_100);
    await pressByScript();
    await passTime(page, frame, 400);
    expect(await warned.count()).toBe(1);
    expect(await readClipboard(page)).toBe('untouched');
  });

  test.each([
    ['it was covered', (page: Page) => cover(page, true), (page: Page) => cover(page, false)],
    ['it was shrunk', (page: Page) => restyle(page, 'height: 40px'), (page: Page) => restyle(page, '')],
    ['it was made larger', (page: Page) => restyle(page, 'height: 60px'), (page: Page) => restyle(page, '')],
    ['it was hidden', (page: Page) => restyle(page, 'opacity: 0'), (page: Page) => restyle(page, '')],
    [
      'it was out of sight',
      (page: Page) => restyle(page, 'margin-top: 4000px'),
      (page: Page) => restyle(page, ''),
    ],
  ])('from the beginning where, between the two, %s', async (_, spoil, mend) => {
    const { frame, page, key, warned, pressFirst, expectStart } = await showStopped();
    await pressFirst();
    await spoil(page);
    await expect.poll(() => warned.count()).toBe(0);
    await mend(page);
    await expectStart();
    expect(await untilSeen(page, frame, () => key.isEnabled())).toBeGreaterThanOrEqual(1_000);
    await key.click();
    await warned.waitFor();
    expect(await readClipboard(page)).toBe('untouched');
  });

  test('not where a cover comes down on it: what was not seen until shortly after the press is none', async () => {
    const { frame, page, warned, pressFirst, expectStart } = await showStopped();
    await pressFirst();
    await passTime(page, frame, 1_000);
    await warned.click();
    await cover(page, true);
    await passTime(page, frame, 1_000);
    await cover(page, false);
    await expectStart();
  });

  test.each([
    [26, 44, 1],
    [240, 43, 1],
    [368, 44, 0.5],
  ])('in no page of %i by %i px at zoom %d: there is a hint and no button', async (width, height, zoom) => {
    const { frame, page, key } = await showStopped({ height, width, zoom });
    const first = frame.locator('button').first();
    await expect.poll(() => seenIn(frame)).toBe(true);
    await passTime(page, frame, 5_000);
    expect(await frame.locator('button:visible').count()).toBe(0);
    expect(await frame.locator('.small').textContent()).toBe('This page needs more space.');
    expect(await first.isDisabled()).toBe(true);
    // It is its size that keeps it from working.
    await restyle(page, 'width: 240px; height: 44px');
    await untilSeen(page, frame, () => key.isEnabled());
    // A person who reads at 80 % has a few tenths of a pixel less.
    await restyle(page, 'width: 240px; height: 44px; zoom: .8');
    await passTime(page, frame, 100);
    await untilSeen(page, frame, () => key.isEnabled());
  });

  test('in colours of the page alone, whatever its address says', async () => {
    const colorsOf = (frame: Frame) =>
      frame.evaluate(() =>
        [...document.querySelectorAll('html, body, main, button')].map((element) => {
          const { color, backgroundColor, opacity, fontSize } = getComputedStyle(element);
          return [color, backgroundColor, opacity, fontSize];
        }),
      );
    const { frame, page } = await showStopped();
    const own = await colorsOf(frame);
    const dressed = {
      text: '#ffffff',
      accent: '#fff',
      background2: '#fff',
      foregroundAccent: '#fff',
      success: '#fff',
    };
    const url = `${frame.url()}&${new URLSearchParams(dressed)}#token=${person.accessToken}`;
    await page.evaluate(() => window.frameHost.unmount('export'));
    const other = await mountExport(page, url, { height: 44, allow: 'clipboard-write self *' });
    expect(await colorsOf(other)).toEqual(own);
  });
});

describe('no other party gets a key', () => {
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
