import { createHash, randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { crossAppProviderOf, oauthRoutes } from '@latchkey/wire';
import type { Page } from 'playwright-core';
import { type CrossAppFixture, startCrossAppFixture } from '../../e2e/cross-app/fixture.ts';
import { waitInPage } from '../../e2e/harness/index.ts';
import type { BenchResult } from '../result.ts';
import { inRounds, overRounds } from '../rounds.ts';
import { onFirstVisit } from './fixture.ts';

const rounds = 5;

/** Requests of a page until the first button could be pressed, by the page's own clock. */
interface Seen {
  readonly documents: number;
  readonly scripts: readonly string[];
}

/** Runs in the page, as text, before its scripts: records when the first button can be pressed. */
const noteFirstButton = `
  const look = () => {
    const button = document.querySelector('button:not([disabled])');
    if (button && button.checkVisibility() && !button.closest('[inert]')) window.firstButtonMs = performance.now();
    else requestAnimationFrame(look);
  };
  look();
`;

/** Runs in the page, as text: returns the requests until the first button could be pressed. */
const seenUntilThen = `(() => {
  const before = performance.getEntriesByType('resource').filter(({ startTime }) => startTime <= window.firstButtonMs);
  return {
    documents: performance.getEntriesByType('navigation').length,
    scripts: before.map(({ name }) => name).filter((name) => new URL(name).pathname.endsWith('.js')),
  };
})()`;

/** Begins a login with another app as a requester's page does. @returns the address for its popup */
async function begin({ origin, providerId, requesterId, harness }: CrossAppFixture): Promise<string> {
  const [verifier, stateCode] = [randomBytes(32), randomBytes(32)].map((bytes) =>
    bytes.toString('base64url'),
  );
  const response = await fetch(`${harness.url}${oauthRoutes.start.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'privy-app-id': requesterId, origin },
    body: JSON.stringify({
      provider: crossAppProviderOf(providerId),
      redirect_to: `${origin}/`,
      state_code: stateCode,
      code_challenge: createHash('sha256')
        .update(verifier ?? '')
        .digest('base64url'),
    }),
  });
  const { url } = (await response.json()) as { url?: string };
  if (!url) throw new Error(`The login was not begun: ${response.status}`);
  return url;
}

async function measure(page: Page, fixture: CrossAppFixture): Promise<{ seen: Seen; bytes: number }> {
  await page.addInitScript(noteFirstButton);
  await page.goto(await begin(fixture));
  await waitInPage(page, () => 'firstButtonMs' in window);
  const seen = await page.evaluate<Seen>(seenUntilThen);
  const sizes = seen.scripts.map(async (url) => {
    const body = Buffer.from(await (await fetch(url)).arrayBuffer());
    return gzipSync(body, { level: 9 }).length;
  });
  return { seen, bytes: (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) };
}

/** Measures what a hosted page loads before a user can press anything. */
export async function hostedBench(): Promise<BenchResult> {
  const fixture = await startCrossAppFixture();
  const measured = await inRounds({ rounds }, () => onFirstVisit((page) => measure(page, fixture))).finally(
    fixture.close,
  );
  return {
    bench: 'hosted',
    figures: [
      {
        name: 'script of a hosted page before anything can be pressed, gzip',
        unit: 'kB',
        atMost: 34.5,
        ...overRounds(measured, ({ bytes }) => bytes / 1000),
      },
      { name: 'scripts of it', unit: '', ...overRounds(measured, ({ seen }) => seen.scripts.length) },
      {
        name: 'round trips of HTML',
        unit: '',
        atMost: 1,
        ...overRounds(measured, ({ seen }) => seen.documents),
      },
    ],
  };
}
