import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { emptyConfig, toConfigScript } from '../../packages/sandbox/src/demo/demoConfig.ts';
import { root } from '../../scripts/build/contentHash.ts';
import { buildAll } from '../../scripts/build.ts';
import { type Harness, screenOf, strictPolicy } from '../harness/index.ts';

/** Serves the built demo on the harness's host, under a strict policy. */
export async function publishDemo(harness: Harness): Promise<void> {
  await buildAll({ only: ['demo'] });
  const config = toConfigScript({
    apiUrl: harness.url,
    appId: harness.appId,
    chainUrl: harness.chainUrl,
    secondChainUrl: harness.secondChainUrl,
    solanaUrl: harness.solanaUrl,
  });
  const folder = join(root, 'apps/demo/dist');
  await harness.host.setFolder(
    folder,
    { [emptyConfig]: config },
    strictPolicy(`${harness.url} ${harness.sandboxUrl}`),
  );
}

/** The demo as a user uses it. Each step waits for what the user would see next. */
export interface Demo {
  open(): Promise<void>;
  openLanding(): Promise<void>;
  sendCode(email: string): Promise<void>;
  enterCode(email: string): Promise<void>;
  /** Waits until the modal is gone and the wallet is shown; returns its address. */
  seeWallet(): Promise<string>;
  openSignRequest(button: string): Promise<void>;
  /** Confirms a request. Returns the demo's verdict and the signature. */
  confirm(): Promise<{ verdict: string; signature: string }>;
  /** Confirms a request once, and on the way confirms the login with a code. */
  confirmWithCode(email: string): Promise<{ verdict: string; signature: string }>;
  logOut(): Promise<void>;
}

export function demoIn(page: Page, harness: Harness, origin: string): Demo {
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const screen = (name: string) => screenOf(page, name);
  const modal = page.locator('latchkey-modal');
  const pressSign = () => modal.getByRole('button', { name: 'Sign', exact: true }).click();
  async function readSignature() {
    const output = page.getByRole('region', { name: 'Sign', exact: true }).locator('output');
    await output.locator('strong').waitFor();
    await modal.waitFor({ state: 'detached' });
    return {
      verdict: (await output.locator('strong').textContent()) ?? '',
      signature: (await output.locator('code').textContent()) ?? '',
    };
  }
  return {
    async open() {
      await page.goto(`${origin}/`);
      await page.getByRole('heading', { level: 1 }).waitFor();
    },
    async openLanding() {
      await button('Log in').click();
      await screen('LANDING').waitFor();
    },
    async sendCode(email) {
      await page.locator('input[type=email]').fill(email);
      await page.keyboard.press('Enter');
      await screen('AWAITING_PASSWORDLESS_CODE').waitFor();
    },
    async enterCode(email) {
      await page.keyboard.type(await harness.inbox.nextCode(email));
      await page.getByRole('region', { name: 'Wallet', exact: true }).waitFor();
    },
    async seeWallet() {
      await modal.waitFor({ state: 'detached' });
      return (
        (await page
          .getByRole('region', { name: 'Wallet', exact: true })
          .locator('code')
          .first()
          .textContent()) ?? ''
      );
    },
    async openSignRequest(name) {
      await button(name).click();
      await screen('EMBEDDED_WALLET_SIGN_REQUEST_SCREEN').waitFor();
    },
    async confirm() {
      await pressSign();
      return readSignature();
    },
    async confirmWithCode(email) {
      await pressSign();
      await screen('CONFIRM_LOGIN_SCREEN').waitFor();
      await harness.service.advance(31_000);
      await page.getByRole('button', { name: email }).click();
      await screen('AWAITING_ACCOUNT_CODE').waitFor();
      await page.locator('input[name=code]').fill(await harness.inbox.nextCode(email));
      // The request continues by itself, because 'Sign' was already pressed on it.
      return readSignature();
    },
    async logOut() {
      await button('Log out').click();
      await button('Log in').waitFor();
    },
  };
}
