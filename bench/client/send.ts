import { deploy } from '@latchkey/testkit';
import type { Page } from 'playwright-core';
import { type Harness, launchBrowser } from '../../e2e/harness/index.ts';
import type { BenchResult } from '../result.ts';
import { inRounds, overRounds } from '../rounds.ts';
import { startPageFixture } from './fixture.ts';
import type {} from './hosts/send.ts';

const rounds = 9;
const batch = 10;
const ether = 10n ** 18n;

/**
 * Compares a transaction without a review, from the host page's call to its hash, with the same done by hand in the
 * same page: our client's requests to the node in one plain `fetch`, a signature by a frame on another site that only
 * signs, and the broadcast in another `fetch`. Then compares a review, from the call until it is complete, with the
 * same requests to the node and the service by `fetch` alone. Both sides use one node, in turn.
 */
export async function sendBench(): Promise<BenchResult> {
  const fixture = await startPageFixture({ send: './hosts/send.ts', signer: './hosts/signer.ts' });
  const browser = await launchBrowser({ thirdPartyStorage: 'allowed', hasFastCode: true });
  let measured: Measured[];
  try {
    const page = await browser.newPage();
    await page.goto(`${fixture.crossSiteOrigin}/send.html`);
    await page.waitForFunction(() => window.sendBench !== undefined);
    await begin(fixture.harness, page, `${fixture.origin}/signer.html`);
    measured = await inRounds({ rounds, warmUp: 1 }, () => measure(page));
  } finally {
    await browser.close();
    await fixture.close();
  }
  return {
    bench: 'send',
    figures: [
      {
        name: 'sign and send, against a bare signer in a frame and the same calls',
        unit: '×',
        atMost: 1.3,
        ...overRounds(measured, ({ send, bareSend }) => send / bareSend),
      },
      { name: 'sign and send', unit: 'ms', ...overRounds(measured, ({ send }) => send) },
      {
        name: 'a bare signer in a frame, and the same calls',
        unit: 'ms',
        ...overRounds(measured, ({ bareSend }) => bareSend),
      },
      {
        name: 'review of a token transfer, against its reads alone',
        unit: '×',
        atMost: 1.2,
        ...overRounds(measured, ({ review, reads }) => review / reads),
      },
      { name: 'review of a token transfer', unit: 'ms', ...overRounds(measured, ({ review }) => review) },
      { name: 'its reads alone', unit: 'ms', ...overRounds(measured, ({ reads }) => reads) },
    ],
  };
}

type Measured = Record<'send' | 'bareSend' | 'review' | 'reads', number>;

/** Logs in a user, and funds the user's wallet and the bare signer's. */
async function begin({ inbox, chain, chainUrl }: Harness, page: Page, signerUrl: string): Promise<void> {
  const email = 'send@latchkey.example';
  await page.evaluate((url) => window.sendBench.start(url), chainUrl);
  await page.evaluate((to) => window.sendBench.sendCode(to), email);
  const code = await inbox.nextCode(email);
  const own = await page.evaluate((digits) => window.sendBench.logIn(digits), code);
  const bare = await page.evaluate((url) => window.sendBench.addSigner(url), signerUrl);
  for (const address of [own, bare]) await chain.fund(address, 1_000n * ether);
  const token = await deploy(chain, 'TestToken', ['Dollar', 'USDX', 6]);
  await token.write('mint', [own, 1_000n]);
  const data = token.encode('transfer', [bare, 5n]);
  await page.evaluate((call) => window.sendBench.setTokenCall(call), { to: token.address, data });
}

async function measure(page: Page): Promise<Measured> {
  const reads = await page.evaluate((count) => window.sendBench.reads(count), batch);
  const review = await page.evaluate((count) => window.sendBench.review(count), batch);
  const bareSend = await page.evaluate((count) => window.sendBench.bareSend(count), batch);
  const send = await page.evaluate((count) => window.sendBench.send(count), batch);
  return { reads, review, bareSend, send };
}
