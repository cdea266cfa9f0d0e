import type { Frame, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { hideText } from '../attacks/hiddenText.ts';
import { stopClock } from '../harness/index.ts';
import { signerOfMessage } from '../harness/signer.ts';
import {
  type Approval,
  type ApprovalRequest,
  button,
  openApproval,
  signatureOf,
  whole,
} from './approvePage.ts';
import { cover, passTime, untilSeen } from './sight.ts';

let approval: Approval;
let page: Page;
let address: string;

beforeAll(async () => {
  approval = await openApproval();
  ({ page, address } = approval);
  await page.clock.install();
  await stopClock(page);
});
afterAll(() => approval?.close());
afterEach(() => approval.unmountAll());

const text = Array.from({ length: 60 }, (_, line) => `Clause ${line + 1}: nothing special.`).join('\n');
const requestFor = (message: string, look: { style?: string; locale?: string } = {}) =>
  approval.requestFor({ method: 'personal_sign', params: [message, address] }, look);
const boxOf = (frame: Frame) => frame.locator('.sheet');
const hintOf = (frame: Frame) => frame.locator('.hint').textContent();
const isArmed = ({ frame }: ApprovalRequest) => button(frame, 'Sign').isEnabled();
const untilArmed = (asked: ApprovalRequest) => untilSeen(page, asked.frame, () => isArmed(asked));
const restyle = ({ name }: ApprovalRequest, style: string) =>
  page.evaluate(([called, given]) => window.frameHost.restyle(called, given), [name, style] as const);
/** Lets more time pass than a request that fits needs until its button is enabled. */
async function passEnough({ frame }: ApprovalRequest): Promise<void> {
  await boxOf(frame).waitFor();
  await passTime(page, frame, 3_000);
}
const scrollBy = async ({ frame }: ApprovalRequest, by: number) => {
  await boxOf(frame).hover();
  await page.mouse.wheel(0, by);
};

describe('[S14] a request that does not fit', () => {
  test('[S14] a request that does not fit on the approval page can be signed only after its end was reached, and the page says so', {
    tags: 'story',
  }, async () => {
    const asked = await requestFor(text);
    await passEnough(asked);
    expect(await isArmed(asked)).toBe(false);
    expect(await hintOf(asked.frame)).toBe('Scroll to the end to sign.');
    const place = await button(asked.frame, 'Sign').boundingBox();
    await scrollBy(asked, 300);
    await expect.poll(() => boxOf(asked.frame).evaluate((box) => box.scrollTop)).toBeGreaterThan(200);
    await passEnough(asked);
    expect(await isArmed(asked)).toBe(false);
    await scrollBy(asked, 100_000);
    await expect.poll(() => isArmed(asked)).toBe(true);
    expect(await hintOf(asked.frame)).toBe('');
    // The request stays read, so scrolling back does not disable the button.
    await scrollBy(asked, -500);
    await passEnough(asked);
    expect(await isArmed(asked)).toBe(true);
    expect(await button(asked.frame, 'Sign').boundingBox()).toEqual(place);
    await button(asked.frame, 'Sign').click();
    await passTime(page, asked.frame, 400);
    expect(signerOfMessage(text, await signatureOf(asked))).toBe(address);
  });

  test('[S14] a request that does not fit on the approval page can be read and signed with the keyboard', async () => {
    const asked = await requestFor(text);
    await passEnough(asked);
    const { frame } = asked;
    const focused = () =>
      frame.evaluate(() => {
        const element = document.activeElement as HTMLElement;
        const { outlineStyle, outlineWidth } = getComputedStyle(element);
        const described = document.getElementById(element.getAttribute('aria-describedby') ?? '');
        return {
          name: element.getAttribute('aria-label') ?? element.textContent,
          described: described?.textContent ?? null,
          isRinged: outlineStyle !== 'none' && outlineWidth !== '0px',
        };
      });
    // Clicks beside the controls, so the keyboard continues from there.
    await frame.locator('h1').click();
    await page.keyboard.press('Tab');
    expect(await focused()).toEqual({
      name: "What you're signing",
      described: 'Scroll to the end to sign.',
      isRinged: true,
    });
    await page.keyboard.press('PageDown');
    await expect.poll(() => boxOf(frame).evaluate((box) => box.scrollTop)).toBeGreaterThan(0);
    expect(await isArmed(asked)).toBe(false);
    await page.keyboard.press('End');
    await expect.poll(() => isArmed(asked)).toBe(true);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    expect(await focused()).toEqual({ name: 'Sign', described: '', isRinged: true });
    await page.keyboard.press('Enter');
    await passTime(page, frame, 400);
    expect(signerOfMessage(text, await signatureOf(asked))).toBe(address);
  });

  test('[S14] a request on the approval page does not count as read if its end was covered, moved by a new size, or seen only in a larger frame', async () => {
    await cover(page, true);
    const covered = await requestFor(text);
    await passEnough(covered);
    await boxOf(covered.frame).press('End');
    const leftPx = () =>
      boxOf(covered.frame).evaluate((box) => box.scrollHeight - box.clientHeight - box.scrollTop);
    await expect.poll(leftPx).toBeLessThan(2);
    await cover(page, false);
    await passEnough(covered);
    expect(await isArmed(covered)).toBe(false);
    // The page has scrolled back to the start.
    expect(await boxOf(covered.frame).evaluate((box) => box.scrollTop)).toBe(0);
    await boxOf(covered.frame).press('End');
    await expect.poll(() => isArmed(covered)).toBe(true);

    // Reads the request and then resizes the page, which moves the end.
    await restyle(covered, whole.replace('480px', '400px').replace('368px', '300px'));
    await passEnough(covered);
    expect(await isArmed(covered)).toBe(false);
    await boxOf(covered.frame).press('End');
    await expect.poll(() => isArmed(covered)).toBe(true);
    await approval.unmountAll();

    // Makes the page as large as the text for a moment, then small again.
    const large = await requestFor(text, { style: whole.replace('480px', '3000px') });
    await passEnough(large);
    await restyle(large, whole);
    await passEnough(large);
    expect(await isArmed(large)).toBe(false);
  });

  test('a request that fits on the approval page needs no scrolling', async () => {
    const asked = await requestFor('Welcome to Tidewater');
    expect(await untilArmed(asked)).toBeGreaterThanOrEqual(1_000);
    expect(await asked.frame.locator('.hint').isVisible()).toBe(false);
  });

  test.each([
    ['de', 'Signieren', 'Zum Signieren bis zum Ende scrollen.'],
    ['es', 'Firmar', 'Desplázate hasta el final para firmar.'],
    ['ja', '署名', '最後までスクロールすると署名できます。'],
    ['ar', 'توقيع', 'مرّر حتى النهاية للتوقيع.'],
  ])(
    'the approval page says in %s that the request must be scrolled to its end',
    async (locale, sign, hint) => {
      const { frame } = await requestFor(text, { locale });
      await button(frame, sign).waitFor();
      await passTime(page, frame, 3_000);
      expect(await hintOf(frame)).toBe(hint);
      expect(await button(frame, sign).isDisabled()).toBe(true);
      await boxOf(frame).press('End');
      await expect.poll(() => button(frame, sign).isEnabled()).toBe(true);
    },
  );
});

describe('[S14] a text with a hidden part', () => {
  const lure = 'Log in to Tidewater.';
  const burden = 'I give all of my tokens to the bearer of this note.';

  test.each(hideText(lure, burden))(
    '[S14] the approval page shows the hidden part of a text before the user can sign it: hidden $name',
    async ({ name, text: hostile, hides }) => {
      const asked = await requestFor(hostile);
      await passEnough(asked);
      const shown = (await asked.frame.locator('.message').textContent()) ?? '';
      // No character of these classes is shown as it is.
      expect(shown).not.toMatch(/(?![\n\t ])[\p{Default_Ignorable_Code_Point}\p{C}\p{Z}\u2800]|\p{M}{4}/u);
      if (hides === 'unseen') {
        expect(shown).toMatch(/^Log in to Tidewater\.a?\p{M}*\\u/u);
        return;
      }
      // Spaces at the end of a line overflow it, so the burden begins the next line, in sight.
      if (name !== 'behind a line of spaces without end') {
        expect(await isArmed(asked)).toBe(false);
        await boxOf(asked.frame).press('End');
        await expect.poll(() => isArmed(asked)).toBe(true);
      }
      // When the text can be signed, its hidden part is in sight.
      const isInSight = await asked.frame.locator('.message').evaluate((element, words) => {
        const range = document.createRange();
        const node = element.firstChild as Text;
        const at = node.data.indexOf(words);
        range.setStart(node, at);
        range.setEnd(node, at + words.length);
        const [place, box] = [
          range.getBoundingClientRect(),
          element.closest('.sheet')?.getBoundingClientRect(),
        ];
        return box !== undefined && place.top >= box.top && place.bottom <= box.bottom;
      }, burden);
      expect(isInSight).toBe(true);
    },
  );
});
