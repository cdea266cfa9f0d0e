import { expect, it } from 'vitest';
import { orderFiles } from './longestFirst.ts';

const [unit, browser] = [{}, {}];
const file = (name: string, project: object) => ({ moduleId: `/root/${name}`, project });
const files = [
  file('a', unit),
  file('x', browser),
  file('b', unit),
  file('y', browser),
  file('c', unit),
  file('z', browser),
];
const order = (seed?: number) =>
  orderFiles(files, { root: '/root', costs: { c: 9, b: 5, z: 7 }, seed })
    .map(({ moduleId }) => moduleId.slice('/root/'.length))
    .join('');

it('the order of test files begins each project with its most expensive files, and keeps all files', () => {
  expect(order()).toBe('cbazxy');
});

it('the shuffled order of a seed is the same each time, and keeps the files of a project together', () => {
  const orders = [1, 2, 3, 4, 5].map(order);
  expect([1, 2, 3, 4, 5].map(order)).toEqual(orders);
  expect(new Set(orders).size).toBeGreaterThan(1);
  for (const one of orders) {
    expect([...one.slice(0, 3)].sort().join('')).toBe('abc');
    expect([...one.slice(3)].sort().join('')).toBe('xyz');
  }
});
