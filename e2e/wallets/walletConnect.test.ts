import { createPhone, type Phone } from '@latchkey/testkit';
import { afterEach, expect, test } from 'vitest';
import { findBarriers, readQrCode, stopClock } from '../harness/index.ts';
import { onPhone, shareWalletFixture, type WalletVisit } from './fixture.ts';

// A wallet on a phone, built from third-party code, uses a relay that speaks the published protocol.

const { open, harness } = shareWalletFixture();
const config = { appearance: { walletList: ['wallet_connect', 'safe'] as const } };

let phone: Phone | undefined;
afterEach(async () => {
  harness.walletConnect.faults.setDown(false);
  await phone?.close();
  phone = undefined;
});

const openPhone = async (name?: string) => {
  phone = await createPhone({ relayUrl: harness.relayUrl, ...(name ? { name } : {}) });
  return phone;
};

/** Goes from the host's button to the QR code, which the phone scans. */
async function scan({ press, choose, modal }: WalletVisit, with_: Phone) {
  await press('Log in');
  await choose('Continue with a wallet', 'WalletConnect');
  const code = modal.locator('.wallet-qr');
  await code.locator('svg').waitFor();
  return with_.scan(await readQrCode(code));
}

test('[EXTW-01] [EXTW-05] a phone’s wallet logs in with a QR code, signs for a dapp, and is connected after a reload without being contacted', async () => {
  const visit = await open({ config });
  const { page, connected, reload, told } = visit;
  const on = await openPhone();
  const proposal = await scan(visit, on);
  expect(new URL(proposal.url).origin).toBe(harness.host.origin);
  await proposal.approve();
  await page.locator('output', { hasText: 'did:privy:' }).waitFor();
  expect(on.requests.map(({ method }) => method)).toEqual(['personal_sign']);
  await expect.poll(told).toContain('complete wallet new');
  expect(await page.evaluate(() => window.walletApp.ways())).toEqual([
    expect.stringMatching(/^ethereum wallet_connect_v2 /),
  ]);
  await reload();
  await expect.poll(connected).toEqual([expect.stringContaining(on.address)]);
  expect(on.requests).toHaveLength(1);
  const signature = await page.evaluate(
    (address) => window.walletApp.request('personal_sign', ['0x4869', address]),
    on.address,
  );
  expect(signature).toMatch(/^0x[0-9a-f]{130}$/);

  // The user ends the session on the phone.
  await on.endSessions();
  await expect.poll(connected).toEqual([]);
});

test('[EXTW-15] the modal says that the relay is down or that the user refused in Safe, and shows a new QR code each time', async () => {
  harness.walletConnect.faults.setDown(true);
  const visit = await open({ config });
  const { modal, press, choose, page } = visit;
  const code = modal.locator('.wallet-qr');
  await press('Log in');
  await choose('Continue with a wallet', 'Safe');
  await modal.getByText('Connect failed').waitFor();
  harness.walletConnect.faults.setDown(false);
  await choose('Retry');
  await code.locator('svg').waitFor();
  const on = await openPhone('Safe');
  const proposal = await on.scan(await readQrCode(code));
  // The screen is announced to screen readers. Keyboard users can copy a link instead of scanning the QR code.
  await modal.getByRole('status').filter({ hasText: 'Scan with Safe' }).waitFor();
  expect(await findBarriers(page, 'latchkey-modal')).toEqual([]);
  const focus: (string | null | undefined)[] = [];
  for (let steps = 0; steps < 3; steps += 1) {
    await page.keyboard.press('Tab');
    focus.push(
      await page.evaluate(() => {
        const element = document.querySelector('latchkey-modal')?.shadowRoot?.activeElement;
        return element?.getAttribute('aria-label') ?? element?.textContent;
      }),
    );
  }
  expect(focus).toEqual(['Back', 'Close', 'Copy link']);
  await proposal.reject();
  await modal.getByText('Request rejected').waitFor();
  await choose('Retry');
  const again = await on.scan(await readQrCode(code));
  await again.approve();
  await page.locator('output', { hasText: 'did:privy:' }).waitFor();
});

test('[EXTW-05] [EXTW-15] on a phone, the modal leads to the wallet with a link, and requests the signature when the user presses', async () => {
  const visit = await open({
    config,
    screen: 'phone',
    userAgent: onPhone,
  });
  const { press, choose, modal, page } = visit;
  const on = await openPhone('Safe');
  await press('Log in');
  await choose('Continue with a wallet', 'Safe');
  const link = modal.getByRole('link', { name: 'Open Safe' });
  const href = (await link.getAttribute('href')) ?? '';
  const uri = href.startsWith('wc:') ? href : (new URL(href).searchParams.get('uri') ?? '');
  await (await on.scan(uri)).approve();
  await modal.getByRole('button', { name: 'Sign', exact: true }).waitFor();
  expect(on.requests).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await choose('Sign');
  await page.locator('output', { hasText: 'did:privy:' }).waitFor();
});

test('[EXTW-07] the page asks MetaMask on a phone for the signature 2.5 s after the connection, and other wallets at once', async () => {
  /**
   * Approves on a phone while the page's time advances only in small steps, and returns the phone once the page is
   * connected to it. WalletConnect's library may wait for a timer before that.
   */
  async function connect(visit: WalletVisit, name: string) {
    const on = await openPhone(name);
    const proposal = await scan(visit, on);
    await stopClock(visit.page);
    await proposal.approve();
    const connected = visit.modal.getByText('Sign a message to show that this wallet is yours.');
    while (!(await connected.isVisible())) await visit.page.clock.runFor(1);
    return on;
  }
  const asked = (on: Phone) =>
    expect.poll(() => on.requests.map(({ method }) => method)).toEqual(['personal_sign']);
  const first = await open({ config, clock: true });
  const metamask = await connect(first, 'MetaMask Wallet');
  // Another wallet completes its login meanwhile, so a request to this one would have arrived by now.
  const rainbow = await connect(await open({ config, clock: true }), 'Rainbow');
  await asked(rainbow);
  expect(metamask.requests).toEqual([]);
  await first.page.clock.runFor(2_400);
  expect(metamask.requests).toEqual([]);
  // Reaching the phone takes real time, in which the page's time advances in small steps: too small for a second
  // wait.
  for (let waited = 2_400; metamask.requests.length === 0; waited += 1) {
    expect(waited).toBeLessThan(4_900);
    await first.page.clock.runFor(1);
  }
  await asked(metamask);
  await metamask.close();
  await first.close();
});
