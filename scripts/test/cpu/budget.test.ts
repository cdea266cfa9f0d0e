import { expect, it } from 'vitest';
import { judge } from './budget.ts';
import { slownessOf } from './calibrate.ts';

const within = [{ step: 'unit', cpuS: 200, budgetS: 220 }];
const file = (name: string, cpuS: number, isFirst = false) => ({ file: name, cpuS, isFirst });

it('passes a command that keeps its budget, with files that cost what is recorded', () => {
  expect(judge(within, [file('a', 11)], { a: 10 })).toEqual({ failures: [], warnings: [] });
});

it('fails a command above 120 % of its budget, all steps together', () => {
  const steps = (unitS: number) => [
    { step: 'unit', cpuS: unitS, budgetS: 100 },
    { step: 'service', cpuS: 80, budgetS: 100 },
  ];
  expect(judge(steps(160), [], {}).failures).toEqual([]);
  expect(judge(steps(161), [], {}).failures).toEqual([
    '241 CPU s is more than 120 % of the budget of 200 CPU s',
  ]);
});

it('does not judge a step without a budget', () => {
  expect(judge([...within, { step: 'install', cpuS: 900, budgetS: null }], [], {}).failures).toEqual([]);
});

it('warns of a file at 1.2 times its recorded cost, and fails it at twice', () => {
  const files = [file('a', 12), file('b', 20), file('c', 11.9)];
  expect(judge(within, files, { a: 10, b: 10, c: 10 })).toEqual({
    failures: ['b: 20 CPU s, recorded 10 CPU s'],
    warnings: ['a: 12 CPU s, recorded 10 CPU s'],
  });
});

it('judges no file that is cheap, new, or the first of its worker', () => {
  const files = [file('cheap', 4.9), file('new', 50), file('first', 50, true)];
  expect(judge(within, files, { cheap: 1, first: 10 })).toEqual({ failures: [], warnings: [] });
});

it('counts a faster machine as the reference, and takes twice the CPU seconds of one that is twice as slow', () => {
  expect([0.22, 0.55, 1.1].map(slownessOf)).toEqual([1, 1, 2]);
});
