import { AbiFunction } from 'ox';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { findBarriers } from '../harness/index.ts';
import { readSignedTransaction, signerOfTypedData } from '../harness/signer.ts';
import {
  type Approval,
  button,
  openApproval,
  press,
  readFields,
  signatureOf,
  titlesOf,
  warningsOf,
} from './approvePage.ts';

let approval: Approval;
let page: Page;
let address: string;

beforeAll(async () => {
  approval = await openApproval();
  ({ page, address } = approval);
});
afterAll(() => approval?.close());
afterEach(() => approval.unmountAll());

const token = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const alice = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const most = 2n ** 256n - 1n;

/** A transaction as a page has it, with quantities in several forms that clients send, including a bigint. */
const sending = {
  to: alice,
  chainId: 1,
  type: 2,
  nonce: 3,
  value: { _hex: '0x14d1120d7b160000', _isBigNumber: true },
  gasLimit: '0x5208',
  maxFeePerGas: 20_000_000_000n,
  maxPriorityFeePerGas: 1_000_000_000,
};
const request = (transaction: object) => ({ method: 'eth_signTransaction', params: [transaction] });
const calling = (to: string, signature: string, ...args: readonly unknown[]) => {
  const item = AbiFunction.from(`function ${signature}` as never) as AbiFunction.AbiFunction;
  return { ...sending, to, value: 0, data: AbiFunction.encodeData(item, args as never) };
};

describe('[S14] strict approval of a transaction', () => {
  test('[S14] the approval page shows a payment’s recipient, amount, network and fee, and signs it after a press', async () => {
    const asked = await approval.requestFor(request({ ...sending, from: address }));
    expect(await readFields(asked)).toEqual([
      `To: ${alice}`,
      'Amount: 1.5 ETH',
      'Network: Ethereum',
      'Network fee, at most: 0.00042 ETH',
      'Nonce: 3',
      'Gas limit: 21000',
      'Max fee per gas: 20 gwei',
      'Max priority fee per gas: 1 gwei',
    ]);
    expect(await titlesOf(asked)).toEqual(['Send', 'Network and fee', 'Details']);
    expect(await warningsOf(asked)).toEqual([]);
    const shown = (await asked.frame.locator('main').textContent()) ?? '';
    expect(shown).toContain(`${new URL(page.url()).origin}wants you to sign a transaction.`);
    expect(shown).toContain('Not checked on the network: your balance');
    expect(shown).toContain(address);
    await press(asked, 'Sign');
    const { signer, read } = readSignedTransaction(await signatureOf(asked));
    expect(signer).toBe(address);
    expect(read).toMatchObject({
      to: alice.toLowerCase(),
      chainId: 1,
      value: 15n * 10n ** 17n,
      gas: 21_000n,
    });
    expect(read).toMatchObject({ maxFeePerGas: 20_000_000_000n, maxPriorityFeePerGas: 1_000_000_000n });
  });

  test('[S14] the approval page warns of an unlimited approval, of an excessive fee and of a recipient that looks like the wallet', async () => {
    const approving = calling(token, 'approve(address,uint256)', alice, most);
    const asked = await approval.requestFor(request({ ...approving, maxFeePerGas: 10n ** 18n }));
    expect(await readFields(asked)).toEqual([
      `Token contract: ${token}`,
      `Who may spend: ${alice}`,
      `Amount in smallest units: Unlimited`,
      'Network: Ethereum',
      'Network fee, at most: 21000 ETH',
      'Nonce: 3',
      'Gas limit: 21000',
      'Max fee per gas: 1000000000 gwei',
      'Max priority fee per gas: 1 gwei',
      `Data: ${approving.data}`,
    ]);
    expect(await titlesOf(asked)).toContain('Let someone spend your tokens');
    expect(await warningsOf(asked)).toEqual([
      'There is no limit. Everything you have of this token now or later can be taken.',
      'The network fee is unusually high.',
    ]);
    await approval.unmountAll();

    // For a token, this call removes a permission. For a collection, it grants one for item 0, so the page does not
    // call it a removal.
    const zero = await approval.requestFor(request(calling(token, 'approve(address,uint256)', alice, 0n)));
    await button(zero.frame, 'Sign').waitFor();
    expect(await titlesOf(zero)).toContain('Change a spending permission');
    await approval.unmountAll();

    // A stranger whose address begins and ends like the wallet's own.
    const middle = address.slice(6, -4).toLowerCase();
    const twin = `${address.slice(0, 6)}${[...middle].reverse().join('')}${address.slice(-4)}`.toLowerCase();
    const poisoned = await approval.requestFor(request({ ...sending, to: twin }));
    await button(poisoned.frame, 'Sign').waitFor();
    expect(await warningsOf(poisoned)).toEqual([expect.stringContaining('looks like an address you know')]);
  });

  test('[S14] the approval page shows each action of a batch, and says what it cannot read', async () => {
    const inner = [
      calling(token, 'transfer(address,uint256)', alice, 5n).data,
      calling(token, 'setApprovalForAll(address,bool)', alice, true).data,
      '0x12345678',
    ];
    const batch = calling(token, 'multicall(bytes[])', inner);
    const asked = await approval.requestFor(request({ ...batch, chainId: 12345, value: 7n * 10n ** 18n }));
    const fields = await readFields(asked);
    expect(await titlesOf(asked)).toEqual([
      'Several actions in one',
      '1. Send tokens',
      '2. Let someone move all your NFTs in a collection',
      '3. Call a contract',
      'Network and fee',
      'Details',
    ]);
    expect(await warningsOf(asked)).toEqual([
      'All your NFTs in this collection, now and later, can be taken.',
    ]);
    for (const field of [
      'Network: Chain 12345',
      'Sent with it: 7 (native coin)',
      'Function: 0x12345678',
      `Data: ${batch.data}`,
    ])
      expect(fields).toContain(field);
    const shown = (await asked.frame.locator('main').textContent()) ?? '';
    expect(shown).toContain("For an NFT contract, the amount is the item's ID.");
  });

  test('[S14] the approval page describes what a permit allows, above the fields that are signed, and signs it after a press', async () => {
    const member = (called: string) => {
      const [type = '', name = ''] = called.split(' ');
      return { name, type };
    };
    const permit = {
      types: {
        EIP712Domain: ['string name', 'uint256 chainId', 'address verifyingContract'].map(member),
        Permit: [
          ...['address owner', 'address spender', 'uint256 value', 'uint256 nonce', 'uint256 deadline'],
        ].map(member),
      },
      primaryType: 'Permit',
      domain: { name: 'USD Coin', chainId: 1, verifyingContract: token },
      message: { owner: address, spender: alice, value: most, nonce: 0n, deadline: 1_900_000_000n },
    };
    const asked = await approval.requestFor({ method: 'eth_signTypedData_v4', params: [address, permit] });
    expect((await readFields(asked)).slice(0, 5)).toEqual([
      `Token contract: ${token}`,
      `Owner: ${address}`,
      `Who may spend: ${alice}`,
      `Amount in smallest units: Unlimited`,
      `owner: ${address}`,
    ]);
    expect(await titlesOf(asked)).toEqual(['Let someone spend your tokens', 'Permit', 'Domain']);
    expect(await warningsOf(asked)).toHaveLength(1);
    await press(asked, 'Sign');
    expect(signerOfTypedData(permit as never, await signatureOf(asked))).toBe(address);
  });

  test.each([
    ['de', 'Jemanden Ihre Token ausgeben lassen', 'Es gibt kein Limit.', 'Nicht im Netzwerk geprüft'],
    ['es', 'Permitir que alguien gaste tus tokens', 'No hay límite.', 'Sin comprobar en la red'],
    ['ja', '他者によるトークンの使用を許可', '上限がありません。', 'ネットワーク上で未確認'],
    ['ar-EG', 'السماح لطرف آخر بإنفاق رموزك', 'لا يوجد حد.', 'لم يتم التحقق على الشبكة'],
  ])(
    'the approval page describes a transaction in the language that its URL names: %s',
    async (locale, title, warning, note) => {
      const asked = await approval.requestFor(
        request(calling(token, 'approve(address,uint256)', alice, most)),
        {
          locale,
        },
      );
      expect((await readFields(asked))[0]).toContain(token);
      expect(await titlesOf(asked)).toContain(title);
      expect((await warningsOf(asked))[0]).toContain(warning);
      expect(await asked.frame.locator('.note').textContent()).toContain(note);
    },
  );

  test('[S16] the approval page refuses transactions of unsupported or malformed kinds, and the vault refuses one from another address', async () => {
    const { chainId: _, ...nowhere } = sending;
    for (const [name, transaction] of Object.entries({
      'no chain': nowhere,
      'two ways to pay': { ...sending, gasPrice: 1 },
      'a set-code transaction': { ...sending, type: 4, authorizationList: [] },
      'a blob': { ...sending, blobVersionedHashes: [] },
      'odd hex': { ...sending, data: '0x123' },
    })) {
      const refused = await approval.requestFor(request(transaction));
      expect((await refused.answer)?.error?.type, name).toBe('invalid_request_arguments');
      await approval.unmountAll();
    }
    const stranger = await approval.requestFor(request({ ...sending, from: alice }));
    await press(stranger, 'Sign');
    expect((await stranger.answer)?.error?.type).toBe('invalid_request_arguments');
    // Without an approval the hidden frame refuses the request.
    const { error } = await approval.host.request('privy:wallets:rpc', approval.dataOf(request(sending)));
    expect(error?.message).toContain("approval: 'frame'");
  });

  test('[S14] an approval page with a warning fits into 360 by 480 px without accessibility violations, in light and in dark', async () => {
    const style = 'width: 360px; height: 480px; border: 0; display: block';
    for (const theme of ['light', 'dark'] as const) {
      const asked = await approval.requestFor(
        request(calling(token, 'approve(address,uint256)', alice, most)),
        {
          style,
          theme,
        },
      );
      await asked.frame.locator('.warning').waitFor();
      expect(await asked.frame.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(
        480,
      );
      expect(await findBarriers(asked.frame)).toEqual([]);
      await approval.unmountAll();
    }
  });
});
