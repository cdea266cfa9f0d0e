import { expect, it } from 'vitest';
import { missingOf } from './missingOf.ts';

const chain = { id: 1, name: 'Ethereum' };
const ether = 10n ** 18n;
const fee = { gas: 0n, layer1: 0n, total: 0n };

it.each([
  [{ total: ether, balance: 0n, fee, chain }, '1'],
  [{ total: ether + 1n, balance: 0n, fee, chain }, '1.001'],
  [{ total: 123_456_789n, balance: 0n, fee, chain }, '0.0000000001235'],
  [{ total: 5n, balance: 0n, fee, chain }, '0.000000000000000005'],
  [{ total: ether, balance: ether / 2n, fee: { ...fee, total: ether / 10n }, chain }, '0.51'],
  [{ total: 20_000n * ether, balance: 0n, fee, chain }, '20000'],
])('the missing amount leaves room for a higher fee, and is rounded up: %#', (prepared, amount) => {
  expect(missingOf(prepared)).toBe(amount);
});
