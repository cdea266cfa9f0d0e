import type { AppInput } from '@latchkey/wire';
import type { Page } from 'playwright-core';
import type { Harness } from '../../e2e/harness/index.ts';
import type { BenchResult } from '../result.ts';
import { inAllRounds, inRounds, overRounds } from '../rounds.ts';
import { onFirstVisit, startPageFixture } from './fixture.ts';
import { kbOf, type Traffic, trafficOf } from './traffic.ts';

const rounds = 5;

/** Time for which the page is observed after the funding screens have closed, by its own clock. */
const afterwardsMs = 10_000;

/** An app with every method to fund a wallet. */
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

/** Logs in a user whose new wallet is empty, and closes the modal. */
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
  // A screen that creates something cannot be closed before it has finished.
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

/** Traffic of a funding, by step. */
interface Review {
  /** Steps from the page to the review of a transaction that the wallet cannot pay, in the order of a user's journey. */
  readonly before: readonly Traffic[];
  readonly selection: Traffic;
  /** Number of requests after the modal has closed. */
  readonly afterwards: number;
}

async function reviewOf(
  page: Page,
  harness: Harness,
  { url, email }: { url: string; email: string },
): Promise<Review> {
  await page.clock.install();
  const start = await trafficOf(page, () => page.goto(url));
  const login = await trafficOf(page, () => logIn(harness, page, email));
  const addFunds = page.getByRole('button', { name: 'Add funds', exact: true }).last();
  // Separate, because the review's own requests are not the selection's.
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

/**
 * Measures the time from the press to each first screen, in ms by the page's own clock, on pages that have not opened
 * a modal yet.
 */
async function openingsOf(
  visitor: Page,
  owner: Page,
  url: string,
): Promise<{ landing: number; selection: number }> {
  await trafficOf(visitor, () => visitor.goto(url));
  const landing = await visitor.evaluate<number>(pressAndWait('#open', 'LANDING'));
  await trafficOf(owner, async () => {
    await owner.goto(url);
    await owner.locator('html[data-wallet]').waitFor();
  });
  const selection = await owner.evaluate<number>(pressAndWait('#fund', 'FUNDING_METHOD_SELECTION'));
  return { landing, selection };
}

const fundingScript = /\/funding(?:-wallet)?(?:-screens)?-[\w-]+\.js$/;

/** Measures the cost of the funding methods for a user whose payment waits for them, and for everybody else. */
export async function fundingBench(): Promise<BenchResult> {
  const fixture = await startPageFixture({ funding: './hosts/funding.tsx' }, { app: everyWay });
  const { harness } = fixture;
  const url = `${fixture.origin}/funding.html?node=${encodeURIComponent(harness.chainUrl)}`;
  const measured = await onFirstVisit((visitor) =>
    onFirstVisit(async (owner) => {
      await owner.goto(url);
      await logIn(harness, owner, 'owner@latchkey.example');
      return inRounds({ rounds, warmUp: 1 }, async (round) => {
        const email = `short-${round + 1}@latchkey.example`;
        const review = await onFirstVisit((page) => reviewOf(page, harness, { url, email }));
        return { ...review, opening: await openingsOf(visitor, owner, url) };
      });
    }),
  ).finally(fixture.close);
  const requestsTo = (start: string) =>
    overRounds(
      measured,
      ({ selection }) =>
        selection.visits.filter((visit) => visit.method !== 'OPTIONS' && visit.url.startsWith(start)).length,
    );
  return {
    bench: 'funding',
    figures: [
      {
        name: 'the choice of a way, from the press to its screen, as a part of the same of the landing',
        unit: '',
        atMost: 1.7,
        ...overRounds(measured, ({ opening }) => opening.selection / opening.landing),
      },
      {
        name: 'the ways to fund, from an open review to a quiet page: every request of it, gzip',
        unit: 'kB',
        atMost: 30,
        ...overRounds(measured, ({ selection }) => selection.kb),
      },
      {
        name: 'of it, the parts that only funding has',
        unit: 'kB',
        atMost: 25.7,
        ...overRounds(measured, ({ selection }) => kbOf(selection, fundingScript)),
      },
      {
        name: 'of these, loaded by the page, a login or a review',
        value: inAllRounds(
          measured,
          ({ before }) =>
            before.flatMap(({ visits }) => visits).filter((visit) => fundingScript.test(visit.url)).length,
        ),
        unit: '',
        atMost: 0,
      },
      {
        name: 'scripts of it that wait for one another',
        unit: '',
        atMost: 2,
        ...overRounds(measured, ({ selection }) => selection.levels),
      },
      {
        name: 'requests of it, preflights included',
        unit: '',
        ...overRounds(measured, ({ selection }) => selection.visits.length),
      },
      { name: 'of these, to the node', unit: '', atMost: 2, ...requestsTo(harness.chainUrl) },
      {
        name: 'of these, for a price',
        unit: '',
        atMost: 1,
        ...requestsTo(`${harness.url}/api/v1/token_price`),
      },
      {
        name: `requests in ${afterwardsMs / 1000} s after the modal has closed`,
        value: inAllRounds(measured, ({ afterwards }) => afterwards),
        unit: '',
        atMost: 0,
      },
    ],
  };
}
