import { expect, it } from 'vitest';
import { explorerLink } from './explorer.ts';

const hash = `0x${'ab'.repeat(32)}`;
const linkOf = (url: unknown) => explorerLink({ blockExplorers: { default: { url: url as string } } }, hash);

it("[DISP-04] leads to the chain's own explorer", () => {
  expect(linkOf('https://basescan.org')).toBe(`https://basescan.org/tx/${hash}`);
  expect(linkOf('https://basescan.org/')).toBe(`https://basescan.org/tx/${hash}`);
  expect(linkOf('https://host.example/explorer/')).toBe(`https://host.example/explorer/tx/${hash}`);
});

it('[DISP-04] falls back to the public Ethereum explorer where the address is missing or wrong', () => {
  const fallback = `https://etherscan.io/tx/${hash}`;
  expect(explorerLink({}, hash)).toBe(fallback);
  expect(explorerLink({ blockExplorers: undefined }, hash)).toBe(fallback);
  for (const wrong of ['', 'basescan.org', '/tx', 'javascript:alert(1)//', 'data:text/html,x', null, 7, {}])
    expect(linkOf(wrong), String(wrong)).toBe(fallback);
});

it('takes nothing but a path from what stands for a hash', () => {
  expect(explorerLink({}, '../x?y#z')).toBe('https://etherscan.io/tx/..%2Fx%3Fy%23z');
});
