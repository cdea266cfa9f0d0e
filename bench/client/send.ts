import { deploy } from '@latchkey/testkit';
import type { Page } from 'playwright-core';
import { type Harness, launchBrowser } from '../../e2e/harness/index.ts';
import { type BenchResult, median } from '../result.ts';
import { startPageFixture } from './fixture.ts';
import type {} from './hosts/send.ts';

const rounds = 9;
const batch = 10;
const ether = 10n ** 18n;

/**
 * A transaction that no one is asked about, from the host page's call to its hash, against the same by hand in the same
 * page: the questions that our client put to the node, by one plain `fetch`, a signature by a frame of another site that does
 * nothing else, and the broadcast by another `fetch`. Then a review, from the call until it is complete, against the same
 * questions, to the node and to the service, by `fetch` alone. Both sides ask one node, in turn.
 */
export async function sendBench(): Promise<BenchResult> {
  const fixture = await startPageFixture({ send: './hosts/send.ts', signer: './hosts/signer.ts' });
  const browser = await launchBrowser({ thirdPartyStorage: 'allowed' });
  const measured: Measured[] = [];
  try {
    const page = await browser.newPage();
    await page.goto(`${fixture.crossSiteOrigin}/send.html`);
    await page.waitForFunction(() => window.sendBench !== undefined);
    await begin(fixture.harness, page, `${fixture.origin}/signer.html`);
    // The first round compiles and warms up.
    for (let round = -1; round < rounds; round += 1) {
      const one = await measure(page);
      if (round >= 0) measured.push(one);
    }
  } finally {
    await browser.close();
    await fixture.close();
  }
  const middle = (pick: (one: Measured) => number) => median(measured.map(pick));
  return {
    bench: 'send',
    figures: [
      {
        name: 'sign and send, against a bare signer in a frame and the same calls',
        value: middle(({ send, bareSend }) => send / bareSend),
        unit: '×',
        atMost: 1.3,
      },
      { name: 'sign and send', value: middle(({ send }) => send), unit: 'ms' },
      {
        name: 'a bare signer in a frame, and the same calls',
        value: middle((one) => one.bareSend),
        unit: 'ms',
      },
      {
        name: 'review of a token transfer, against its reads alone',
        value: middle(({ review, reads }) => review / reads),
        unit: '×',
        atMost: 1.3,
      },
      { name: 'review of a token transfer', value: middle(({ review }) => review), unit: 'ms' },
      { name: 'its reads alone', value: middle(({ reads }) => reads), unit: 'ms' },
    ],
  };
}

type Measured = Record<'send' | 'bareSend' | 'review' | 'reads', number>;

/** Signs a person in, and gives coins to their wallet and to the bare signer's. */
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
