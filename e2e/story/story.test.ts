import { playToken } from '@latchkey/sandbox';
import { contractAt } from '@latchkey/testkit';
import { docsUrl } from '@latchkey/wire';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  findBarriers,
  type Harness,
  launchBrowser,
  lookInBothSchemes,
  openProfile,
  type Profile,
  probeStorage,
  screenshot,
  startHarness,
  withMotion,
} from '../harness/index.ts';
import { signerOfMessage } from '../harness/signer.ts';
import { type Demo, demoIn, publishDemo } from './demo.ts';

// The demo as a newcomer uses it, from the first click to the log-out.

let harness: Harness;

beforeAll(async () => {
  harness = await startHarness({
    app: {
      embedded_wallet_config: {
        create_on_login: 'users-without-wallets',
        user_owned_recovery_options: [],
        require_user_owned_recovery_on_create: false,
        require_user_password_on_create: false,
      },
    },
  });
  await publishDemo(harness);
});
afterAll(() => harness?.close());

/** The phone is only in the wide run. */
const screens = process.env.LATCHKEY_WIDE === '1' ? (['desktop', 'phone'] as const) : (['desktop'] as const);

describe.each(screens)('the demo, %s', (screen) => {
  const email = `story-${screen}@example.com`;
  let profile: Profile;
  let page: Page;
  let demo: Demo;
  let address: string;
  const look = (name: string) =>
    lookInBothSchemes(page, async (colorScheme) => {
      await screenshot(page, `story-${screen}-${colorScheme}-${name}`);
      expect(await findBarriers(page), colorScheme).toEqual([]);
    });

  beforeAll(async () => {
    profile = await launchBrowser({ ...withMotion, screen });
    page = await profile.newPage();
    demo = demoIn(page, harness, harness.host.origin);
  });
  afterAll(() => profile?.close());

  test('the demo opens, links to the documentation and offers a login', async () => {
    await demo.open();
    const documentation = page.getByRole('link', { name: 'Documentation' });
    expect(await documentation.getAttribute('href')).toBe(docsUrl);
    await look('1-open');
    await demo.openLanding();
    await look('2-landing');
  });

  test('the demo accepts the email address and the code from the inbox, and creates a wallet', async () => {
    await demo.sendCode(email);
    await look('3-code');
    await demo.enterCode(email);
    // This screen closes by itself, perhaps while axe checks it. The gallery's tests cover it.
    await screenshot(page, `story-${screen}-4-wallet-created`);
    address = await demo.seeWallet();
    expect(address).toMatch(/^0x[0-9a-fA-F]{40}$/);
    await look('5-logged-in');
  });

  test('the demo signs a message and typed data', async () => {
    await demo.openSignRequest('Sign a message');
    await look('6-sign-message');
    const message = await demo.confirm();
    expect(message.verdict).toBe('✓ Signed by this wallet');
    expect(signerOfMessage('Hello from the Latchkey demo', message.signature)).toBe(address);
    await look('7-signed');
    await demo.openSignRequest('Sign typed data');
    await look('8-sign-typed-data');
    expect((await demo.confirm()).verdict).toBe('✓ Signed by this wallet');
  });

  test('the demo creates a Solana wallet too, which signs', async () => {
    await page.getByRole('button', { name: 'Create a Solana wallet' }).click();
    await demo.openSignRequest('Sign a message on Solana');
    await page.locator('latchkey-modal').getByRole('button', { name: 'Sign', exact: true }).click();
    await page.getByRole('region', { name: 'Solana' }).getByText('✓ Signed by this wallet').waitFor();
    await page.locator('latchkey-modal').waitFor({ state: 'detached' });
    await look('9-solana');
  });

  test('the demo sends SOL from the faucet after a simulation of the changes', async () => {
    const card = page.getByRole('region', { name: 'Solana' });
    await card.getByRole('button', { name: 'Get 10 test SOL' }).click();
    await card.getByText('✓ 10 SOL arrived').waitFor();
    await card.getByText('10 SOL', { exact: true }).waitFor();
    await demo.openSignRequest('Send 0.1 SOL');
    const modal = page.locator('latchkey-modal');
    await modal.getByText('−0.1 SOL', { exact: true }).waitFor();
    await look('10-send-solana');
    await modal.getByRole('button', { name: 'Sign and send' }).click();
    await card.getByText('✓ Sent 0.1 SOL, and confirmed').waitFor();
    await modal.waitFor({ state: 'detached' });
  });

  test('the demo is still logged in after a reload, with the balance from the chain, and can then change its theme', async () => {
    const wallet = page.getByRole('region', { name: 'Wallet', exact: true });
    await wallet.getByText('0 ETH', { exact: true }).waitFor();
    await wallet.getByRole('button', { name: 'Get test coins' }).click();
    await wallet.getByText('10 ETH', { exact: true }).waitFor();
    await wallet.getByText('100 PLAY', { exact: true }).waitFor();
    await harness.chain.fund(address, 15n * 10n ** 17n);
    await demo.open();
    expect(await demo.seeWallet()).toBe(address);
    await wallet.getByText('11.5 ETH', { exact: true }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => page.getByLabel('dark').isChecked()).toBe(true);
    await page.getByRole('button', { name: 'Manage: Sessions' }).click();
    const shell = page.locator('latchkey-modal .shell[data-screen=SESSIONS_SCREEN]');
    await shell.waitFor();
    expect(await shell.evaluate((element) => getComputedStyle(element).colorScheme)).toBe('dark');
    await screenshot(page, `story-${screen}-theme`);
    await page.keyboard.press('Escape');
    await page.locator('latchkey-modal').waitFor({ state: 'detached' });
  });

  describe('a payment in the demo', () => {
    const friend = '0x52908400098527886E0F7030069857D2E4169EE7';
    const has = async () => ({
      ETH: BigInt((await harness.chain.request('eth_getBalance', [friend, 'latest'])) as string),
      PLAY: (await contractAt(harness.chain, 'TestToken', playToken.address).read('balanceOf', [
        friend,
      ])) as bigint,
    });
    const modal = () => page.locator('latchkey-modal');
    const card = () => page.getByRole('region', { name: 'Send' });
    const review = async (title: string) => {
      await modal().getByRole('heading', { name: title }).waitFor();
      return modal().getByRole('button', { name: 'Approve' });
    };
    const leave = async () => {
      await page.keyboard.press('Escape');
      await modal().waitFor({ state: 'detached' });
    };

    test('the demo sends the chain’s coin to another address', async () => {
      const before = await has();
      await card().getByRole('textbox', { name: 'To' }).fill(friend);
      await card().getByRole('button', { name: 'Send 0.1 ETH' }).click();
      const approve = await review('Send 0.1 ETH');
      await look('10-review');
      await approve.click();
      await modal().getByRole('heading', { name: 'All Done' }).waitFor();
      await look('11-receipt');
      await card().getByText('✓ Sent 0.1 ETH').waitFor();
      expect((await has()).ETH - before.ETH).toBe(10n ** 17n);
      await leave();
    });

    test('the demo sends a token from the faucet, after a refusal, which the page reports', async () => {
      const before = await has();
      await card().getByLabel('PLAY').check();
      await card().getByRole('textbox', { name: 'Amount' }).fill('7.5');
      const send = card().getByRole('button', { name: 'Send 7.5 PLAY' });
      await send.click();
      await review('Send 7.5 PLAY');
      await modal().getByRole('button', { name: 'Reject' }).click();
      await card().getByText('You declined it.').waitFor();
      await modal().waitFor({ state: 'detached' });
      await send.click();
      await (await review('Send 7.5 PLAY')).click();
      await card().getByText('✓ Sent 7.5 PLAY').waitFor();
      expect((await has()).PLAY - before.PLAY).toBe(7_500_000n);
      await page.getByText('92.5 PLAY', { exact: true }).waitFor();
      await leave();
    });

    test('the demo sends a coin and a token in a batch, and shows its status', async () => {
      const before = await has();
      await card().getByLabel('Both').check();
      await card().getByRole('button', { name: 'Send both' }).click();
      await (await review('Send 0.05 ETH')).click();
      const second = await review('Send 2 PLAY');
      await card().getByText('Sending: 1 of 2 confirmed').waitFor();
      await second.click();
      await card().getByText('✓ 2 of 2 confirmed').waitFor();
      const now = await has();
      expect(now.ETH - before.ETH).toEqual(5n * 10n ** 16n);
      expect(now.PLAY - before.PLAY).toBe(2_000_000n);
      await leave();
      await look('12-batch');
    });
  });

  test('the demo logs out, and stays logged out after a reload', async () => {
    await demo.logOut();
    await demo.open();
    await page.getByRole('button', { name: 'Log in' }).waitFor();
  });
});

/**
 * Logs in with a new browser and signs, and signs again after a reload. Returns the address that signed.
 *
 * After the reload a browser that stores nothing needs a confirmation of the login, because the login is bound to the
 * earlier key of the frame.
 */
async function signElsewhere(email: string, origin: string, storage: 'open' | 'refused'): Promise<string> {
  const profile = await openProfile({ isWhole: true });
  try {
    const page = await profile.newPage();
    const demo = demoIn(page, harness, origin);
    await demo.open();
    await demo.openLanding();
    await demo.sendCode(email);
    await demo.enterCode(email);
    const address = await demo.seeWallet();
    expect(await probeStorage(page)).toBe(storage);
    await demo.openSignRequest('Sign a message');
    const { signature } = await demo.confirm();
    expect(signerOfMessage('Hello from the Latchkey demo', signature)).toBe(address);
    await demo.open();
    expect(await demo.seeWallet()).toBe(address);
    await demo.openSignRequest('Sign a message');
    const again = await (storage === 'refused' ? demo.confirmWithCode(email) : demo.confirm());
    expect(again.verdict).toBe('✓ Signed by this wallet');
    return address;
  } finally {
    await profile.close();
  }
}

test('a new browser profile recovers the same wallet', async () => {
  const email = 'profiles@example.com';
  const first = await signElsewhere(email, harness.host.origin, 'open');
  await harness.service.advance(31_000);
  expect(await signElsewhere(email, harness.host.origin, 'open')).toBe(first);
});

test('a browser that blocks third-party storage creates a wallet, which signs after a reload and is the same in another browser', async () => {
  const email = 'blocked@example.com';
  const first = await signElsewhere(email, harness.host.crossSiteOrigin, 'refused');
  await harness.service.advance(31_000);
  expect(await signElsewhere(email, harness.host.crossSiteOrigin, 'refused')).toBe(first);
});
