import { expect, it } from 'vitest';
import { findNetworkMark } from './networkMarks.ts';

it('[DISP-05] a built-in network shares its logo with its testnet, Solana has a logo, and other networks have none', () => {
  const built = {
    arbitrum: [42161, 421614],
    avalanche: [43114, 43113],
    base: [8453, 84532],
    celo: [42220, 44787],
    ethereum: [1, 11155111],
    optimism: [10, 11155420],
    polygon: [137, 80002],
  };
  const marks = Object.values(built).map((ids) => ids.map(findNetworkMark));
  for (const [main, test] of marks) {
    expect(main).not.toBeNull();
    expect(test).toBe(main);
  }
  expect(new Set(marks.map(([main]) => main)).size).toBe(7);
  expect(findNetworkMark(0)).not.toBeNull(); // Solana
  expect([31337, 56].map(findNetworkMark)).toEqual([null, null]);
});
