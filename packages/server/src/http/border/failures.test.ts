import { createTestService, type TestService, testAppSecret } from '@latchkey/testkit';
import { adminRoutes, directoryRoutes, type FailureKind, failureLimits, getAppRoute } from '@latchkey/wire';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

// Strangers who are no one yet: what they make up is counted by network, and beyond the cap looked up no more.

const other = { id: 'another-app-0000000000001', name: 'Other', allowed_origins: ['https://other.example'] };
let service: TestService;
let made = 0;
beforeAll(async () => {
  service = await createTestService({ apps: [other] });
});
afterEach(() => {
  // Every bucket is full again.
  service.clock.advance(3_600_000);
});
afterAll(() => service.close());

const stranger = '203.0.113.5';
const elsewhere = '203.0.113.6';
const madeUpId = () => `made-up-app-${String(made++).padStart(13, '0')}`;

/** How often the database is asked meanwhile. */
async function countReads(act: () => Promise<unknown>): Promise<number> {
  let asked = 0;
  const verbs = ['select', 'delete', 'insert', 'update', 'execute'];
  const db = new Proxy(service.database.db, {
    get(target, key) {
      if (verbs.includes(String(key))) asked += 1;
      const value: unknown = Reflect.get(target, key);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  const first = service;
  /** What is prepared is asked past those verbs. */
  const statement: typeof first.database.statement = (name, text) => {
    const run = first.database.statement<never>(name, text);
    return (values) => {
      asked += 1;
      return run(values);
    };
  };
  const another = await first.startAnother({ watched: { ...first.database, db, statement } });
  service = another;
  try {
    // What a process reads once for itself is not counted.
    await status('app-id', elsewhere, true);
    asked = 0;
    await act();
    return asked;
  } finally {
    service = first;
    await another.close();
  }
}

const status = async (kind: FailureKind, network: string, right = false): Promise<number> => {
  const page = async (path: string) =>
    (await service.fetch(new Request(`http://localhost:4000${path}`), { remoteAddress: network })).status;
  switch (kind) {
    case 'admin-key': {
      const bearer = right ? service.config.adminKey : 'a-wrong-key';
      return (await service.call(adminRoutes.listApps, { network, bearer })).status;
    }
    case 'app-id': {
      const appId = right ? service.app.id : madeUpId();
      return (await service.call(getAppRoute, { network, appId, params: { id: appId } })).status;
    }
    case 'app-secret': {
      const secret = right ? testAppSecret : 'a-wrong-secret';
      const params = { user_id: 'did:privy:x' };
      return (await service.call(directoryRoutes.getUser, { network, secret, params })).status;
    }
    case 'callback-state':
      return page(`/api/v1/oauth/callback?state=${service.app.id}.${madeUpId()}&code=x`);
    default:
      throw new Error('The recovery store has a test of its own');
  }
};
const wrong = { 'admin-key': 401, 'app-id': 404, 'app-secret': 401, 'callback-state': 400 } as const;
const kinds = Object.keys(wrong) as (keyof typeof wrong)[];

describe.each(kinds)('[S45] what goes wrong with a %s', (kind) => {
  const { calls, perMs } = failureLimits[kind];

  test('is refused beyond the cap of the network, with how long to wait, and no other network hears of it', async () => {
    for (let call = 0; call < calls; call += 1) expect(await status(kind, stranger)).toBe(wrong[kind]);
    expect(await status(kind, stranger)).toBe(429);
    expect(await status(kind, elsewhere)).toBe(wrong[kind]);
    service.clock.advance(Math.ceil(perMs / calls));
    expect(await status(kind, stranger)).toBe(wrong[kind]);
    expect(await status(kind, stranger)).toBe(429);
  });
});

test.each(['app-id', 'callback-state'] as const)(
  '[S45] what goes wrong with a %s is not looked up beyond the cap',
  async (kind) => {
    const { calls } = failureLimits[kind];
    const many = async (times: number) => {
      for (let call = 0; call < times; call += 1) await status(kind, stranger);
    };
    const reads = await countReads(() => many(calls));
    expect(reads).toBeGreaterThanOrEqual(calls);
    expect(await countReads(() => many(calls * 3))).toBe(reads);
  },
);

test.each(['admin-key', 'app-secret', 'app-id'] as const)(
  '[S45] what is right with a %s is not counted, and goes on from a network that is beyond its cap',
  async (kind) => {
    const { calls } = failureLimits[kind];
    const ok = await status(kind, stranger, true);
    for (let call = 0; call < calls * 2; call += 1) expect(await status(kind, stranger, true)).toBe(ok);
    for (let call = 0; call <= calls; call += 1) await status(kind, stranger);
    expect(await status(kind, stranger)).toBe(429);
    expect(await status(kind, stranger, true)).toBe(ok);
  },
);

test('[S45] a key that was never right from a network beyond its cap is not even compared', async () => {
  const guessing = '203.0.113.7';
  for (let call = 0; call < failureLimits['admin-key'].calls; call += 1) await status('admin-key', guessing);
  expect(await status('admin-key', guessing, true)).toBe(429);
  expect(await status('admin-key', elsewhere, true)).toBe(200);
});

test('[S45] those at once are counted before any is known to be wrong', async () => {
  const { calls } = failureLimits['app-id'];
  const statuses = await Promise.all(Array.from({ length: calls * 2 }, () => status('app-id', stranger)));
  expect(statuses.filter((one) => one === 404)).toHaveLength(calls);
});

test('[S45] a secret that is right no more is shut out with the others', async () => {
  const bearer = service.config.adminKey;
  const { json } = await service.call(adminRoutes.createApp, { body: { name: 'Rotated' }, bearer });
  const { id: appId, app_secret: secret = '' } = json;
  const request = async () =>
    (
      await service.call(directoryRoutes.getUser, {
        appId,
        secret,
        params: { user_id: 'x' },
        network: stranger,
      })
    ).status;
  expect(await request()).toBe(404);
  for (let call = 0; call < failureLimits['app-secret'].calls; call += 1)
    await status('app-secret', stranger);
  expect(await request()).toBe(404);
  await service.call(adminRoutes.rotateSecret, { params: { id: appId }, body: { overlap_s: 0 }, bearer });
  expect([await request(), await request()]).toEqual([401, 429]);
});

test('[S45] the refusal says when to come again', async () => {
  for (let call = 0; call < failureLimits['app-id'].calls; call += 1) await status('app-id', stranger);
  const appId = madeUpId();
  const { status: refused, headers, json } = await service.call(getAppRoute, { network: stranger, appId });
  expect([refused, json.code, headers.get('retry-after')]).toEqual([429, 'too_many_requests', '1']);
});

test('[S45] the pages of the wallet frame are counted by the apps that they name, too', async () => {
  const page = async (appId: string) => {
    const request = new Request(`http://localhost:4000/apps/${appId}/embedded-wallets`);
    return (await service.fetch(request, { remoteAddress: stranger })).status;
  };
  for (let call = 0; call < failureLimits['app-id'].calls; call += 1)
    expect(await page(madeUpId())).toBe(404);
  expect(await page(madeUpId())).toBe(429);
  expect(await page(service.app.id)).not.toBe(429);
});

test('[S45] in production /metrics is behind the key, and the key behind the cap', async () => {
  const strict = await service.startAnother({ config: { production: true } });
  const request = async (authorization: string) => {
    const request = new Request('http://localhost:4000/metrics', { headers: { authorization } });
    return (await strict.fetch(request, { remoteAddress: stranger })).status;
  };
  for (let call = 0; call < failureLimits['admin-key'].calls; call += 1)
    expect(await request('Bearer x')).toBe(401);
  expect(await request('Bearer x')).toBe(429);
  await strict.close();
});
