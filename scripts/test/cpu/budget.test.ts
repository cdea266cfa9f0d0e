import { expect, it } from 'vitest';
import { judge } from './budget.ts';
import { slownessOf } from './calibrate.ts';

const within = [{ step: 'unit', cpuS: 200, budgetS: 220 }];
const file = (name: string, cpuS: number, isFirst = false) => ({ file: name, cpuS, isFirst });

it('a command within its budget passes if a file costs 1.1 times its recorded cost', () => {
  expect(judge(within, [file('a', 11)], { a: 10 })).toEqual({ failures: [], warnings: [] });
});

it('a command fails above 120 % of its budget, summed over all steps', () => {
  const steps = (unitS: number) => [
    { step: 'unit', cpuS: unitS, budgetS: 100 },
    { step: 'service', cpuS: 80, budgetS: 100 },
  ];
  expect(judge(steps(160), [], {}).failures).toEqual([]);
  expect(judge(steps(161), [], {}).failures).toEqual([
    '241 CPU s is more than 120 % of the budget of 200 CPU s',
  ]);
});

it('a step without a budget is not judged', () => {
  expect(judge([...within, { step: 'install', cpuS: 900, budgetS: null }], [], {}).failures).toEqual([]);
});

it('a file causes a warning at 1.2 times its recorded cost, and a failure at twice', () => {
  const files = [file('a', 12), file('b', 20), file('c', 11.9)];
  expect(judge(within, files, { a: 10, b: 10, c: 10 })).toEqual({
    failures: ['b: 20 CPU s, recorded 10 CPU s'],
    warnings: ['a: 12 CPU s, recorded 10 CPU s'],
  });
});

it('a file that is cheap, new, or the first of its worker is not judged', () => {
  const files = [file('cheap', 4.9), file('new', 50), file('first', 50, true)];
  expect(judge(within, files, { cheap: 1, first: 10 })).toEqual({ failures: [], warnings: [] });
});

it('slownessOf returns 1 for a machine as fast as the reference or faster, and the mean of the loops for a slower one', () => {
  expect(slownessOf({ computing: 0.22, remembering: 0.1 })).toBe(1);
  expect(slownessOf({ computing: 0.55, remembering: 0.16 })).toBe(1);
  expect(slownessOf({ computing: 1.1, remembering: 0.32 })).toBe(2);
  expect(slownessOf({ computing: 0.55, remembering: 0.32 })).toBe(1.5);
});
