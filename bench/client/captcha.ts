import { type CaptchaChallenge, captchaRoutes } from '@latchkey/wire';
import type { BenchResult } from '../result.ts';
import { inRounds, median, overRounds } from '../rounds.ts';
import { onFirstVisit, startPageFixture } from './fixture.ts';

const rounds = 5;
const passesPerRound = 3;
const throttle = 4;

/** Runs in the page, as text: every try of a challenge, which is the worst case for a user. Returns its time in ms. */
const searchAll = ({ challenge, cost, range }: CaptchaChallenge) => `(async () => {
  const bytes = (text) => new TextEncoder().encode(text);
  const key = await crypto.subtle.importKey('raw', bytes(${JSON.stringify(challenge)}), 'PBKDF2', false, ['deriveBits']);
  const derive = (number) => crypto.subtle.deriveBits(
    { name: 'PBKDF2', hash: 'SHA-256', salt: bytes(String(number)), iterations: ${cost} }, key, 256);
  const began = performance.now();
  for (let first = 0; first < ${range}; first += 8)
    await Promise.all(Array.from({ length: 8 }, (_, at) => derive(first + at)));
  return performance.now() - began;
})()`;

const watchTasks = `
  window.longest = 0;
  window.tasks = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.longest = Math.max(window.longest, duration);
  });
  window.tasks.observe({ type: 'longtask' });
`;
const longestTask = '(window.tasks.disconnect(), window.longest)';

/** Cost of the proof of work for a user: the longest search on a machine four times slower, and the longest task. */
export async function captchaBench(): Promise<BenchResult> {
  const fixture = await startPageFixture(
    { captcha: './hosts/captcha.ts' },
    { app: { captcha_enabled: true, captcha_provider: 'proof-of-work' } },
  );
  const { url, appId } = fixture.harness;
  const measured = await onFirstVisit(async (page) => {
    const cdp = await page.context().newCDPSession(page);
    await page.goto(`${fixture.origin}/captcha.html`);
    await page.locator('html[data-ready]').waitFor();
    const challenge = await getChallenge(url, appId);
    return inRounds({ rounds }, async () => {
      const search = await page.evaluate<number>(searchAll(challenge));
      await page.evaluate(watchTasks);
      await cdp.send('Emulation.setCPUThrottlingRate', { rate: throttle });
      const passes: number[] = [];
      for (let count = 0; count < passesPerRound; count += 1) {
        passes.push(await page.evaluate<number>('pass()'));
      }
      const task = await page.evaluate<number>(longestTask);
      await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 });
      return { search, pass: median(passes), task };
    });
  }).finally(fixture.close);
  return {
    bench: 'captcha',
    figures: [
      // The browser's throttle slows the page's thread, not the threads that do the work, so the search time is
      // multiplied by four.
      {
        name: 'the longest search there is, four times as slow',
        unit: 'ms',
        atMost: 300,
        ...overRounds(measured, ({ search }) => search * throttle),
      },
      {
        name: 'a captcha passed, from challenge to token (4× throttle)',
        unit: 'ms',
        ...overRounds(measured, ({ pass }) => pass),
      },
      {
        name: 'longest task of the page meanwhile (4× throttle)',
        unit: 'ms',
        atMost: 50,
        ...overRounds(measured, ({ task }) => task),
      },
    ],
  };
}

async function getChallenge(url: string, appId: string): Promise<CaptchaChallenge> {
  const answer = await fetch(url + captchaRoutes.challenge.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'privy-app-id': appId },
    body: JSON.stringify({ action: 'login' }),
  });
  return (await answer.json()) as CaptchaChallenge;
}
