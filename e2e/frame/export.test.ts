import { Mnemonic } from 'ox';
import type { Frame, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { pressTwice, type SharedBrowser, shareBrowser, stopClock } from '../harness/index.ts';
import { addressOf } from '../wallets/pageWallets.ts';
import { type ExportLook, type Holder, openHolder, type ShownExport } from './exportPage.ts';
import { type FrameFixture, startFrameFixture } from './fixture.ts';
import { cover, passTime, seenIn, untilSeen } from './sight.ts';

// The export page in a hand-made host page.

let fixture: FrameFixture;
let browser: SharedBrowser;

beforeAll(async () => {
  [fixture, browser] = await Promise.all([startFrameFixture(), shareBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await fixture?.close();
});

const button = (frame: Frame, name: string) => frame.getByRole('button', { name, exact: true });
const value = (frame: Frame) => frame.locator('output');
const readClipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());
const eventsHeard = (page: Page) =>
  page.evaluate(() => window.frameHost.answers().map(({ data }) => data.event));

/** Shares a user with a wallet and access to the clipboard among the tests of a group. */
function shareHolder(prepare?: (page: Page) => Promise<void>): () => Holder {
  let holder: Holder;
  beforeAll(async () => {
    const profile = await browser.open();
    await profile.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    holder = await openHolder(fixture, profile);
    await prepare?.(holder.page);
  });
  afterEach(() => holder.unmountAll());
  return () => holder;
}

describe('the export page', () => {
  const holder = shareHolder();

  test('[EXPO-04] the export page shows the private key and the recovery phrase, and neither is in the host page’s messages, document or local storage', async () => {
    const { page, address, show } = holder();
    const before = await eventsHeard(page);
    const { frame } = await show();
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
    // One word of the phrase may occur in the page by chance, but not two in a row.
    expect(heard).not.toContain(phrase.split(' ').slice(0, 2).join(' '));
    expect(await eventsHeard(page)).toEqual(before);
  });

  test('the export page removes the shown key when it becomes hidden', async () => {
    const { frame } = await holder().show();
    await pressTwice(frame, 'Show private key');
    await value(frame).waitFor();
    await frame.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' });
      document.dispatchEvent(new Event('visibilitychange'));
    });
    expect(await frame.locator('body').textContent()).not.toMatch(/0x[0-9a-f]{64}/);
    expect(await button(frame, 'Show private key').isVisible()).toBe(true);
  });

  test('the export page shows no key if the login is too old, and says so', async () => {
    const { frame } = await holder().show();
    const ageMs = 600_001;
    fixture.service.clock.advance(ageMs);
    // Restores the clock for the other tests.
    onTestFinished(() => fixture.service.clock.advance(-ageMs));
    await pressTwice(frame, 'Show private key');
    await frame.getByText("It's been a while since you logged in.").waitFor();
    expect(await frame.locator('body').textContent()).not.toMatch(/0x[0-9a-f]{64}/);
  });

  test('at a height of 44 px, as published clients show it, the export page shows and copies the key at the second press, and says if copying is blocked', async () => {
    const { page, show, unmountAll } = holder();
    const { frame } = await show({ height: 44 });
    await Promise.all([button(frame, 'Copied').waitFor(), pressTwice(frame, 'Copy private key')]);
    const key = await value(frame).textContent();
    expect(await readClipboard(page)).toBe(key);
    const fits = await frame.evaluate(() => document.documentElement.scrollHeight <= 44);
    expect(fits).toBe(true);

    await unmountAll();
    const { frame: forbidden } = await show({ height: 44, allow: "clipboard-write 'none'" });
    await pressTwice(forbidden, 'Copy private key');
    await forbidden.getByText('Your browser blocked copying.').waitFor();
    expect(await value(forbidden).textContent()).toBe(key);
    expect(await forbidden.evaluate(() => document.getSelection()?.toString())).toBe(key);
  });

  test('the vault ignores a host page that imitates the export page', async () => {
    const { host, page, address, person } = holder();
    const { accessToken: token } = person;
    const request = { token, address, primaryAddress: address, what: 'key' };
    await page.evaluate((message) => window.frameHost.post('vault', message), {
      channel: 'latchkey:export',
      id: 'x',
      request,
    });
    // The vault answers in order, so it has read the first message when it answers this one.
    await host.request('privy:iframe:ready', {});
    const heard = JSON.stringify(await page.evaluate(() => window.frameHost.answers()));
    expect(heard).not.toContain('latchkey:export');
    expect(heard).not.toMatch(/0x[0-9a-f]{64}/);
  });
});

test('the export page offers no phrase if its URL says that there is none, and shows the key even if the browser refuses storage', async () => {
  const whole = await shareBrowser({ isWhole: true });
  onTestFinished(() => whole.close());
  const { address, show } = await openHolder(fixture, await whole.open(), fixture.host.crossSiteOrigin);
  const { frame } = await show({ query: { phrase_export: 'false' } });
  expect(await button(frame, 'Show recovery phrase').count()).toBe(0);
  await pressTwice(frame, 'Show private key');
  await value(frame).waitFor();
  expect(addressOf((await value(frame).textContent()) ?? '')).toBe(address);
});

test('at top level the export page says only that it cannot be opened on its own, and removes the token from its URL', async () => {
  const profile = await browser.open();
  const page = await profile.newPage();
  const { url } = fixture.service.config;
  await page.goto(`${url}/apps/${fixture.service.app.id}/embedded-wallets/export?address=0x1#token=secret`);
  expect(page.url()).not.toContain('secret');
  await page.getByRole('alert').waitFor();
  expect(await page.locator('body *').allTextContents()).toEqual([
    'This page cannot be opened on its own. Go back to the app you came from.',
  ]);
});

describe('a press on the export page', () => {
  const holder = shareHolder(async (page) => {
    await page.clock.install();
    await stopClock(page);
  });

  /** Shows the page with a stopped clock and a known text in the clipboard. */
  async function show(look: ExportLook = {}) {
    const { page } = holder();
    // Gives the page the focus, which it lost when a frame was removed. Without the focus it may not write to the
    // clipboard.
    await page.mouse.click(1, 399);
    await page.evaluate(() => navigator.clipboard.writeText('untouched'));
    const shown = await holder().show({ height: 44, ...look });
    const { frame } = shown;
    const key = button(frame, 'Copy private key');
    const warned = frame.locator('button.warned');
    const untilEnabled = () => untilSeen(page, frame, () => key.isEnabled());
    return {
      ...shown,
      page,
      key,
      warned,
      untilEnabled,
      /** Makes the first press, which turns the button into a warning. */
      async pressFirst() {
        await untilEnabled();
        await key.click();
        await warned.waitFor();
      },
      async expectStart(message = '') {
        await key.waitFor();
        expect(await warned.count(), message).toBe(0);
        expect(await readClipboard(page), message).toBe('untouched');
        expect(await frame.locator('body').textContent(), message).not.toMatch(/0x[0-9a-f]{64}/);
      },
    };
  }

  test('the export page’s button is enabled only after the page was in sight and uncovered for a second', async () => {
    await cover(holder().page, true);
    const { frame, page, key, untilEnabled } = await show();
    await passTime(page, frame, 5_000);
    expect(await key.isDisabled()).toBe(true);
    await cover(page, false);
    await expect.poll(() => seenIn(frame)).toBe(true);
    expect(await untilEnabled()).toBeGreaterThanOrEqual(1_000);
  });

  test('on the export page the first press shows a warning, the second counts only a second later, and an early press restarts that second', async () => {
    const { frame, page, warned, pressFirst } = await show();
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

  test('presses by a script of the export page itself copy nothing', async () => {
    const { frame, page, warned, untilEnabled, pressFirst, expectStart } = await show();
    const pressByScript = () =>
      frame.evaluate(() => {
        for (const pressed of document.querySelectorAll('button')) {
          pressed.click();
          for (const type of ['pointerdown', 'pointerup', 'click'])
            pressed.dispatchEvent(new MouseEvent(type, { bubbles: true, detail: 1 }));
        }
      });
    await untilEnabled();
    await pressByScript();
    await expectStart();
    await pressFirst();
    await passTime(page, frame, 1_100);
    await pressByScript();
    await passTime(page, frame, 400);
    expect(await warned.count()).toBe(1);
    expect(await readClipboard(page)).toBe('untouched');
  });

  test('the export page forgets the first press if it was covered, resized, hidden or out of sight before the second', async () => {
    const { page, key, warned, restyle, untilEnabled, pressFirst, expectStart } = await show();
    const restyled = (style: string) => [() => restyle(style), () => restyle('')] as const;
    await pressFirst();
    for (const [what, [spoil, mend]] of [
      ['it was covered', [() => cover(page, true), () => cover(page, false)]],
      ['it was shrunk', restyled('height: 40px')],
      ['it was made larger', restyled('height: 60px')],
      ['it was hidden', restyled('opacity: 0')],
      ['it was out of sight', restyled('margin-top: 4000px')],
    ] as const) {
      await spoil();
      await expect.poll(() => warned.count(), { message: what }).toBe(0);
      await mend();
      await expectStart(what);
      expect(await untilEnabled(), what).toBeGreaterThanOrEqual(1_000);
      await key.click();
      await warned.waitFor();
      expect(await readClipboard(page), what).toBe('untouched');
    }
  });

  test('a press on the export page does not count if a cover appears shortly after it', async () => {
    const { frame, page, warned, pressFirst, expectStart } = await show();
    await pressFirst();
    await passTime(page, frame, 1_000);
    await warned.click();
    await cover(page, true);
    await passTime(page, frame, 1_000);
    await cover(page, false);
    await expectStart();
  });

  test('an export page that is too narrow, too low or too small to read shows a hint and no button', async () => {
    for (const [width, height, zoom] of [
      [26, 44, 1],
      [240, 43, 1],
      [368, 44, 0.5],
    ] as const) {
      const small = await show({ height, width, zoom });
      await expectTooSmall(small, small.page, `${width} by ${height} px at zoom ${zoom}`);
      // Control: at a sufficient size the button is enabled.
      await small.restyle('width: 240px; height: 44px');
      await small.untilEnabled();
      // At a zoom of 80 % the page is a few tenths of a pixel smaller, which must not matter.
      await small.restyle('width: 240px; height: 44px; zoom: .8');
      await passTime(small.page, small.frame, 100);
      await small.untilEnabled();
      await holder().unmountAll();
    }
  });

  async function expectTooSmall({ frame }: ShownExport, page: Page, message: string): Promise<void> {
    await expect.poll(() => seenIn(frame), { message }).toBe(true);
    await passTime(page, frame, 5_000);
    expect(await frame.locator('button:visible').count(), message).toBe(0);
    expect(await frame.locator('.small').textContent(), message).toBe('This page needs more space.');
    expect(await frame.locator('button').first().isDisabled(), message).toBe(true);
  }

  test('the export page uses its own colours, and not those that its URL names', async () => {
    const colorsOf = (frame: Frame) =>
      frame.evaluate(() =>
        [...document.querySelectorAll('html, body, main, button')].map((element) => {
          const { color, backgroundColor, opacity, fontSize } = getComputedStyle(element);
          return [color, backgroundColor, opacity, fontSize];
        }),
      );
    const own = await colorsOf((await show()).frame);
    await holder().unmountAll();
    const query = {
      text: '#ffffff',
      accent: '#fff',
      background2: '#fff',
      foregroundAccent: '#fff',
      success: '#fff',
    };
    const other = await show({ query });
    expect(await colorsOf(other.frame)).toEqual(own);
  });
});
