import { logIn, type TestService } from '@latchkey/testkit';
import { fundingRoutes, rateLimits } from '@latchkey/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPayer, type ProviderServer, startFunding, startProvider } from './funding.testkit.ts';

let provider: ProviderServer;
let service: TestService;
let ada: Awaited<ReturnType<typeof createPayer>>;
beforeAll(async () => {
  provider = await startProvider();
  service = await startFunding(provider);
  ada = await createPayer(service);
});
afterAll(async () => {
  await service.close();
  await provider.close();
});

const calls = {
  signMoonpay: (bearer: string) =>
    service.call(fundingRoutes.signMoonpay, { bearer, body: { address: ada.address, config: {} } }),
  initCoinbase: (bearer: string) =>
    service.call(fundingRoutes.initCoinbase, {
      bearer,
      body: { addresses: [{ address: ada.address, blockchains: ['base'] }] },
    }),
  coinbaseStatus: (bearer: string) =>
    service.call(fundingRoutes.coinbaseStatus, { bearer, body: { partnerUserId: 'none' } }),
  list: (bearer: string) => service.call(fundingRoutes.list, { bearer }),
};

test.each(Object.keys(calls) as (keyof typeof calls)[])(
  '[S45] calls of %s by one session are limited, and the user’s other sessions are not affected',
  async (name) => {
    const call = calls[name];
    const { calls: most } = rateLimits[`funding.${name}`].sessionInProcess;
    const allowed = await Promise.all(Array.from({ length: most }, () => call(ada.token)));
    expect(allowed.filter(({ status }) => status === 429)).toEqual([]);
    const refused = await call(ada.token);
    expect(refused.status).toBe(429);
    expect(refused.json.code).toBe('too_many_requests');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    const { token } = await logIn(service, 'ada@example.com');
    expect((await call(token ?? '')).status).not.toBe(429);
    service.clock.advance(60_000);
    expect((await call(ada.token)).status).not.toBe(429);
  },
);
