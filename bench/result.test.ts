import { expect, it } from 'vitest';
import { keepsBudget, toLine } from './result.ts';
import { overRounds } from './rounds.ts';

const rounds = [1, 1, 1, 9, 9];

it('a budget is checked on the median, so a slow round alone does not fail it', () => {
  const figure = { name: 'opening', unit: '×', ...overRounds(rounds, (ratio) => ratio) };
  expect(keepsBudget({ ...figure, atMost: 1 })).toBe(true);
  expect(keepsBudget({ ...figure, atMost: 0.99 })).toBe(false);
  expect(keepsBudget({ ...figure, atLeast: 1 })).toBe(true);
  expect(keepsBudget({ ...figure, atLeast: 1.01 })).toBe(false);
});

it('a printed figure shows its spread, its budget and whether it is kept', () => {
  const figure = { name: 'opening', unit: '×', atMost: 0.5, ...overRounds(rounds, (ratio) => ratio) };
  expect(toLine(figure).replace(/ +/g, ' ')).toBe('opening 1 × 1 – 9 in 5 rounds ≤ 0.5 OVER');
  expect(toLine({ name: 'packages', value: 10, unit: '', atMost: 40 })).toMatch(/^packages +10 +≤ 40 +ok$/);
});
