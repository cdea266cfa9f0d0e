import type { AppInput } from '@latchkey/wire';
import type { Page } from 'playwright-core';
import { type Harness, launchBrowser, withMotion } from '../../e2e/harness/index.ts';
import { type BenchResult, median } from '../result.ts';
import { startPageFixture } from './fixture.ts';
import { type Traffic, trafficOf } from './traffic.ts';

const runs = 7;

/** So long the page is looked at after the funding screens have closed, by its own clock. */
const afterwardsMs = 10_000;

/** An app with every way to fund a wallet. */
const everyWay: AppInput = {
  embedded_wallet_config: { create_on_login: 'users-without-wallets' },
  fiat_on_ramp_enabled: true,
  funding_config: {
    methods: ['moonpay', 'coinbase-onramp', 'external'],
    default_recommended_amount: '0.1',
    default_recommended_currency: { chain: 'eip155:31337' },
    cross_chain_bridging_enabled: true,
  },
};

/** Logs a person in whose new wallet is empty, up to a closed modal. */
async function logIn({ inbox }: Harness, page: Page, email: string): Promise<void> {
  await page.locator('#open').click();
  await page.locator('input[type=email]').fill(email);
  await page.keyboard.press('Enter');
  await page.locator('.shell[data-screen=AWAITING_PASSWORDLESS_CODE]').waitFor();
  await page.keyboard.type(await inbox.nextCode(email));
  await page.locator('html[data-wallet]').waitFor();
  await close(page);
}

async function close(page: Page): Promise<void> {
  const modal = page.locator('latchkey-modal');
  // A screen that makes something cannot be left before it is made.
  for (let tries = 0; tries < 20 && (await modal.count()) > 0; tries += 1) {
    await page.keyboard.press('Escape');
    await modal.waitFor({ state: 'detached', timeout: 500 }).catch(() => {});
  }
  await modal.waitFor({ state: 'detached' });
}

/** Runs in the page, as text: presses a button of the host, and waits until a screen of the modal shows. */
const pressAndWait = (button: string, name: string) => `new Promise((resolve) => {
  const started = performance.now();
  const look = () => {
    const shell = document.querySelector('latchkey-modal')?.shadowRoot?.querySelector('.shell[data-screen=${name}]');
    if (shell?.checkVisibility()) resolve(performance.now() - started);
    else requestAnimationFrame(look);
  };
  document.querySelector('${button}').click();
  look();
})`;

const screen = (page: Page, name: string) => page.locator(`.shell[data-screen=${name}]`);

/** What of a funding is loaded, and when. */
interface Review {
  /** From the page to the review of a transaction that is short, in the order in which people come there. */
  readonly before: readonly Traffic[];
  readonly selection: Traffic;
  /** Requests once everything is closed. */
  readonly afterwards: number;
}

async function reviewOf(page: Page, harness: Harness, url: string): Promise<Review> {
  await page.clock.install();
  const start = await trafficOf(page, () => page.goto(url));
  const login = await trafficOf(page, () => logIn(harness, page, 'short@latchkey.example'));
  const addFunds = page.getByRole('button', { name: 'Add funds', exact: true }).last();
  // The review's own requests are not the selection's.
  const review = await trafficOf(page, async () => {
    await page.locator('#pay').click();
    await screen(page, 'EMBEDDED_WALLET_SEND_TRANSACTION_SCREEN').waitFor();
    await addFunds.waitFor();
  });
  const selection = await trafficOf(page, async () => {
    await addFunds.click();
    await screen(page, 'FUNDING_METHOD_SELECTION').waitFor();
    await page.getByRole('button', { name: 'Receive funds' }).waitFor();
  });
  await close(page);
  await trafficOf(page, async () => {});
  let afterwards = 0;
  page.on('request', () => {
    afterwards += 1;
  });
  await page.clock.runFor(afterwardsMs);
  await trafficOf(page, async () => {});
  return { before: [start, login, review], selection, afterwards };
}

/** How long each first screen takes from its press, in ms by the page's own clock, on pages that have opened no modal yet. */
async function openingsOf(harness: Harness, url: string): Promise<{ landing: number; selection: number }> {
  const times = { landing: [] as number[], selection: [] as number[] };
  const owners = await launchBrowser(withMotion);
  const visitors = await launchBrowser(withMotion);
  try {
    const [owner, visitor] = [await owners.newPage(), await visitors.newPage()];
    await owner.goto(url);
    await logIn(harness, owner, 'owner@latchkey.example');
    for (let run = -1; run < runs; run += 1) {
      await trafficOf(visitor, () => visitor.goto(url));
      const landing = await visitor.evaluate<number>(pressAndWait('#open', 'LANDING'));
      await trafficOf(owner, async () => {
        await owner.goto(url);
        await owner.locator('html[data-wallet]').waitFor();
      });
      const selection = await owner.evaluate<number>(pressAndWait('#fund', 'FUNDING_METHOD_SELECTION'));
      if (run < 0) continue; // the first warms the browsers up
      times.landing.push(landing);
      times.selection.push(selection);
    }
  } finally {
    await Promise.all([owners.close(), visitors.close()]);
  }
  return { landing: median(times.landing), selection: median(times.selection) };
}

const isFunding = ({ url }: Traffic['visits'][number]) =>
  /\/funding(?:-wallet)?(?:-screens)?-[\w-]+\.js$/.test(url);

/** What the ways to fund a wallet cost a person whose payment waits for them, and what they cost everyone else. */
export async function fundingBench(): Promise<BenchResult> {
  const fixture = await startPageFixture({ funding: './hosts/funding.tsx' }, { app: everyWay });
  const { harness } = fixture;
  const url = `${fixture.origin}/funding.html?node=${encodeURIComponent(harness.chainUrl)}`;
  const browser = await launchBrowser(withMotion);
  let review: Review;
  let opening: Awaited<ReturnType<typeof openingsOf>>;
  try {
    review = await reviewOf(await browser.newPage(), harness, url);
    opening = await openingsOf(harness, url);
  } finally {
    await browser.close();
    await fixture.close();
  }
  const { afterwards, before, selection } = review;
  const countOf = (start: string) =>
    selection.visits.filter((visit) => visit.method !== 'OPTIONS' && visit.url.startsWith(start)).length;
  const parts = selection.visits.filter(isFunding);
  return {
    bench: 'funding',
    figures: [
      {
        name: 'the choice of a way, from the press to its screen, as a part of the same of the landing',
        value: opening.selection / opening.landing,
        unit: '',
        atMost: 2,
      },
      {
        name: 'the ways to fund, from an open review to a quiet page: every request of it, gzip',
        value: selection.kb,
        unit: 'kB',
        atMost: 30,
      },
      {
        name: 'of it, the parts that only funding has',
        value: parts.reduce((sum, { bytes }) => sum + bytes, 0) / 1000,
        unit: 'kB',
        atMost: 26,
      },
      {
        name: 'of these, loaded by the page, a login or a review',
        value: before.flatMap(({ visits }) => visits).filter(isFunding).length,
        unit: '',
        atMost: 0,
      },
      { name: 'scripts of it that wait for one another', value: selection.levels, unit: '', atMost: 2 },
      { name: 'requests of it, preflights included', value: selection.visits.length, unit: '' },
      { name: 'of these, to the node', value: countOf(harness.chainUrl), unit: '', atMost: 2 },
      {
        name: 'of these, for a price',
        value: countOf(`${harness.url}/api/v1/token_price`),
        unit: '',
        atMost: 1,
      },
      {
        name: `requests in ${afterwardsMs / 1000} s after the modal has closed`,
        value: afterwards,
        unit: '',
        atMost: 0,
      },
    ],
  };
}
