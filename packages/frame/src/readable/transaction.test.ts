import { AbiFunction, Address, Hex } from 'ox';
import { describe, expect, it } from 'vitest';
import { createDice } from '../dice.testkit.ts';
import { findNetwork, readTransaction, type TransactionAction } from './index.ts';

type Dice = ReturnType<typeof createDice>;

const contract = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const weth = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2';
const permit2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3';
const [alice, bob, carol] = [
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
] as const;
const most = 2n ** 256n - 1n;
const bare = { chainId: 1, nonce: 7, gasLimit: 100_000, maxFeePerGas: 3, maxPriorityFeePerGas: 1 };

const read = (data: string, to: string = contract, value = 0n) =>
  readTransaction({ ...bare, to, data, value }).action;
/** Encodes calldata with another implementation, from a function's standard signature. */
const call = (signature: string, ...args: readonly unknown[]): string => {
  const item = AbiFunction.from(`function ${signature}` as never) as AbiFunction.AbiFunction;
  return AbiFunction.encodeData(item, args as never);
};
const unknown = (data: string, to: string = contract, value = 0n): TransactionAction => ({
  kind: 'call',
  to,
  data,
  value,
  selector: data.length < 10 ? null : data.slice(0, 10),
});

const transfer = (to: string, amount: bigint, from: string | null = null): TransactionAction => ({
  kind: 'token-transfer',
  token: contract,
  from,
  to,
  amount,
});
const approval = (spender: string, amount: bigint, changes: object = {}) => ({
  kind: 'token-approval',
  token: contract,
  owner: null,
  spender,
  amount,
  isUnlimited: false,
  change: 'set',
  ...changes,
});
const items = (from: string, to: string, ...moved: readonly (readonly [id: bigint, amount: bigint])[]) => ({
  kind: 'nft-transfer',
  collection: contract,
  from,
  to,
  items: moved.map(([id, amount]) => ({ id, amount })),
});
const permission = (operator: string, isGranted: boolean, id: bigint | null = null) => ({
  kind: 'nft-approval',
  collection: contract,
  owner: null,
  operator,
  id,
  isGranted,
});
const signature = [27, `0x${'11'.repeat(32)}`, `0x${'22'.repeat(32)}`] as const;

describe('a known call', () => {
  it.each<[string, readonly unknown[], unknown]>([
    ['transfer(address,uint256)', [alice, 5n], transfer(alice, 5n)],
    ['transferFrom(address,address,uint256)', [alice, bob, 5n], transfer(bob, 5n, alice)],
    ['approve(address,uint256)', [alice, 5n], approval(alice, 5n)],
    ['approve(address,uint256)', [alice, 0n], approval(alice, 0n)],
    ['approve(address,uint256)', [alice, most], approval(alice, most, { isUnlimited: true })],
    ['approve(address,uint256)', [alice, 2n ** 128n], approval(alice, 2n ** 128n, { isUnlimited: true })],
    ['approve(address,uint256)', [alice, 2n ** 128n - 1n], approval(alice, 2n ** 128n - 1n)],
    // Highest 96-bit number, which some tokens treat as unlimited, and one less.
    [
      'approve(address,uint256)',
      [alice, 2n ** 96n - 1n],
      approval(alice, 2n ** 96n - 1n, { isUnlimited: true }),
    ],
    ['approve(address,uint256)', [alice, 2n ** 96n - 2n], approval(alice, 2n ** 96n - 2n)],
    ['increaseAllowance(address,uint256)', [alice, 5n], approval(alice, 5n, { change: 'increase' })],
    [
      'increaseAllowance(address,uint256)',
      [alice, most],
      approval(alice, most, { change: 'increase', isUnlimited: true }),
    ],
    ['decreaseAllowance(address,uint256)', [alice, most], approval(alice, most, { change: 'decrease' })],
    [
      'permit(address,address,uint256,uint256,uint8,bytes32,bytes32)',
      [alice, bob, 5n, 9n, ...signature],
      approval(bob, 5n, { owner: alice }),
    ],
    [
      'permit(address,address,uint256,uint256,bool,uint8,bytes32,bytes32)',
      [alice, bob, 5n, 9n, true, ...signature],
      approval(bob, most, { owner: alice, isUnlimited: true }),
    ],
    [
      'permit(address,address,uint256,uint256,bool,uint8,bytes32,bytes32)',
      [alice, bob, 5n, 9n, false, ...signature],
      approval(bob, 0n, { owner: alice }),
    ],
    ['safeTransferFrom(address,address,uint256)', [alice, bob, 5n], items(alice, bob, [5n, 1n])],
    [
      'safeTransferFrom(address,address,uint256,bytes)',
      [alice, bob, 5n, '0x12'],
      items(alice, bob, [5n, 1n]),
    ],
    [
      'safeTransferFrom(address,address,uint256,uint256,bytes)',
      [alice, bob, 5n, 6n, '0x'],
      items(alice, bob, [5n, 6n]),
    ],
    [
      'safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)',
      [alice, bob, [5n, 6n], [7n, 8n], '0x'],
      items(alice, bob, [5n, 7n], [6n, 8n]),
    ],
    ['setApprovalForAll(address,bool)', [alice, true], permission(alice, true)],
    ['setApprovalForAll(address,bool)', [alice, false], permission(alice, false)],
  ])('describes a call of %s', (written, args, action) => {
    expect(read(call(written, ...args))).toEqual(action);
  });

  it('describes a transfer or approval of an item if the contract is known to be a collection', () => {
    const facts = { isCollection: (to: string) => to === contract };
    const readNft = (data: string) => readTransaction({ ...bare, to: contract, data }, facts).action;
    const nobody = `0x${'0'.repeat(40)}`;
    expect(readNft(call('transferFrom(address,address,uint256)', alice, bob, 5n))).toEqual(
      items(alice, bob, [5n, 1n]),
    );
    expect(readNft(call('approve(address,uint256)', alice, 5n))).toEqual(permission(alice, true, 5n));
    expect(readNft(call('approve(address,uint256)', nobody, 5n))).toEqual(permission(nobody, false, 5n));
    for (const isCollection of [() => false, () => null])
      expect(
        readTransaction(
          { ...bare, to: contract, data: call('approve(address,uint256)', alice, 5n) },
          { isCollection },
        ).action,
      ).toEqual(approval(alice, 5n));
  });

  it('describes wrapping only if the contract is known to wrap the coin', () => {
    const [deposit, withdraw] = [call('deposit()'), call('withdraw(uint256)', 5n)];
    expect(read(deposit, weth, 9n)).toEqual({ kind: 'wrap', token: weth, amount: 9n });
    expect(read(withdraw, weth)).toEqual({ kind: 'unwrap', token: weth, amount: 5n });
    // A contract that could keep what is deposited, and one that wraps the coin of another chain.
    expect(read(deposit, contract, 9n)).toEqual(unknown(deposit, contract, 9n));
    for (const chainId of [137, 31337]) {
      const elsewhere = readTransaction({ ...bare, chainId, to: weth, data: withdraw }).action;
      expect(elsewhere).toEqual(unknown(withdraw, weth));
    }
    const facts = { isWrapper: (to: string) => to === contract };
    expect(readTransaction({ ...bare, to: contract, data: withdraw }, facts).action).toMatchObject({
      kind: 'unwrap',
    });
  });

  it("describes approvals and transfers through Permit2, but only at Permit2's own addresses", () => {
    const approve = call('approve(address,address,uint160,uint48)', contract, bob, 2n ** 160n - 1n, 9);
    const move = call('transferFrom(address,address,uint160,address)', alice, bob, 5n, contract);
    expect(read(approve, permit2)).toEqual(approval(bob, 2n ** 160n - 1n, { isUnlimited: true }));
    expect(read(move, permit2)).toEqual(transfer(bob, 5n, alice));
    // Permit2 has another address on the chains of zkSync.
    expect(read(approve, '0x0000000000225e31D15943971F47aD3022F714Fa')).toMatchObject({ spender: bob });
    for (const data of [approve, move]) expect(read(data, carol)).toEqual(unknown(data, carol));
  });
});

describe('a transaction', () => {
  it('describes a transaction without data as a transfer of coin', () => {
    const given = { ...bare, to: alice, value: 5n };
    expect(readTransaction(given)).toMatchObject({
      action: { kind: 'transfer', to: alice, value: 5n },
      transaction: { nonce: 7, type: 'eip1559' },
      value: 5n,
      maxFee: 300_000n,
    });
    // The same holds if no coin is sent, because without data no function is called.
    expect(readTransaction({ ...given, value: 0 }).action).toEqual({
      kind: 'transfer',
      to: alice,
      value: 0n,
    });
    const { maxFeePerGas: _, maxPriorityFeePerGas: __, ...priced } = given;
    expect(readTransaction({ ...priced, gasPrice: 2 }).maxFee).toBe(200_000n);
  });

  it('describes a transaction without a recipient as the creation of a contract', () => {
    expect(readTransaction({ ...bare, data: '0x600160' }).action).toEqual({ kind: 'creation', bytes: 3 });
  });

  it('refuses to read a transaction that the frame refuses to sign', () => {
    expect(() => readTransaction({ ...bare, to: alice, type: 4 })).toThrow('must be 0, 1 or 2');
  });

  it.each([
    ['too little for a function', '0x123456'],
    ['a function that is not known', call('mint(uint256)', 5n)],
    ['a transfer to an address with dirty bits', `0xa9059cbb${'f'.repeat(64)}${'0'.repeat(63)}5`],
    ['a transfer with bytes behind it', `${call('transfer(address,uint256)', alice, 5n)}00`],
    ['a transfer with a word behind it', `${call('transfer(address,uint256)', alice, 5n)}${'0'.repeat(64)}`],
    ['a transfer that is cut off', call('transfer(address,uint256)', alice, 5n).slice(0, -2)],
    ['a transfer without arguments', '0xa9059cbb'],
    ['a boolean of 2', `${call('setApprovalForAll(address,bool)', alice, true).slice(0, -1)}2`],
    [
      'items and amounts that do not match',
      call(
        'safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)',
        alice,
        bob,
        [1n],
        [1n, 2n],
        '0x',
      ),
    ],
    [
      'no items',
      call('safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)', alice, bob, [], [], '0x'),
    ],
    ['an empty batch', call('multicall(bytes[])', [])],
  ])('describes as an unknown call: %s', (_name, data) => {
    expect(read(data, contract, 4n)).toEqual(unknown(data, contract, 4n));
  });
});

describe('a batch', () => {
  const inner = call('transfer(address,uint256)', alice, 5n);
  const approve = call('approve(address,uint256)', bob, most);
  const unlimited = { isUnlimited: true };

  it.each<[string, readonly unknown[]]>([
    ['multicall(bytes[])', [[inner, approve, '0x12345678']]],
    ['multicall(uint256,bytes[])', [9n, [inner, approve, '0x12345678']]],
    ['multicall(bytes32,bytes[])', [`0x${'11'.repeat(32)}`, [inner, approve, '0x12345678']]],
  ])('describes the calls of a contract to itself as calls of its caller: %s', (written, args) => {
    expect(read(call(written, ...args), contract, 3n)).toEqual({
      kind: 'batch',
      contract,
      actions: [transfer(alice, 5n), approval(bob, most, unlimited), unknown('0x12345678')],
    });
  });

  const pairs = [
    [contract, inner],
    [contract, approve],
    [carol, '0x'],
  ];
  it.each<[string, readonly unknown[]]>([
    ['aggregate((address,bytes)[])', [pairs]],
    ['blockAndAggregate((address,bytes)[])', [pairs]],
    ['tryAggregate(bool,(address,bytes)[])', [true, pairs]],
    ['tryBlockAndAggregate(bool,(address,bytes)[])', [false, pairs]],
    ['aggregate3((address,bool,bytes)[])', [pairs.map(([to, data]) => [to, true, data])]],
    ['aggregate3Value((address,bool,uint256,bytes)[])', [pairs.map(([to, data]) => [to, false, 0n, data])]],
  ])('describes the calls of a batch contract to others as its own calls: %s', (written, args) => {
    expect(read(call(written, ...args), bob)).toEqual({
      kind: 'batch',
      contract: bob,
      actions: [
        transfer(alice, 5n, bob),
        approval(bob, most, { ...unlimited, owner: bob }),
        unknown('0x', carol),
      ],
    });
  });

  it('describes coin that a batch passes on, but not as wrapped for the wallet', () => {
    const data = call('aggregate3Value((address,bool,uint256,bytes)[])', [
      [alice, false, 5n, '0x'],
      [weth, false, 6n, call('deposit()')],
    ]);
    expect(read(data, bob, 11n)).toEqual({
      kind: 'batch',
      contract: bob,
      actions: [{ kind: 'transfer', to: alice, value: 5n }, unknown(call('deposit()'), weth, 6n)],
    });
  });

  it('describes nested batches to a depth of four', () => {
    const nest = (depth: number): string =>
      depth === 0 ? inner : call('multicall(bytes[])', [nest(depth - 1)]);
    const unnest = (action: TransactionAction): TransactionAction =>
      action.kind === 'batch' ? unnest(action.actions[0] as TransactionAction) : action;
    expect(unnest(read(nest(4)))).toEqual(transfer(alice, 5n));
    expect(unnest(read(nest(5)))).toEqual(unknown(nest(1)));
  });

  it('describes a batch as an unknown call if it is too long to be read in full', () => {
    const many = (count: number) => call('multicall(bytes[])', new Array(count).fill(inner));
    expect(read(many(256))).toMatchObject({ kind: 'batch', actions: { length: 256 } });
    expect(read(many(257))).toEqual(unknown(many(257)));
    // The limit is for all calls together: an omitted call could be the important one.
    const apart = call('multicall(bytes[])', [many(200), many(100)]);
    expect(read(apart)).toEqual(unknown(apart));
  });

  it('describes a batch of 128 kB with a false length as an unknown call', () => {
    const [head, ...claims] = ['0xac9650d8', 32n, 2n ** 200n].map((one) =>
      typeof one === 'bigint' ? one.toString(16).padStart(64, '0') : one,
    );
    const data = [head, ...claims].join('').padEnd(2 + 2 * 131_072, '0');
    expect(read(data)).toEqual(unknown(data));
  });
});

describe('the description of a call', () => {
  /** Encodes a call again from its description, with another implementation. */
  function write(action: TransactionAction): string {
    switch (action.kind) {
      case 'token-transfer':
        return action.from === null
          ? call('transfer(address,uint256)', action.to, action.amount)
          : call('transferFrom(address,address,uint256)', action.from, action.to, action.amount);
      case 'token-approval': {
        const name = { set: 'approve', increase: 'increaseAllowance', decrease: 'decreaseAllowance' };
        return call(`${name[action.change]}(address,uint256)`, action.spender, action.amount);
      }
      case 'nft-transfer':
        return call('safeTransferFrom(address,address,uint256)', action.from, action.to, action.items[0]?.id);
      case 'nft-approval':
        return call('setApprovalForAll(address,bool)', action.operator, action.isGranted);
      case 'batch':
        return call('multicall(bytes[])', action.actions.map(write));
      case 'call':
        return action.data;
      default:
        throw new Error(`no call is a ${action.kind}`);
    }
  }
  function create(dice: Dice, depth: number): string {
    const who = () => Address.checksum(Hex.fromBytes(dice.bytes(20)));
    const number = () => BigInt(Hex.fromBytes(dice.bytes(32))) >> BigInt(dice.below(256));
    const forms = [
      () => call('transfer(address,uint256)', who(), number()),
      () => call('transferFrom(address,address,uint256)', who(), who(), number()),
      () => call('approve(address,uint256)', who(), number()),
      () => call('increaseAllowance(address,uint256)', who(), number()),
      () => call('decreaseAllowance(address,uint256)', who(), number()),
      () => call('safeTransferFrom(address,address,uint256)', who(), who(), number()),
      () => call('setApprovalForAll(address,bool)', who(), dice.below(2) === 1),
      () => call('mint(uint256)', number()),
    ];
    if (depth === 0 || dice.below(3) > 0) return dice.pick(forms)();
    const length = 1 + dice.below(4);
    return call(
      'multicall(bytes[])',
      Array.from({ length }, () => create(dice, depth - 1)),
    );
  }

  it('describes a call completely: encoded again, it equals the call to the last bit, damaged or not', () => {
    const dice = createDice(20);
    let [known, damaged] = [0, 0];
    for (let round = 0; round < 3000; round += 1) {
      const data = create(dice, 3);
      const action = read(data);
      if (action.kind !== 'call') known += 1;
      expect(write(action), `round ${round}`).toBe(data);
      const place = 2 + dice.below(data.length - 2);
      const other = `${data.slice(0, place)}${dice.below(16).toString(16)}${data.slice(place + 1)}`;
      const otherAction = read(other);
      if (otherAction.kind === 'call') damaged += 1;
      expect(write(otherAction), `round ${round}, damaged`).toBe(other);
    }
    expect(known).toBeGreaterThan(2000);
    expect(damaged).toBeGreaterThan(500);
  });
});

it('knows wrappers of well-known networks, with correct checksums', () => {
  const wrappers = [1, 10, 56, 100, 130, 137, 8453, 42161, 43114, 59144, 84532, 421614, 534352, 7777777]
    .concat([11155111, 11155420])
    .map((id) => findNetwork(id)?.wrapper ?? expect.fail(`no wrapper on ${id}`));
  for (const wrapper of wrappers) expect(wrapper).toBe(Address.checksum(wrapper as Address.Address));
  expect(findNetwork(1)).toMatchObject({ name: 'Ethereum', symbol: 'ETH' });
  expect(findNetwork(12345)).toBeNull();
});
