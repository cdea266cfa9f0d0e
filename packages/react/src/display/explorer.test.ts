import { expect, it } from 'vitest';
import { explorerLink } from './explorer.ts';

const hash = `0x${'ab'.repeat(32)}`;
const linkOf = (url: unknown) => explorerLink({ blockExplorers: { default: { url: url as string } } }, hash);

it("[DISP-04] the link to a transaction leads to the chain's own explorer", () => {
  expect(linkOf('https://basescan.org')).toBe(`https://basescan.org/tx/${hash}`);
  expect(linkOf('https://basescan.org/')).toBe(`https://basescan.org/tx/${hash}`);
  expect(linkOf('https://host.example/explorer/')).toBe(`https://host.example/explorer/tx/${hash}`);
});

it("[DISP-04] the link to a transaction leads to the public Ethereum explorer if the chain's explorer address is missing or invalid", () => {
  const fallback = `https://etherscan.io/tx/${hash}`;
  expect(explorerLink({}, hash)).toBe(fallback);
  expect(explorerLink({ blockExplorers: undefined }, hash)).toBe(fallback);
  for (const wrong of ['', 'basescan.org', '/tx', 'javascript:alert(1)//', 'data:text/html,x', null, 7, {}])
    expect(linkOf(wrong), String(wrong)).toBe(fallback);
});

it('the hash in the link to a transaction is escaped, so it stays one path segment', () => {
  expect(explorerLink({}, '../x?y#z')).toBe('https://etherscan.io/tx/..%2Fx%3Fy%23z');
});
