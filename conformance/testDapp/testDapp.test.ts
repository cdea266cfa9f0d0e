import { contractAt } from '@latchkey/testkit';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser, type Profile, type Rig, screenshot, startRig } from '../../e2e/rig/index.ts';
import { signerOfMessage } from '../../e2e/rig/signer.ts';
import { publishTestDapp } from './publishTestDapp.ts';

// MetaMask's own test dapp, unmodified, with our wallet in place of MetaMask. A person answers in our modal.

describe('MetaMask test-dapp 9.9.0', () => {
  let rig: Rig;
  let profile: Profile;
  let page: Page;
  let address: string;
  let modal: Locator;
  const at = (id: string) => page.locator(`#${id}`);
  const press = (id: string) => at(id).click();
  /** What the dapp shows, once it shows something. */
  const read = async (id: string) => {
    const shown = at(id).filter({ hasText: /\S/ });
    await shown.waitFor();
    return (await shown.textContent()) ?? '';
  };
  const status = (id: string, text: string) => at(id).filter({ hasText: text }).waitFor();
  const countSent = async () => Number(await rig.chain.ask('eth_getTransactionCount', [address, 'latest']));
  /** Approves in our modal, with a second press where it warns, and leaves when it is on its way. */
  const approve = async (warned = false) => {
    await answer('Approve');
    if (warned) await answer('Yes, approve');
    await modal.getByText('All Done', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await modal.waitFor({ state: 'detached' });
  };
  /** Chooses the wallet among those that the dapp found, by the app's name. */
  const useWallet = () => page.getByRole('button', { name: 'Use Dapp', exact: true }).click();
  const answer = (name: string) => modal.getByRole('button', { name, exact: true }).click();

  beforeAll(async () => {
    const embedded_wallet_config = { ethereum: { create_on_login: 'users-without-wallets' as const } };
    rig = await startRig({ app: { name: 'Dapp', embedded_wallet_config } });
    profile = await launchBrowser();
    page = await profile.newPage();
    modal = page.locator('latchkey-modal');
    await page.goto(await publishTestDapp(rig));
  });
  afterAll(async () => {
    await profile?.close();
    await rig?.close();
  });

  test('finds the wallet by EIP-6963, and reads its chain before anyone is logged in', async () => {
    expect(await read('providers')).toContain('"rdns": "io.github.latchkey"');
    await useWallet();
    expect([await read('chainId'), await read('network')]).toEqual(['0x7a69', '31337']);
    expect(await read('connectButton')).toBe('Connect');
  });

  test('connects: our login opens, makes a wallet, and the dapp has its address', async () => {
    const email = 'dapp@example.com';
    await press('connectButton');
    await modal.locator('input[type=email]').fill(email);
    await page.keyboard.press('Enter');
    await modal.locator('.shell[data-screen=AWAITING_PASSWORDLESS_CODE]').waitFor();
    await page.keyboard.type(await rig.inbox.nextCode(email));
    address = await read('accounts');
    expect(address).toMatch(/^0x[0-9a-fA-F]{40}$/);
    await at('connectButton').filter({ hasText: 'Connected' }).waitFor();
    await modal.waitFor({ state: 'detached' });
    await press('getAccounts');
    expect(await read('getAccountsResult')).toBe(address);
    await screenshot(page, 'conformance-dapp-connected');
  });

  test('has a message and a sign-in signed', async () => {
    await press('personalSign');
    await modal.getByText('Example `personal_sign` message').waitFor();
    await answer('Sign');
    const signature = await read('personalSignResult');
    expect(signerOfMessage('Example `personal_sign` message', signature)).toBe(address);
    await press('siwe');
    await modal.getByText('wants you to sign in with your Ethereum account').waitFor();
    await answer('Sign');
    expect(await read('siweResult')).toMatch(/^0x[0-9a-f]{130}$/);
  });

  test.each(['signTypedDataV4', 'signPermit'])('has %s signed, and finds the signature good', async (id) => {
    await press(id);
    await answer('Sign');
    expect(await read(`${id}Result`)).toMatch(/^0x[0-9a-f]{130}$/);
    await press(`${id}Verify`);
    expect(await read(`${id}VerifyResult`)).toBe(address.toLowerCase());
  });

  test('sends, by each of its buttons, what the person approves', async () => {
    await rig.chain.fund(address, 10n * 10n ** 18n);
    for (const id of ['sendButton', 'sendEIP1559Button', 'sendEIP1559WithoutGasButton']) {
      const sent = await countSent();
      await press(id);
      await approve();
      await expect.poll(countSent).toBe(sent + 1);
    }
  });

  test('deploys a contract, pays into it and takes out of it', async () => {
    await press('deployButton');
    await approve();
    await status('contractStatus', 'Deployed');
    await press('depositButton');
    await approve();
    await status('contractStatus', 'Deposit completed');
    await press('withdrawButton');
    await approve();
    await status('contractStatus', 'Withdrawn');
  });

  test('creates a token, transfers and approves it', async () => {
    await press('createToken');
    await approve();
    const token = contractAt(rig.chain, 'TestToken', await read('erc20TokenAddresses'));
    await press('transferTokens');
    await approve();
    await expect
      .poll(() => token.read('balanceOf', ['0x2f318C334780961FB129D2a6c30D0763d9a5C970']))
      .toBe(15_000n);
    const spender = await at('approveTo').inputValue();
    await press('approveTokens');
    await approve(true);
    await expect.poll(() => token.read('allowance', [address, spender])).toBe(70_000n);
  });

  test('is told that the wallet sends calls one by one, where it wants them as one, and may see the account', async () => {
    await press('eip5792GetCapabilitiesButton');
    await status('eip5792GetCapabilitiesResult', 'unsupported');
    await press('eip5792SendCallsButton');
    expect(await read('eip5792SendCallsError')).toBe('Error: This wallet sends calls one after the other');
    await press('getPermissions');
    expect(await read('permissionsResult')).toBe('eth_accounts');
  });

  test('hears of a signature that the person declines, and of methods that no wallet should have', async () => {
    await press('signTypedDataV4');
    await answer('Reject');
    await at('signTypedDataV4Result').filter({ hasText: 'Error: User rejected request' }).waitFor();
    await press('signTypedDataV3');
    expect(await read('signTypedDataV3Result')).toContain('does not support eth_signTypedData_v3');
  });

  test('is connected after a reload, without a question', async () => {
    await page.reload();
    await useWallet();
    expect(await read('accounts')).toBe(address);
    expect(await read('connectButton')).toBe('Connected');
  });
});
