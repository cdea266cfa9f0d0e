import { Mnemonic } from 'ox';
import type { Frame, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { pressTwice, type SharedBrowser, shareBrowser, stopClock } from '../harness/index.ts';
import { addressOf } from '../wallets/pageWallets.ts';
import { type ExportLook, type Holder, openHolder, type ShownExport } from './exportPage.ts';
import { type FrameFixture, startFrameFixture } from './fixture.ts';
import { cover, passTime, seenIn, untilSeen } from './sight.ts';

// The export page in a host page made by hand: what it shows, to whom, and when.

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

/** Shares a person with a wallet, who may copy, among the tests of a group. Each test begins without a page shown. */
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

  test('[EXPO-04] shows the key of the address, and the phrase besides, and the host hears of neither', async () => {
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
    // One word may stand in the page by chance, two in a row may not.
    expect(heard).not.toContain(phrase.split(' ').slice(0, 2).join(' '));
    expect(await eventsHeard(page)).toEqual(before);
  });

  test('goes blank when the person looks away', async () => {
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

  test('shows nothing to an old login, and says so', async () => {
    const { frame } = await holder().show();
    const ageMs = 600_001;
    fixture.service.clock.advance(ageMs);
    // The other tests' logins are no older than they were.
    onTestFinished(() => fixture.service.clock.advance(-ageMs));
    await pressTwice(frame, 'Show private key');
    await frame.getByText("It's been a while since you logged in.").waitFor();
    expect(await frame.locator('body').textContent()).not.toMatch(/0x[0-9a-f]{64}/);
  });

  test('in 44 px, as published clients show it, the second press shows and copies; where copying is not allowed it says so', async () => {
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

  test('no other party gets a key: a host page that asks the vault in the words of the export page is not heard', async () => {
    const { host, page, address, person } = holder();
    const { accessToken: token } = person;
    const request = { token, address, primaryAddress: address, what: 'key' };
    await page.evaluate((message) => window.frameHost.post('vault', message), {
      channel: 'latchkey:export',
      id: 'x',
      request,
    });
    // The vault answers in order: by the answer to this one it has read the other.
    await host.request('privy:iframe:ready', {});
    const heard = JSON.stringify(await page.evaluate(() => window.frameHost.answers()));
    expect(heard).not.toContain('latchkey:export');
    expect(heard).not.toMatch(/0x[0-9a-f]{64}/);
  });
});

test('the export page offers no phrase where there is none, and shows the key where the browser refuses storage', async () => {
  const whole = await shareBrowser({ isWhole: true });
  onTestFinished(() => whole.close());
  const { address, show } = await openHolder(fixture, await whole.open(), fixture.host.crossSiteOrigin);
  const { frame } = await show({ query: { phrase_export: 'false' } });
  expect(await button(frame, 'Show recovery phrase').count()).toBe(0);
  await pressTwice(frame, 'Show private key');
  await value(frame).waitFor();
  expect(addressOf((await value(frame).textContent()) ?? '')).toBe(address);
});

test('opened at top level the export page only says that it belongs to an app, and the token is gone from its address', async () => {
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

describe('a press counts', () => {
  const holder = shareHolder(async (page) => {
    await page.clock.install();
    await stopClock(page);
  });

  /** Shows the page with the clock in the test's hand and something in the clipboard. */
  async function show(look: ExportLook = {}) {
    const { page } = holder();
    // A frame that was taken away took the focus along, and only a page that has it may write.
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
      /** The first press, and what it turns the button into. */
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

  test('once the page has been in sight for a second, and not while something lies over it', async () => {
    await cover(holder().page, true);
    const { frame, page, key, untilEnabled } = await show();
    await passTime(page, frame, 5_000);
    expect(await key.isDisabled()).toBe(true);
    await cover(page, false);
    await expect.poll(() => seenIn(frame)).toBe(true);
    expect(await untilEnabled()).toBeGreaterThanOrEqual(1_000);
  });

  test('as the second one, a second after the first, which said what the key is; early ones begin the second anew', async () => {
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

  test('of a person: a script of the page itself copies nothing', async () => {
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

  test('from the beginning where, between the two, the page was covered, resized, hidden or out of sight', async () => {
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

  test('not where a cover comes down on it: what was not seen until shortly after the press is none', async () => {
    const { frame, page, warned, pressFirst, expectStart } = await show();
    await pressFirst();
    await passTime(page, frame, 1_000);
    await warned.click();
    await cover(page, true);
    await passTime(page, frame, 1_000);
    await cover(page, false);
    await expectStart();
  });

  test('in no page that is too narrow, too low or too small to read: there is a hint and no button', async () => {
    for (const [width, height, zoom] of [
      [26, 44, 1],
      [240, 43, 1],
      [368, 44, 0.5],
    ] as const) {
      const small = await show({ height, width, zoom });
      await expectTooSmall(small, small.page, `${width} by ${height} px at zoom ${zoom}`);
      // It is its size that keeps it from working.
      await small.restyle('width: 240px; height: 44px');
      await small.untilEnabled();
      // A person who reads at 80 % has a few tenths of a pixel less.
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

  test('in colours of the page alone, whatever its address says', async () => {
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
