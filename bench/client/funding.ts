import type { AppInput } from '@latchkey/wire';
import type { Page } from 'playwright-core';
import { launchBrowser, type Rig, withMotion } from '../../e2e/rig/index.ts';
import type { BenchResult } from '../result.ts';
import { startStage } from './stage.ts';
import { type Traffic, trafficOf } from './traffic.ts';

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
async function logIn({ inbox }: Rig, page: Page): Promise<void> {
  const email = 'fund@latchkey.example';
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
    await page.clock.runFor(500);
  }
  await modal.waitFor({ state: 'detached' });
}

const screen = (page: Page, name: string) => page.locator(`.shell[data-screen=${name}]`);

/** What the ways to fund a wallet cost a person whose payment waits for them, and what they cost once they are closed. */
export async function fundingBench(): Promise<BenchResult> {
  const stage = await startStage({ funding: './hosts/funding.tsx' }, { app: everyWay });
  const { rig } = stage;
  const browser = await launchBrowser(withMotion);
  let selection: Traffic;
  let afterwards = 0;
  try {
    const page = await browser.newPage();
    await page.clock.install();
    await page.goto(`${stage.origin}/funding.html?node=${encodeURIComponent(rig.chainUrl)}`);
    await logIn(rig, page);
    await page.locator('#pay').click();
    await screen(page, 'EMBEDDED_WALLET_SEND_TRANSACTION_SCREEN').waitFor();
    const addFunds = page.getByRole('button', { name: 'Add funds', exact: true });
    // The review's own requests are not the selection's.
    await trafficOf(page, () => addFunds.waitFor());
    selection = await trafficOf(page, async () => {
      await addFunds.click();
      await screen(page, 'FUNDING_METHOD_SELECTION').waitFor();
      await page.getByRole('button', { name: 'Receive funds' }).waitFor();
    });
    await close(page);
    await trafficOf(page, async () => {});
    page.on('request', () => {
      afterwards += 1;
    });
    await page.clock.runFor(afterwardsMs);
    await trafficOf(page, async () => {});
  } finally {
    await browser.close();
    await stage.close();
  }
  const countOf = (start: string) =>
    selection.visits.filter(({ method, url }) => method !== 'OPTIONS' && url.startsWith(start)).length;
  return {
    bench: 'funding',
    figures: [
      {
        name: 'the ways to fund, from an open review to a quiet page: every request of it, gzip',
        value: selection.kb,
        unit: 'kB',
        atMost: 30,
      },
      { name: 'scripts of it that wait for one another', value: selection.levels, unit: '', atMost: 2 },
      { name: 'requests of it, preflights included', value: selection.visits.length, unit: '' },
      { name: 'of these, to the node', value: countOf(rig.chainUrl), unit: '', atMost: 2 },
      { name: 'of these, for a price', value: countOf(`${rig.url}/api/v1/token_price`), unit: '', atMost: 1 },
      {
        name: `requests in ${afterwardsMs / 1000} s after the modal has closed`,
        value: afterwards,
        unit: '',
        atMost: 0,
      },
    ],
  };
}
