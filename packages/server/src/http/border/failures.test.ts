import { createTestService, type TestService, testAppSecret } from '@latchkey/testkit';
import { adminRoutes, directoryRoutes, type FailureKind, failureLimits, getAppRoute } from '@latchkey/wire';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

// Failures of unknown callers are counted by network. Over the limit, credentials and app ids that the process does not
// know are not looked up.

const other = { id: 'another-app-0000000000001', name: 'Other', allowed_origins: ['https://other.example'] };
let service: TestService;
let made = 0;
beforeAll(async () => {
  service = await createTestService({ apps: [other] });
});
afterEach(() => {
  // Refills every bucket.
  service.clock.advance(3_600_000);
});
afterAll(() => service.close());

const stranger = '203.0.113.5';
const elsewhere = '203.0.113.6';
const madeUpId = () => `made-up-app-${String(made++).padStart(13, '0')}`;

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
  /** Counts prepared statements too, which bypass the verbs above. */
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
    // Skips the queries that a process makes once.
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
    default:
      throw new Error('The recovery store has a test of its own');
  }
};
const wrong = { 'admin-key': 401, 'app-id': 404, 'app-secret': 401 } as const;
const kinds = Object.keys(wrong) as (keyof typeof wrong)[];

describe.each(kinds)('[S45] failed attempts with a %s', (kind) => {
  const { calls, perMs } = failureLimits[kind];

  test('failed attempts of a network are refused over the limit until it refills, and other networks are not affected', async () => {
    for (let call = 0; call < calls; call += 1) expect(await status(kind, stranger)).toBe(wrong[kind]);
    expect(await status(kind, stranger)).toBe(429);
    expect(await status(kind, elsewhere)).toBe(wrong[kind]);
    service.clock.advance(Math.ceil(perMs / calls));
    expect(await status(kind, stranger)).toBe(wrong[kind]);
    expect(await status(kind, stranger)).toBe(429);
  });
});

test('[S45] over the limit, attempts with an app-id cause no database queries', async () => {
  const { calls } = failureLimits['app-id'];
  const many = async (times: number) => {
    for (let call = 0; call < times; call += 1) await status('app-id', stranger);
  };
  const reads = await countReads(() => many(calls));
  expect(reads).toBeGreaterThanOrEqual(calls);
  expect(await countReads(() => many(calls * 3))).toBe(reads);
});

test.each(['/api/v1/oauth/callback', '/api/v1/recovery/oauth/callback'])(
  '[S45] made-up returns to %s cause no database queries',
  async (path) => {
    const secret = 'A'.repeat(43);
    const { id } = service.app;
    const reads = await countReads(async () => {
      for (const state of [
        '',
        'x',
        `${id}.${secret}`,
        `${id}.${secret}.${secret}`,
        `${madeUpId()}.${secret}.x`,
      ]) {
        const url = `http://localhost:4000${path}?${new URLSearchParams({ state, code: 'x' })}`;
        expect((await service.fetch(new Request(url), { remoteAddress: stranger })).status).toBe(400);
      }
    });
    expect(reads).toBe(0);
  },
);

test.each(['admin-key', 'app-secret', 'app-id'] as const)(
  '[S45] successful attempts with a %s are not counted, and still work from a network over its limit',
  async (kind) => {
    const { calls } = failureLimits[kind];
    const ok = await status(kind, stranger, true);
    for (let call = 0; call < calls * 2; call += 1) expect(await status(kind, stranger, true)).toBe(ok);
    for (let call = 0; call <= calls; call += 1) await status(kind, stranger);
    expect(await status(kind, stranger)).toBe(429);
    expect(await status(kind, stranger, true)).toBe(ok);
  },
);

test('[S45] a right admin key that its network never used before is refused over the limit', async () => {
  const guessing = '203.0.113.7';
  for (let call = 0; call < failureLimits['admin-key'].calls; call += 1) await status('admin-key', guessing);
  expect(await status('admin-key', guessing, true)).toBe(429);
  expect(await status('admin-key', elsewhere, true)).toBe(200);
});

test('[S45] simultaneous attempts are counted before their results are known', async () => {
  const { calls } = failureLimits['app-id'];
  const statuses = await Promise.all(Array.from({ length: calls * 2 }, () => status('app-id', stranger)));
  expect(statuses.filter((one) => one === 404)).toHaveLength(calls);
});

test('[S45] a secret that is no longer valid is refused over the limit, even if its network used it with success', async () => {
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
  expect(await request()).toBe(401);
  expect(await request()).toBe(429);
});

test('[S45] the refusal of an attempt over the limit names the time to wait', async () => {
  for (let call = 0; call < failureLimits['app-id'].calls; call += 1) await status('app-id', stranger);
  const appId = madeUpId();
  const { status: refused, headers, json } = await service.call(getAppRoute, { network: stranger, appId });
  expect(refused).toBe(429);
  expect(json.code).toBe('too_many_requests');
  expect(headers.get('retry-after')).toBe('1');
});

test('[S45] requests for wallet frame pages of unknown apps count as failures too', async () => {
  const page = async (appId: string) => {
    const request = new Request(`http://localhost:4000/apps/${appId}/embedded-wallets`);
    return (await service.fetch(request, { remoteAddress: stranger })).status;
  };
  for (let call = 0; call < failureLimits['app-id'].calls; call += 1)
    expect(await page(madeUpId())).toBe(404);
  expect(await page(madeUpId())).toBe(429);
  expect(await page(service.app.id)).not.toBe(429);
});

test('[S45] in production /metrics refuses a wrong key, and failed attempts at it are limited', async () => {
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
