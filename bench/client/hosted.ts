import { createHash, randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { crossAppProviderOf, oauthRoutes } from '@latchkey/wire';
import { type CrossAppFixture, startCrossAppFixture } from '../../e2e/cross-app/fixture.ts';
import { launchBrowser } from '../../e2e/harness/index.ts';
import type { BenchResult } from '../result.ts';

/** What a page had asked for when something could first be pressed, by the page's own clock. */
interface Seen {
  readonly documents: number;
  /** Addresses of the scripts. */
  readonly scripts: readonly string[];
}

/** Runs in the page, as text, before its scripts: notes when the first button can be pressed. */
const noteFirstButton = `
  const look = () => {
    const button = document.querySelector('button:not([disabled])');
    if (button && button.checkVisibility() && !button.closest('[inert]')) window.firstButtonMs = performance.now();
    else requestAnimationFrame(look);
  };
  look();
`;

/** Runs in the page, as text. */
const seenUntilThen = `(() => {
  const before = performance.getEntriesByType('resource').filter(({ startTime }) => startTime <= window.firstButtonMs);
  return {
    documents: performance.getEntriesByType('navigation').length,
    scripts: before.map(({ name }) => name).filter((name) => new URL(name).pathname.endsWith('.js')),
  };
})()`;

/** Begins a login by another app as a requester's page does. @returns where its popup is sent */
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

/** What a hosted page loads before a person who comes to it can press anything. */
export async function hostedBench(): Promise<BenchResult> {
  const fixture = await startCrossAppFixture();
  const browser = await launchBrowser();
  let seen: Seen;
  let sizes: number[];
  try {
    const page = await browser.newPage();
    await page.addInitScript(noteFirstButton);
    await page.goto(await begin(fixture));
    await page.waitForFunction('window.firstButtonMs !== undefined');
    seen = await page.evaluate<Seen>(seenUntilThen);
    sizes = await Promise.all(
      seen.scripts.map(async (url) => {
        const body = Buffer.from(await (await fetch(url)).arrayBuffer());
        return gzipSync(body, { level: 9 }).length;
      }),
    );
  } finally {
    await browser.close();
    await fixture.close();
  }
  return {
    bench: 'hosted',
    figures: [
      {
        name: 'script of a hosted page before anything can be pressed, gzip',
        value: sizes.reduce((sum, bytes) => sum + bytes, 0) / 1000,
        unit: 'kB',
        atMost: 60,
      },
      { name: 'scripts of it', value: seen.scripts.length, unit: '' },
      { name: 'round trips of HTML', value: seen.documents, unit: '', atMost: 1 },
    ],
  };
}
