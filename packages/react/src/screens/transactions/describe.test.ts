import type { TransactionAction } from '@latchkey/core';
import { describe, expect, it } from 'vitest';
import { formatCrypto, formatExactly } from '../../display/index.ts';
import { modalAr } from '../../texts/generated/ar.ts';
import { modalDe } from '../../texts/generated/de.ts';
import { transactionActionsTexts } from '../../texts/generated/en/transactionActions.ts';
import { transactionFactsTexts } from '../../texts/generated/en/transactionFacts.ts';
import { modalEs } from '../../texts/generated/es.ts';
import { describeAction, type Spelling } from './describe.ts';
import { factsOf } from './facts.ts';

const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const shop = '0x52908400098527886E0F7030069857D2E4169EE7';
const other = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';
const shorten = (address: string) => `${address.slice(0, 6)}…${address.slice(-4)}`;

const spelling: Spelling = {
  coin: (amount) => `${formatCrypto(amount)} ETH`,
  token: (token, amount) => (token === usdc ? `${formatCrypto(amount, { decimals: 6 })} USDC` : null),
  tokenName: (token) => (token === usdc ? 'USDC' : shorten(token)),
  address: shorten,
  number: (value) => formatExactly(value, { decimals: 0 }),
};
const say = (action: TransactionAction) => describeAction(action, transactionActionsTexts, spelling);
const facts = (action: TransactionAction) =>
  factsOf(action, { facts: transactionFactsTexts, actions: transactionActionsTexts, spelling });

const approval = (change: Partial<Extract<TransactionAction, { kind: 'token-approval' }>> = {}) =>
  ({
    kind: 'token-approval',
    token: usdc,
    owner: null,
    spender: shop,
    amount: 100_000_000n,
    isUnlimited: false,
    change: 'set',
    ...change,
  }) as const;
const collection = { collection: other, owner: null, operator: shop } as const;

const sentences: readonly (readonly [TransactionAction, string])[] = [
  [{ kind: 'transfer', to: shop, value: 500_000_000_000_000_000n }, 'Send 0.5 ETH'],
  [{ kind: 'token-transfer', token: usdc, from: null, to: shop, amount: 2_500_000n }, 'Send 2.5 USDC'],
  [
    { kind: 'token-transfer', token: usdc, from: other, to: shop, amount: 1_000_000n },
    'Move 1 USDC from 0x8617…070D',
  ],
  // For a token of unknown decimals, the raw number of units is shown without a guess at the amount.
  [
    { kind: 'token-transfer', token: other, from: null, to: shop, amount: 2_500_000n },
    'Send 2,500,000 units of 0x8617…070D',
  ],
  [approval(), 'Allow 0x5290…9EE7 to spend 100 USDC'],
  [
    approval({ isUnlimited: true, amount: 2n ** 256n - 1n }),
    'Allow 0x5290…9EE7 to spend all your USDC, now and later',
  ],
  [approval({ amount: 0n }), 'Stop 0x5290…9EE7 from spending your USDC'],
  [approval({ change: 'increase' }), 'Allow 0x5290…9EE7 to spend 100 USDC more'],
  [approval({ change: 'decrease' }), 'Allow 0x5290…9EE7 to spend 100 USDC less'],
  [
    { kind: 'nft-transfer', collection: other, from: shop, to: usdc, items: [{ id: 7n, amount: 1n }] },
    'Send NFT #7',
  ],
  [
    { kind: 'nft-transfer', collection: other, from: shop, to: usdc, items: [{ id: 7n, amount: 3n }] },
    'Send 3 NFTs',
  ],
  [
    {
      kind: 'nft-transfer',
      collection: other,
      from: shop,
      to: usdc,
      items: [{ id: 2n ** 250n, amount: 1n }],
    },
    'Send NFT #18092…0624',
  ],
  [{ kind: 'nft-approval', ...collection, id: 7n, isGranted: true }, 'Allow 0x5290…9EE7 to move NFT #7'],
  [
    { kind: 'nft-approval', ...collection, id: null, isGranted: true },
    'Allow 0x5290…9EE7 to move every NFT of a collection, now and later',
  ],
  [{ kind: 'nft-approval', ...collection, id: 7n, isGranted: false }, 'Stop 0x5290…9EE7 from moving NFT #7'],
  [
    { kind: 'nft-approval', ...collection, id: null, isGranted: false },
    'Stop 0x5290…9EE7 from moving your NFTs of a collection',
  ],
  [{ kind: 'wrap', token: other, amount: 10n ** 18n }, 'Wrap 1 ETH'],
  [{ kind: 'unwrap', token: other, amount: 10n ** 18n }, 'Unwrap 1 ETH'],
  [{ kind: 'batch', contract: other, actions: [approval(), approval()] }, 'Do 2 things in one transaction'],
  [{ kind: 'creation', bytes: 12 }, 'Create a contract'],
  [
    { kind: 'call', to: other, selector: '0x12345678', data: '0x12345678', value: 0n },
    'Call an unknown contract',
  ],
];

describe('describeAction', () => {
  it.each<[sentence: string, action: TransactionAction]>(
    sentences.map(([action, sentence]) => [sentence, action]),
  )('an action is described in one sentence: %s', (sentence, action) => {
    expect(say(action)).toBe(sentence);
  });

  it("an action is described in the user's language", () => {
    expect(describeAction(approval(), modalDe.transactionActions, spelling)).toBe(
      '0x5290…9EE7 erlauben, 100 USDC auszugeben',
    );
  });
});

describe('factsOf', () => {
  it('[TX-06] the facts of an ERC-20 approval start with Action, Amount and Spender', () => {
    expect(facts(approval()).slice(0, 3)).toEqual([
      { name: 'Action', text: 'Approve' },
      { name: 'Amount', text: '100 USDC' },
      { name: 'Spender', address: shop },
    ]);
    expect(facts(approval({ isUnlimited: true }))[1]).toEqual({ name: 'Amount', text: 'Unlimited' });
  });

  it('[TX-06] the facts of an ERC-20 transfer start with Action, Amount and Spender, and the Spender is the recipient', () => {
    expect(
      facts({ kind: 'token-transfer', token: usdc, from: null, to: shop, amount: 1n }).slice(0, 3),
    ).toEqual([
      { name: 'Action', text: 'Transfer' },
      { name: 'Amount', text: '<0.001 USDC' },
      { name: 'Spender', address: shop },
    ]);
  });

  it('the facts of an action include the contract of the token or collection, because anyone can give a token any name', () => {
    expect(facts(approval())).toContainEqual({ name: 'Token', address: usdc });
    expect(facts({ kind: 'nft-approval', ...collection, id: null, isGranted: true })).toContainEqual({
      name: 'Collection',
      address: other,
    });
  });

  it('the facts of an unknown call are its contract and function', () => {
    const call = { kind: 'call', to: other, selector: '0x12345678', data: '0x12345678', value: 0n } as const;
    expect(facts(call)).toEqual([
      { name: 'Contract', address: other },
      { name: 'Function', text: '0x12345678', isCode: true },
    ]);
    expect(facts({ ...call, selector: null, data: '0x12' })).toEqual([{ name: 'Contract', address: other }]);
  });
});

describe('counted nouns', () => {
  it('counts of bytes and NFTs use the plural forms of the language', () => {
    const bytes =
      (texts: { transactionFacts: Pick<typeof transactionFactsTexts, 'bytes'> }) => (count: number) =>
        texts.transactionFacts.bytes({ count });
    expect([0, 1, 2, 3, 11, 100].map(bytes(modalAr))).toEqual([
      '0 بايت',
      'بايت واحد',
      'بايتان',
      '3 بايتات',
      '11 بايتًا',
      '100 بايت',
    ]);
    expect([1, 1234, 1_000_000].map(bytes(modalEs))).toEqual(['1 byte', '1234 bytes', '1.000.000 de bytes']);
    expect([1, 2].map((count) => modalDe.transactionActions.items({ count }))).toEqual(['1 NFT', '2 NFTs']);
  });
});
