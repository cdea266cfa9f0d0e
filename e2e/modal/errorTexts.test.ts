import { telegramBot } from '@latchkey/sandbox';
import { smsRoutes } from '@latchkey/wire';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { callAsHost } from '../harness/signIn.ts';
import { hang, newKey, type PageWallet, putWallets, reject, WalletRefusal } from '../wallets/pageWallets.ts';
import { type FixtureOptions, newEmail, newNumber, shareFixture } from './fixture.ts';

// Error texts of failed wallet connections, logins and links.

const { fixture, act, open } = shareFixture({
  app: {
    google_oauth: true,
    sms_auth: true,
    wallet_auth: true,
    farcaster_auth: true,
    telegram_auth: true,
    telegram_auth_config: {
      bot_id: telegramBot.id,
      bot_name: telegramBot.name,
      link_enabled: true,
      seamless_auth_enabled: false,
    },
  },
});

let wallet: PageWallet;
async function openPage(options: FixtureOptions = {}): Promise<void> {
  await open({
    ...options,
    async prepare(page: Page) {
      const look = { rdns: 'example.driftwood', name: 'Driftwood', chainId: 1, privateKey: newKey() };
      [wallet = expect.unreachable()] = await putWallets(page, [look]);
    },
  });
}
const row = (name: string) => act.dialog.getByRole('button', { name: new RegExp(`^${name}`) });
const reads = (title: string, detail: string) =>
  expect
    .poll(async () => [
      await act.dialog.getByRole('heading', { level: 2 }).textContent(),
      await act.dialog.getByText(detail, { exact: true }).count(),
    ])
    .toEqual([title, 1]);
const back = () => act.page.getByRole('button', { name: 'Back', exact: true }).click();
async function beginWith(...rows: readonly string[]): Promise<void> {
  for (const name of rows) await row(name).click();
}

it("[ERR-21] the modal says 'Request rejected' if the user rejects the connection in the wallet, and 'Connect failed' if the wallet fails or does not answer", async () => {
  await openPage({ clock: true, config: { loginMethodsAndOrder: { primary: ['wallet', 'email'] } } });
  await act.openLanding();
  await beginWith('Continue with a wallet');
  wallet.answer('eth_requestAccounts', reject);
  await beginWith('Driftwood');
  await reads('Request rejected', 'Unable to connect to wallet.');
  await back();
  wallet.answer('eth_requestAccounts', () => Promise.reject(new WalletRefusal(-32603, 'Internal error')));
  await beginWith('Driftwood');
  await reads('Connect failed', 'Unable to connect to wallet.');
  await back();
  wallet.answer('eth_requestAccounts', hang);
  await beginWith('Driftwood');
  await act.dialog.getByText('Waiting for Driftwood', { exact: true }).waitFor();
  await act.page.clock.runFor(121_000);
  await reads('Connect failed', 'The request timed out. Try again.');
});

it("[ERR-21] the modal says 'Authentication failed', with a reason, after a failed login with Google, Telegram or Farcaster and after a failed link", async () => {
  const primary = ['google', 'telegram', 'farcaster', 'email'] as const;
  await openPage({ clock: true, config: { loginMethodsAndOrder: { primary: [...primary] } } });
  const { page } = act;
  await act.openLanding();
  await beginWith('Google');
  await page.waitForURL(`${fixture.harness.sandboxUrl}/oauth/accounts.google.com/**`);
  await page.getByRole('button', { name: 'Deny', exact: true }).click();
  await page.waitForURL(`${fixture.harness.host.origin}/**`);
  await reads('Authentication failed', 'Please try again and check Google to confirm.');
  await page.getByRole('button', { name: 'Try another method' }).click();

  const [popup] = await Promise.all([page.waitForEvent('popup'), beginWith('Telegram')]);
  await Promise.all([
    popup.waitForEvent('close'),
    popup
      .getByRole('button', { name: 'Wrong signature', exact: true })
      .click()
      .catch(() => undefined),
  ]);
  await reads('Authentication failed', 'This Telegram login has expired or was already used.');
  await back();

  await beginWith('Farcaster');
  await page.getByText('Waiting for your approval').waitFor();
  await page.clock.fastForward(121_000);
  await reads('Authentication failed', 'The request timed out. Try again.');
  await page.keyboard.press('Escape');
  await page.locator('latchkey-modal').waitFor({ state: 'detached' });

  // Creates another user, who has this phone number.
  const number = newNumber();
  await callAsHost(fixture.harness, smsRoutes.sendCode.path, { phoneNumber: number });
  const code = await fixture.harness.inbox.nextCode(number);
  await callAsHost(fixture.harness, smsRoutes.authenticate.path, { phoneNumber: number, code });
  await fixture.harness.service.advance(30_000);
  await act.logIn(newEmail());
  await page.locator('latchkey-modal').waitFor({ state: 'detached' });
  await page.evaluate(() => window.host.accounts.linkPhone());
  await page.locator('select[aria-label=Country]:enabled').waitFor();
  await page.locator('input[type=tel]').fill(number);
  await page.locator('.field-submit:enabled').click();
  await act.screen('AWAITING_ACCOUNT_CODE').waitFor();
  await page.locator('input[name=code]').fill(await fixture.harness.inbox.nextCode(number));
  await reads('Authentication failed', 'This account has already been linked to another user.');
});
