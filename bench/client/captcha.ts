import { type CaptchaChallenge, captchaRoutes } from '@latchkey/wire';
import { launchBrowser, withMotion } from '../../e2e/harness/index.ts';
import { type BenchResult, median } from '../result.ts';
import { startPageFixture } from './fixture.ts';

const runs = 15;
const throttle = 4;

/** Runs in the page, as text: every try of a challenge, as the unluckiest person makes them; and the longest task. */
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

const watchTasks = `new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) window.longest = Math.max(window.longest ?? 0, duration);
}).observe({ type: 'longtask' })`;

/** What the proof of work costs a person: at most a second on a machine four times slower, and no long task. */
export async function captchaBench(): Promise<BenchResult> {
  const fixture = await startPageFixture(
    { captcha: './hosts/captcha.ts' },
    { app: { captcha_enabled: true, captcha_provider: 'proof-of-work' } },
  );
  const browser = await launchBrowser(withMotion);
  const passes: number[] = [];
  const searches: number[] = [];
  let longestTask = 0;
  try {
    const page = await browser.newPage();
    const cdp = await browser.context.newCDPSession(page);
    await page.goto(`${fixture.origin}/captcha.html`);
    await page.locator('html[data-ready]').waitFor();
    const challenge = await getChallenge(fixture.harness.url, fixture.harness.appId);
    for (let run = 0; run < 3; run += 1) searches.push(await page.evaluate<number>(searchAll(challenge)));
    await page.evaluate(watchTasks);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: throttle });
    for (let run = 0; run < runs; run += 1) passes.push(await page.evaluate<number>('pass()'));
    longestTask = await page.evaluate<number>('window.longest ?? 0');
  } finally {
    await browser.close();
    await fixture.close();
  }
  return {
    bench: 'captcha',
    figures: [
      // The browser's throttle slows the page's thread, not those that do the work: so the search is counted four times.
      {
        name: 'the longest search there is, four times as slow',
        value: median(searches) * throttle,
        unit: 'ms',
        atMost: 1_000,
      },
      { name: 'a captcha passed, from challenge to token (4× throttle)', value: median(passes), unit: 'ms' },
      {
        name: 'longest task of the page meanwhile (4× throttle)',
        value: longestTask,
        unit: 'ms',
        atMost: 50,
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
