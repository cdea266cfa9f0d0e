import { expect, it } from 'vitest';
import { toCheckedTransaction } from './toCheckedTransaction.ts';

const address = '0x52908400098527886E0F7030069857D2E4169EE7';
const other = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const given = { address, chainId: 1 };
const storageKey = `0x${'00'.repeat(32)}`;

it('toCheckedTransaction checks a transaction once, and returns a checked one unchanged', () => {
  const checked = toCheckedTransaction({ to: other, value: '0x5' }, given);
  expect(toCheckedTransaction(checked, given)).toBe(checked);
  // A copy is not a checked transaction, so it is checked.
  expect(toCheckedTransaction({ ...checked }, given)).not.toBe(checked);
  expect(() => toCheckedTransaction({ ...checked, to: 'nowhere' }, given)).toThrow();
});

it('toCheckedTransaction freezes a checked transaction and its access list, and rejects the transaction for another wallet', () => {
  const accessList = [{ address: other, storageKeys: [storageKey] }];
  const checked = toCheckedTransaction({ to: other, accessList }, given);
  for (const part of [
    checked,
    checked.accessList,
    checked.accessList?.[0],
    checked.accessList?.[0]?.storageKeys,
  ])
    expect(Object.isFrozen(part)).toBe(true);
  expect(() => toCheckedTransaction(checked, { address: other, chainId: 1 })).toThrow();
});
