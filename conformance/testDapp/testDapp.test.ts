import { contractAt } from '@latchkey/testkit';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Harness,
  openProfile,
  type Profile,
  screenshot,
  startHarness,
} from '../../e2e/harness/index.ts';
import { signerOfMessage } from '../../e2e/harness/signer.ts';
import { publishTestDapp } from './publishTestDapp.ts';

// MetaMask's own test dapp, unmodified, with our wallet instead of MetaMask. A user answers in our modal.

describe('MetaMask test-dapp', () => {
  let harness: Harness;
  let profile: Profile;
  let page: Page;
  let address: string;
  let modal: Locator;
  const at = (id: string) => page.locator(`#${id}`);
  const press = (id: string) => at(id).click();
  const read = async (id: string) => {
    const shown = at(id).filter({ hasText: /\S/ });
    await shown.waitFor();
    return (await shown.textContent()) ?? '';
  };
  const status = (id: string, text: string) => at(id).filter({ hasText: text }).waitFor();
  const countSent = async () =>
    Number(await harness.chain.request('eth_getTransactionCount', [address, 'latest']));
  /** Approves in our modal, with a second press if it warns, and closes it when the transaction is on its way. */
  const approve = async (warned = false) => {
    await answer('Approve');
    if (warned) await answer('Yes, approve');
    await modal.getByText('All Done', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await modal.waitFor({ state: 'detached' });
  };
  /** Chooses the wallet by the app's name, among those that the dapp found. */
  const useWallet = () => page.getByRole('button', { name: 'Use Dapp', exact: true }).click();
  const title = (text: string) => modal.getByRole('heading', { name: text, exact: true }).waitFor();
  const answer = (name: string) => modal.getByRole('button', { name, exact: true }).click();

  beforeAll(async () => {
    const embedded_wallet_config = { ethereum: { create_on_login: 'users-without-wallets' as const } };
    harness = await startHarness({ app: { name: 'Dapp', embedded_wallet_config } });
    profile = await openProfile();
    page = await profile.newPage();
    modal = page.locator('latchkey-modal');
    await page.goto(await publishTestDapp(harness, '@metamask/test-dapp'));
  });
  afterAll(async () => {
    await profile?.close();
    await harness?.close();
  });

  test("MetaMask's test dapp finds our wallet through EIP-6963, and reads its chain before a login", async () => {
    expect(await read('providers')).toContain('"rdns": "io.github.latchkey"');
    await useWallet();
    expect(await read('chainId')).toBe('0x7a69');
    expect(await read('network')).toBe('31337');
    expect(await read('connectButton')).toBe('Connect');
  });

  test("MetaMask's test dapp connects: our login opens and creates a wallet, and the dapp gets its address", async () => {
    const email = 'dapp@example.com';
    await press('connectButton');
    await modal.locator('input[type=email]').fill(email);
    await page.keyboard.press('Enter');
    await modal.locator('.shell[data-screen=AWAITING_PASSWORDLESS_CODE]').waitFor();
    await page.keyboard.type(await harness.inbox.nextCode(email));
    address = await read('accounts');
    expect(address).toMatch(/^0x[0-9a-fA-F]{40}$/);
    await at('connectButton').filter({ hasText: 'Connected' }).waitFor();
    await modal.waitFor({ state: 'detached' });
    await press('getAccounts');
    expect(await read('getAccountsResult')).toBe(address);
    await screenshot(page, 'conformance-dapp-connected');
  });

  test("MetaMask's test dapp gets signatures for a message and a sign-in", async () => {
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

  test.each(['signTypedDataV4', 'signPermit'])(
    "MetaMask's test dapp gets a signature for %s, and verifies it",
    async (id) => {
      await press(id);
      await answer('Sign');
      expect(await read(`${id}Result`)).toMatch(/^0x[0-9a-f]{130}$/);
      await press(`${id}Verify`);
      expect(await read(`${id}VerifyResult`)).toBe(address.toLowerCase());
    },
  );

  test("MetaMask's test dapp sends the transactions that the user approves, with three of its buttons", async () => {
    await harness.chain.fund(address, 10n * 10n ** 18n);
    for (const id of ['sendButton', 'sendEIP1559Button', 'sendEIP1559WithoutGasButton']) {
      const sent = await countSent();
      await press(id);
      await approve();
      await expect.poll(countSent).toBe(sent + 1);
    }
  });

  test("MetaMask's test dapp deploys a contract, deposits into it and withdraws from it", async () => {
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

  test("MetaMask's test dapp creates a token, transfers and approves it", async () => {
    await press('createToken');
    await approve();
    const token = contractAt(harness.chain, 'TestToken', await read('erc20TokenAddresses'));
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

  if (process.env.LATCHKEY_WIDE === '1') {
    test("MetaMask's test dapp mints an NFT, grants and revokes the permission to move it, and sends it away", async () => {
      await press('deployNFTsButton');
      await approve();
      await status('nftsStatus', 'Deployed');
      await press('mintButton');
      await title('Call an unknown contract');
      await approve();
      await status('nftsStatus', 'Mint completed');
      await press('approveButton');
      await title('Allow 0x9bc5…fEF4 to move NFT #1');
      await approve(true);
      await status('nftsStatus', 'Approve completed');
      await press('setApprovalForAllButton');
      await title('Allow 0x9bc5…fEF4 to move every NFT of a collection, now and later');
      await approve(true);
      await status('nftsStatus', 'Set Approval For All completed');
      await press('revokeButton');
      await title('Stop 0x9bc5…fEF4 from moving your NFTs of a collection');
      await approve();
      await status('nftsStatus', 'Revoke completed');
      await press('transferFromButton');
      await title('Send NFT #1');
      await approve();
      await status('nftsStatus', 'Transfer From completed');
      // The dapp's own check is not pressed: its types omit the domain's type, so it expects a signature for no
      // contract and no chain.
      await press('sign721Permit');
      await answer('Sign');
      expect(await read('sign721PermitResult')).toMatch(/^0x[0-9a-f]{130}$/);
      await modal.waitFor({ state: 'detached' });
    });

    test("MetaMask's test dapp mints several tokens of one contract (ERC-1155), sends some of them, and grants and revokes the permission to move all", async () => {
      await press('deployERC1155Button');
      await approve();
      await status('erc1155Status', 'Deployed');
      await at('batchMintTokenIds').fill('1, 2');
      await at('batchMintIdAmounts').fill('1, 5');
      await press('batchMintButton');
      await title('Call an unknown contract');
      await approve();
      await status('erc1155Status', 'Batch Minting completed');
      await at('batchTransferTokenIds').fill('1, 2');
      await at('batchTransferTokenAmounts').fill('1, 3');
      await press('batchTransferFromButton');
      await title('Send 4 NFTs');
      await approve();
      await status('erc1155Status', 'Batch Transfer From completed');
      const items = contractAt(harness.chain, 'TestItems', await read('erc1155TokenAddresses'));
      expect(await items.read('balanceOf', [address, 2n])).toBe(2n);
      await press('setApprovalForAllERC1155Button');
      await title('Allow 0x9bc5…fEF4 to move every NFT of a collection, now and later');
      await approve(true);
      await status('erc1155Status', 'Set Approval For All completed');
      await press('revokeERC1155Button');
      await approve();
      await status('erc1155Status', 'Revoke completed');
    });
  }

  test("MetaMask's test dapp sends to a contract that forwards, and to one that fails, with a warning to the user", async () => {
    await press('deployMultisigButton');
    await approve();
    await status('multisigContractStatus', 'Deployed');
    await press('sendMultisigButton');
    await approve();
    await status('multisigContractStatus', 'Transaction completed as expected.');
    await press('deployFailingButton');
    await approve();
    await status('failingContractStatus', 'Deployed');
    await press('sendFailingButton');
    await modal.getByText('Your transaction request will likely fail.').waitFor();
    await approve();
    await status('failingContractStatus', 'Failed transaction process completed as expected.');
  });

  test.each([
    ['signBlurOrder', null],
    ['signPermitSingle', 'Allow 0x3Fc9…7FAD to spend all your 0xA0b8…eB48, now and later'],
    ['signPermitBatch', 'Allow 0x3Fc9…7FAD to spend all your 0xA0b8…eB48, now and later'],
    ['signSeaportBulkOrder', null],
  ])(
    "MetaMask's test dapp gets a signature for %s, and the modal says what a permit allows",
    async (id, permit) => {
      await at('signPermitVariantResult').evaluate((element) => element.replaceChildren());
      await press(id);
      if (permit) await modal.getByText(permit).first().waitFor();
      await answer('Sign');
      if (permit) await answer('Yes, sign');
      expect(await read('signPermitVariantResult')).toMatch(/^0x[0-9a-f]{130}$/);
      await modal.waitFor({ state: 'detached' });
    },
  );

  test("MetaMask's test dapp asks the wallet to watch a token, and learns which networks the wallet does not have", async () => {
    await at('eip747ContractAddress').fill(await read('erc20TokenAddresses'));
    await at('eip747Symbol').fill('TST');
    await at('eip747Decimals').fill('4');
    await press('eip747WatchButton');
    await status('eip747Status', 'NFT added successfully');
    expect(await read('currentNetworkName')).toBe('Current Network: Chain ID 0x7a69');
    await press('openNetworkPicker');
    await page.locator('.network-modal-item', { hasText: '0xaa36a7' }).click();
    await status('networkError', 'Sepolia is not available in your wallet');
    for (const id of ['addEthereumChain', 'switchEthereumChain']) {
      const refused = page.waitForEvent('pageerror');
      await press(id);
      expect((await refused).message).toContain('Chain ID 1338 is not supported');
    }
    expect(await read('chainId')).toBe('0x7a69');
  });

  // All buttons of the dapp's batch section ask for `atomicRequired: true`
  // (src/components/transactions/eip5792/sendCalls.js, `getParams`). EIP-5792 requires a wallet that sends calls one
  // after the other to reject that.
  test("MetaMask's test dapp gets an error if it requires an atomic batch, because our wallet sends calls one by one", async () => {
    await press('eip5792GetCapabilitiesButton');
    await status('eip5792GetCapabilitiesResult', 'unsupported');
    const sent = await countSent();
    for (const id of ['eip5792SendCallsButton', 'eip5792SendCallsApprovalButton']) {
      await at('eip5792SendCallsError').evaluate((element) => element.replaceChildren());
      await press(id);
      expect(await read('eip5792SendCallsError')).toBe('Error: This wallet sends calls one after the other');
    }
    expect(await countSent()).toBe(sent);
    await at('eip5792RequestIdInput').fill('0x1');
    await press('eip5792GetCallsStatusButton');
    await status('eip5792GetCallsStatusResult', 'Error: There is no bundle of this id');
  });

  test("MetaMask's test dapp has permission to see the account", async () => {
    await press('getPermissions');
    expect(await read('permissionsResult')).toBe('eth_accounts');
  });

  test("MetaMask's test dapp gets an error for a signature that the user declines, and for eth_signTypedData_v3", async () => {
    await press('signTypedDataV4');
    await answer('Reject');
    await at('signTypedDataV4Result').filter({ hasText: 'Error: User rejected request' }).waitFor();
    await press('signTypedDataV3');
    expect(await read('signTypedDataV3Result')).toContain('does not support eth_signTypedData_v3');
  });

  test("MetaMask's test dapp is connected after a reload, without a prompt", async () => {
    await page.reload();
    await useWallet();
    expect(await read('accounts')).toBe(address);
    expect(await read('connectButton')).toBe('Connected');
  });

  test("MetaMask's test dapp 9.1.0, which does not require atomic calls, sends a batch of calls and shows its status", async () => {
    await page.goto(await publishTestDapp(harness, 'test-dapp-first-calls'));
    await useWallet();
    expect(await read('accounts')).toBe(address);
    await press('eip5792GetCapabilitiesButton');
    await status('eip5792GetCapabilitiesResult', 'unsupported');
    const sent = await countSent();
    await press('eip5792SendCallsButton');
    await answer('Approve');
    await title('All Done');
    await expect.poll(() => at('eip5792RequestIdInput').inputValue()).toMatch(/^0x[0-9a-f]{64}$/);
    await approve();
    const request = async () => {
      await press('eip5792GetCallsStatusButton');
      return at('eip5792GetCallsStatusResult').textContent();
    };
    await expect.poll(request).toContain('"status": 200');
    const told = JSON.parse(await read('eip5792GetCallsStatusResult'));
    expect(told).toMatchObject({ atomic: false, receipts: [{ status: '0x1' }, { status: '0x1' }] });
    expect(await countSent()).toBe(sent + 2);
  });
});
