import { testConfig } from '@latchkey/testkit';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createCoinGecko } from './coinGecko.ts';

test.each([
  ['https://api.coingecko.com/api/v3', 'x-cg-demo-api-key'],
  ['https://pro-api.coingecko.com/api/v3', 'x-cg-pro-api-key'],
])('the price provider at %s gets its key in the header %s, and not in the URL', async (url, header) => {
  const lines: string[] = [];
  let asked: { address: string; headers: Headers } | null = null;
  const provider = createCoinGecko(
    {
      config: testConfig({ pricesKey: 'CG-secret' }),
      fetch: async (address, init) => {
        asked = { address: String(address), headers: new Headers(init?.headers) };
        throw new TypeError('fetch failed');
      },
      log: pino({}, { write: (line: string) => void lines.push(line) }),
      signalAfter: (ms) => AbortSignal.timeout(ms),
    },
    url,
  );
  expect(await provider.request(['ethereum', 'solana'])).toBeNull();
  expect(asked).toMatchObject({ address: `${url}/simple/price?ids=ethereum%2Csolana&vs_currencies=usd` });
  const { headers } = asked as unknown as { headers: Headers };
  expect(headers.get(header)).toBe('CG-secret');
  expect([...headers].filter(([name]) => name.startsWith('x-cg-'))).toHaveLength(1);
  expect(lines.join('')).toContain('does not answer');
  expect(lines.join('')).not.toContain('CG-secret');
});
