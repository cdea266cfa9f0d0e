import { describe, expect, it } from 'vitest';
import { findActionWarnings, findWarnings, readTransaction, type TransactionAction } from './index.ts';

const token = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const alice = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
/** Address with Alice's first and last four digits and others between. The next two differ in one digit at an end. */
const twin = '0x5aaeffffffffffffffffffffffffffffffffbeaed'.replace('fbeaed', 'beaed');
const [nearTwin, otherEnd] = [twin.replace('0x5aae', '0x5aaf'), twin.replace(/beaed$/, 'beaee')];
const bob = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';

const approval = (changes: object = {}) =>
  ({
    kind: 'token-approval',
    token,
    owner: null,
    spender: bob,
    amount: 5n,
    isUnlimited: false,
    change: 'set',
    ...changes,
  }) as TransactionAction;
const permission = (changes: object = {}) =>
  ({
    kind: 'nft-approval',
    collection: token,
    owner: null,
    operator: bob,
    id: null,
    isGranted: true,
    ...changes,
  }) as TransactionAction;
const unlimited = approval({ amount: 2n ** 256n - 1n, isUnlimited: true });
const tokenTransfer = (to: string): TransactionAction => ({
  kind: 'token-transfer',
  token,
  from: null,
  to,
  amount: 5n,
});
const nftTransfer = (to: string): TransactionAction => ({
  kind: 'nft-transfer',
  collection: token,
  from: alice,
  to,
  items: [{ id: 1n, amount: 1n }],
});
const send = (to: string): TransactionAction => ({ kind: 'transfer', to, value: 5n });

describe('findActionWarnings', () => {
  it.each<[name: string, action: TransactionAction, warnings: readonly string[]]>([
    ['a transfer', send(bob), []],
    ['an approval', approval(), []],
    ['an approval without a limit', unlimited, ['unlimited-approval']],
    ['the end of an approval', approval({ amount: 0n, isUnlimited: false }), []],
    ['less of an approval', approval({ change: 'decrease', amount: 2n ** 255n }), []],
    ['a permission for all', permission(), ['everything-approved']],
    ['a permission for one', permission({ id: 1n }), []],
    ['the end of one for all', permission({ isGranted: false }), []],
    ['tokens to their own contract', tokenTransfer(token), ['to-token-contract']],
    ['items to their own contract', nftTransfer(token), ['to-token-contract']],
    ['coin to a contract', send(token), []],
    [
      'a batch, each once',
      {
        kind: 'batch',
        contract: token,
        actions: [unlimited, { kind: 'batch', contract: bob, actions: [unlimited, tokenTransfer(token)] }],
      },
      ['unlimited-approval', 'to-token-contract'],
    ],
  ])('returns the warnings of %s', (_name, action, warnings) => {
    expect(findActionWarnings(action)).toEqual(warnings);
  });

  it('warns of an approval for an address without code, if the code was checked', () => {
    const hasCode = (address: string) => (address === token ? true : address === alice ? null : false);
    const found = (action: TransactionAction) => findActionWarnings(action, { hasCode });
    for (const action of [approval(), permission({ id: 1n })])
      expect(found(action)).toEqual(['approval-without-code']);
    for (const spender of [token, alice]) expect(found(approval({ spender }))).toEqual([]);
    for (const action of [approval({ amount: 0n }), approval({ change: 'decrease' })])
      expect(found(action)).toEqual([]);
    for (const action of [permission({ id: 1n, isGranted: false }), send(bob)])
      expect(found(action)).toEqual([]);
  });

  it('warns of a recipient with the ends of a known address', () => {
    const found = (action: TransactionAction, ...known: readonly string[]) =>
      findActionWarnings(action, { known });
    for (const action of [send(twin), tokenTransfer(twin), nftTransfer(twin)]) {
      expect(found(action, bob, alice)).toEqual(['resembles-known']);
      expect(found(action, bob, alice.toLowerCase())).toEqual(['resembles-known']);
      expect(found(action, bob)).toEqual([]);
      // A known address gets no warning, even if two of them look alike.
      expect(found(action, alice, twin.toUpperCase().replace('0X', '0x'))).toEqual([]);
    }
    for (const to of [alice, nearTwin, otherEnd]) expect(found(send(to), alice)).toEqual([]);
  });
});

describe('findWarnings', () => {
  const bare = { to: bob, nonce: 0, gasLimit: 100_000, value: 1 };
  const found = (chainId: number, fee: bigint) =>
    findWarnings(readTransaction({ ...bare, chainId, gasPrice: fee / 100_000n }));

  it('warns of a fee of at least a tenth of an ether, or of one coin on other chains', () => {
    const [tenth, one] = [10n ** 17n, 10n ** 18n];
    const excessive = ['excessive-fee'];
    expect(found(1, tenth)).toEqual(excessive);
    expect(found(1, tenth - 100_000n)).toEqual([]);
    expect(found(137, one)).toEqual(excessive);
    expect(found(137, one - 100_000n)).toEqual([]);
    expect(found(31337, one)).toEqual(excessive);
    expect(found(31337, one - 100_000n)).toEqual([]);
    // Fee that a lying node proposes: a million ether.
    expect(found(1, 10n ** 24n)).toEqual(excessive);
  });

  it('includes the warnings of the transaction’s action, and uses the caller’s facts', () => {
    const data = `0x095ea7b3${bob.slice(2).toLowerCase().padStart(64, '0')}${'f'.repeat(64)}`;
    const read = readTransaction({ ...bare, to: token, chainId: 1, gasPrice: 10n ** 13n, data });
    expect(findWarnings(read, { hasCode: () => false })).toEqual([
      'unlimited-approval',
      'approval-without-code',
      'excessive-fee',
    ]);
  });
});
