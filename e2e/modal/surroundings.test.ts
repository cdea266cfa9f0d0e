import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { findBarriers, screenshot, settle, withMotion } from '../harness/index.ts';
import { createGate, newEmail, shareFixture } from './fixture.ts';

const { act, open } = shareFixture();

const dialogGone = () => act.page.locator('latchkey-modal').waitFor({ state: 'detached' });
const ground = () =>
  act.page.locator('.ground').evaluate((it) => [it.getAttribute('lang'), it.getAttribute('dir')]);

describe('the language', () => {
  it('the modal uses the language of the settings, with the host’s texts in it, and English if there is no translation', async () => {
    await open({ config: { intl: { locale: 'de-AT', texts: { header: { close: 'Fertig' } } } } });
    await act.openLanding();
    expect(await ground()).toEqual(['de', 'ltr']);
    await act.page.getByRole('button', { name: 'Fertig' }).waitFor();
    await act.sendCode(newEmail());
    await act.page.getByRole('heading', { name: 'Code eingeben' }).waitFor();
    await act.page.getByRole('button', { name: 'Zurück' }).waitFor();

    await act.visit({ config: { intl: { locale: 'tlh' } } });
    await act.openLanding();
    expect(await ground()).toEqual(['en', 'ltr']);
    await act.page.getByRole('button', { name: 'Close' }).waitFor();
  });

  it('the modal runs from right to left in Arabic, with codes and addresses from left to right; in English it runs from left to right even on a right-to-left page', async () => {
    await open({ config: { intl: { locale: 'ar' } } });
    await act.openLanding();
    expect(await ground()).toEqual(['ar', 'rtl']);
    const email = newEmail();
    await act.page.locator('input[type=email]').fill(email);
    await settle(act.page);
    await screenshot(act.page, 'modal-ar-landing');
    const field = act.page.locator('.field');
    const [icon, submit] = [
      await middle(field.locator('.field-icon')),
      await middle(field.locator('button')),
    ];
    expect(icon).toBeGreaterThan(submit);
    expect(await directionOf('input[type=email]')).toBe('ltr');
    expect(await isMirrored('.field-submit')).toBe(true);
    await act.sendCode(email);
    await act.page.keyboard.type('12');
    await act.page.locator('[data-box="1"][data-filled]').waitFor();
    await settle(act.page);
    await screenshot(act.page, 'modal-ar-code');
    expect(await middle(act.page.locator('[data-box="0"]'))).toBeLessThan(
      await middle(act.page.locator('[data-box="5"]')),
    );
    // Back is on the right, where lines begin, and its arrow is mirrored.
    const [back, close] = [act.page.locator('.bar button').first(), act.page.locator('.bar button').last()];
    expect(await middle(back)).toBeGreaterThan(await middle(close));
    expect(await isMirrored('.bar button:first-of-type')).toBe(true);

    await act.visit({
      body: '<script type="module">document.documentElement.dir = "rtl"</script><div id="root"></div>',
    });
    await act.openLanding();
    expect(await act.page.evaluate(() => document.documentElement.dir)).toBe('rtl');
    expect(await ground()).toEqual(['en', 'ltr']);
    expect(await isMirrored('.field-submit')).toBe(false);
    await settle(act.page);
    const { x, width } = (await act.dialog.boundingBox()) ?? { x: 0, width: 0 };
    expect(x + width / 2).toBe(640);
  });

  const middle = async (of: { boundingBox(): Promise<{ x: number; width: number } | null> }) => {
    const box = await of.boundingBox();
    return box ? box.x + box.width / 2 : Number.NaN;
  };
  const directionOf = (selector: string) =>
    act.page.locator(selector).evaluate((it) => getComputedStyle(it).direction);
  const isMirrored = (selector: string) =>
    act.page
      .locator(`${selector} svg`)
      .evaluate((it) => getComputedStyle(it).transform === 'matrix(-1, 0, 0, 1, 0, 0)');
});

describe('a very small or zoomed page', () => {
  it('the modal clips nothing and scrolls in one direction, in a small window at 200 % and in a window at 400 %', async () => {
    await open({ config: { appearance: { loginMessage: 'Trade the tides. It takes a minute.' } } });
    for (const [width, height] of [
      [640, 400],
      [320, 256],
    ] as const) {
      await act.page.setViewportSize({ width, height });
      await act.openLanding();
      expect(await unreachable(act.page), `${width} px`).toEqual([]);
      await act.sendCode(newEmail());
      expect(await unreachable(act.page), `${width} px`).toEqual([]);
      await screenshot(act.page, `modal-zoom-${width}`);
      await act.page.keyboard.press('Escape');
      await dialogGone();
    }
  });

  it('on a very small page a sign request stays readable, and its buttons stay within reach', async () => {
    await open();
    await act.enterByCode(newEmail());
    await act.page.evaluate(() => void window.host.createWallet());
    await act.leaveWithWallet();
    for (const [width, height] of [
      [640, 400],
      [320, 256],
    ] as const) {
      await act.page.setViewportSize({ width, height });
      const refused = act.page.evaluate(
        (message) => window.host.signMessage({ message }).catch(() => null),
        'Welcome to Tidewater.\n\nSign this to prove that this wallet is yours.\n'.repeat(4),
      );
      await act.page.locator('.button.primary:enabled').waitFor();
      await settle(act.page);
      await screenshot(act.page, `modal-zoom-sign-${width}`);
      expect(await unreachable(act.page)).toEqual([]);
      const sheet = await act.page.locator('.sheet').boundingBox();
      expect(sheet?.height).toBeGreaterThanOrEqual(96);
      await act.page.keyboard.press('Escape');
      await refused;
      await dialogGone();
    }
  });

  /** Returns the elements that cannot be scrolled to and pressed, and the parts that are too wide. */
  function unreachable(page: Page): Promise<string[]> {
    return page.locator('dialog').evaluate((dialog) => {
      const root = dialog.getRootNode() as ShadowRoot;
      const content = dialog.querySelector('.content') as HTMLElement;
      const found = [...dialog.querySelectorAll<HTMLElement>('h2, p:not(.hidden, :empty), button, input')]
        .filter((element) => {
          element.scrollIntoView({ block: 'center' });
          const { left, top, width, height } = element.getBoundingClientRect();
          const hit = root.elementFromPoint(left + width / 2, top + height / 2);
          return !hit || !(element.contains(hit) || hit.contains(element) || hit.matches('.code input'));
        })
        .map((element) => `${element.tagName} ${element.className} ${element.textContent}`);
      if (content.scrollHeight > content.clientHeight && getComputedStyle(content).overflowY !== 'auto')
        found.push('the content does not scroll');
      if (content.scrollWidth > content.clientWidth) found.push('the content is wider than its place');
      if (document.documentElement.scrollWidth > innerWidth) found.push('the page is wider than its window');
      return found;
    });
  }
});

it('the modal moves nothing for a user who wants reduced motion, and draws edges, focus and the active box in forced colours', async () => {
  await open({ reducedMotion: 'reduce' });
  await act.page.evaluate(() => {
    const moved = new Set<string>();
    Object.assign(window, { moved });
    const still = ['offset', 'computedOffset', 'easing', 'composite', 'opacity'];
    const look = () => {
      const root = document.querySelector('latchkey-modal')?.shadowRoot;
      for (const animation of root?.getAnimations() ?? []) {
        const effect = animation.effect as KeyframeEffect;
        // Even a motion of one millisecond shows for a frame.
        const isSeen = Number(effect.getComputedTiming().duration) > 0;
        for (const frame of effect.getKeyframes())
          for (const name of Object.keys(frame)) if (isSeen && !still.includes(name)) moved.add(name);
      }
      requestAnimationFrame(look);
    };
    look();
  });
  const email = newEmail();
  await act.openLanding();
  await act.sendCode(email);
  await act.page.locator('input[name=code]').fill('abc');
  await act.page.getByText('Code should be numeric').waitFor();
  await act.page.keyboard.press('Escape');
  await dialogGone();
  expect(await act.page.evaluate(() => [...Reflect.get(window, 'moved')])).toEqual([]);

  await act.page.emulateMedia({ forcedColors: 'active' });
  await act.openLanding();
  const lines = (selector: string) =>
    act.page.locator(selector).evaluate((it) => {
      const { borderTopWidth, borderTopStyle, outlineStyle } = getComputedStyle(it);
      return [borderTopStyle === 'solid' && borderTopWidth === '1px', outlineStyle === 'solid'];
    });
  expect(await lines('.shell')).toEqual([true, false]);
  expect(await lines('.field')).toEqual([true, true]);
  await screenshot(act.page, 'modal-forced-colours-landing');
  await act.sendCode(newEmail());
  expect(await lines('[data-box="0"]')).toEqual([true, true]);
  expect(await lines('[data-box="1"]')).toEqual([true, false]);
  await screenshot(act.page, 'modal-forced-colours-code');
});

it('the modal causes no layout shift after the first paint, even if its settings load late', async () => {
  const held = createGate();
  await open({
    ...withMotion,
    screen: 'phone',
    prepare: async (page) => {
      await page.route('**/api/v1/apps/*', (route) => held.passed.then(() => route.continue()));
    },
  });
  // The observer also reports earlier shifts.
  await act.page.evaluate(() => {
    const shifts: string[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { sources = [] } = entry as PerformanceEntry & { sources?: { node: Node | null }[] };
        // Chromium names no element inside a shadow tree. Other elements than the modal's own belong to the host page.
        const own = sources.filter(({ node }) => !node || node.nodeName === 'LATCHKEY-MODAL');
        shifts.push(...own.map(() => `at ${Math.round(entry.startTime)} ms`));
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await act.page.locator('#login').click();
  await act.screen('LOADING').waitFor();
  await settle(act.page);
  held.open();
  await act.screen('LANDING').waitFor();
  await settle(act.page);
  await act.sendCode(newEmail());
  await settle(act.page);
  expect(await act.page.evaluate(() => Reflect.get(window, 'shifts'))).toEqual([]);
});

it('as a drawer, the modal follows a finger: it closes if pulled past 40 % of its height or flung, and returns otherwise', async () => {
  await open({ ...withMotion, screen: 'phone' });
  const touch = await createFinger(act.page);
  await act.openLanding();
  await settle(act.page);
  const top = async () => (await act.dialog.boundingBox())?.y ?? Number.NaN;
  const home = await top();

  await touch('touchStart', home + 28, 0);
  await touch('touchMove', home + 128, 400);
  await expect.poll(top).toBe(home + 100);
  await touch('touchMove', home + 218, 800); // 190 of 480 px: 39.6 %
  await expect.poll(top).toBe(home + 190);
  await touch('touchEnd', home + 218, 1200);
  await expect.poll(top).toBe(home);
  expect(await act.screen('LANDING').isVisible()).toBe(true);

  await touch('touchStart', home + 28, 2000);
  await touch('touchMove', home + 128, 2400);
  await touch('touchMove', home + 222, 2800); // 194 px: 40.4 %
  await expect.poll(top).toBe(home + 194);
  await touch('touchEnd', home + 222, 3200);
  await dialogGone();

  await act.openLanding();
  await settle(act.page);
  await touch('touchStart', home + 28, 4000);
  await touch('touchMove', home + 60, 4016);
  await touch('touchMove', home + 100, 4032);
  await touch('touchEnd', home + 100, 4040);
  await dialogGone();
  await expect.poll(() => act.told()).toEqual(['error exited_auth_flow', 'error exited_auth_flow']);
});

/** Creates one finger on a page. Its events carry their own times in ms, so the machine's speed does not matter. */
async function createFinger(page: Page) {
  const session = await page.context().newCDPSession(page);
  const startedAt = Date.now() / 1000;
  return (type: 'touchStart' | 'touchMove' | 'touchEnd', y: number, atMs: number) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x: 120, y }],
      timestamp: startedAt + atMs / 1000,
    });
}

describe('a browser older than the supported ones', () => {
  it.each([
    [
      'desktop',
      'en',
      'This browser is too old for this step. Update it, or open this page in another browser.',
    ],
    ['phone', 'ar', 'هذا المتصفح قديم جدًا لهذه الخطوة. حدّثه أو افتح هذه الصفحة في متصفح آخر.'],
  ] as const)('a page says that the browser is too old, on a %s in %s', async (screen, locale, text) => {
    await open({
      screen,
      config: { intl: { locale } },
      strictPolicy: true,
      // As in Safari before 16.4.
      prepare: (page) =>
        page.addInitScript(() => {
          Reflect.deleteProperty(Document.prototype, 'adoptedStyleSheets');
          Reflect.deleteProperty(ShadowRoot.prototype, 'adoptedStyleSheets');
        }),
    });
    await act.page.locator('html[data-ready=true]').waitFor();
    await act.page.locator('#login').click();
    const dialog = act.page.getByRole('alertdialog');
    await dialog.getByText(text, { exact: true }).waitFor();
    expect(await findBarriers(act.page)).toEqual([]);
    await screenshot(act.page, `modal-outdated-${locale}`);
    expect(await act.page.locator('latchkey-modal').count()).toBe(0);
    await act.page.keyboard.press('Tab');
    await act.page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => act.told()).toEqual(['error not_supported']);
    expect(await act.page.locator('#login').evaluate((it) => it === document.activeElement)).toBe(true);
  });
});
