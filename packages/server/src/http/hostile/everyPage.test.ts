import { type Chance, createChance, hostileOf, type JsonSchema } from '@latchkey/testkit';
import { sessionRoutes } from '@latchkey/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fromDatabaseError } from '../../db/index.ts';
import {
  type Fixture,
  half,
  openFixture,
  origin,
  percent,
  rounds,
  type SentRequest,
  tell,
  toPlainText,
} from './fixture.testkit.ts';

// Hostile requests to paths that are no routes of the wire: pages, returns from providers, and invalid addresses.
// Also texts that the database cannot store, in places that no schema checks.

let fixture: Fixture;
beforeAll(async () => {
  fixture = await openFixture();
});
afterAll(() => fixture.close());

const nothing = { headers: {}, body: '' };
const callback = '/api/v1/oauth/callback';

/** Requests that once got a 5xx answer, and similar ones. */
const known: Record<string, () => SentRequest> = {
  'U+0000 in the app of a returning state': () => ({
    ...nothing,
    method: 'GET',
    path: `${callback}?state=%00.x`,
  }),
  'U+0000 in a returning state': () => ({
    ...nothing,
    method: 'GET',
    path: `${callback}?state=${fixture.service.app.id}.%00&code=%00&error=%00`,
  }),
  'U+0000 in a posted state': () => ({
    method: 'POST',
    path: callback,
    body: 'state=%00.%00&code=%00&user=%00',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  }),
  'U+0000 in the state of a consent': () => ({
    ...nothing,
    method: 'GET',
    path: '/api/v1/recovery/oauth/callback?state=%00.%00&code=%00',
  }),
  'U+0000 in the app of a page': () => ({ ...nothing, method: 'GET', path: '/apps/%00/embedded-wallets' }),
  'an invalid address': () => ({ ...nothing, method: 'GET', path: 'http://[' }),
  'an invalid address of a page': () => ({
    ...nothing,
    method: 'GET',
    path: `http://[${callback}?state=x`,
  }),
  'an invalid address in a POST': () => ({ ...nothing, method: 'POST', path: `http://[${callback}` }),
};

test.each(Object.keys(known))('[S56] a request with %s is refused', async (name) => {
  const { status } = await fixture.exchange(known[name]?.() ?? { ...nothing, method: 'GET', path: '/' });
  expect(status).toBeGreaterThanOrEqual(400);
  expect(status).toBeLessThan(500);
});

test.each([
  ['U+0000', '\u0000'],
  ['half a character', half],
])('[S56] %s in a claim of an unsigned token is refused', async (_, text) => {
  const { user } = await fixture.newPerson();
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = { aid: fixture.service.app.id, sub: `did:privy:${text}` };
  const body = JSON.stringify({ refresh_token: user.refreshToken });
  const { status } = await fixture.exchange({
    method: 'POST',
    path: sessionRoutes.refresh.path,
    body,
    headers: {
      'content-type': 'application/json',
      origin,
      'privy-app-id': fixture.service.app.id,
      authorization: `Bearer ${encode({ alg: 'ES256' })}.${encode(claims)}.AAAA`,
    },
  });
  expect(status).toBe(401);
});

test('[S56] a value that the database refuses to store becomes invalid_data', async () => {
  for (const [cast, value] of [
    ['text', 'a\u0000b'],
    ['jsonb', JSON.stringify({ a: half })],
    ['jsonb', JSON.stringify({ a: '\u0000' })],
    ['bigint', '9'.repeat(30)],
  ] as const) {
    const request = fixture.service.database.statement(`refused_${cast}`, `select $1::${cast}`);
    const refused = await request([value]).catch((error: unknown) => error);
    expect(fromDatabaseError(refused)).toMatchObject({ code: 'invalid_data' });
  }
});

const pages = [
  ...[
    callback,
    `${callback}/oidc`,
    '/api/v1/recovery/oauth/callback',
    '/js/telegram-login.js',
    '/healthz',
    '/readyz',
  ],
  ...[
    '/apps/latchkey-test-app-0000001/embedded-wallets',
    '/apps/x/embedded-wallets/export',
    '/frame/x.js',
    '/metrics',
  ],
  ...['/.well-known/latchkey-frame.json', '/openapi.json', '/', '/nothing'],
];

test('[S56] pages answer random hostile requests without a 5xx', async () => {
  const chance = createChance(99);
  const bad: string[] = [];
  for (let round = 0; round < rounds * pages.length; round += 1) {
    const query = Object.entries(pageQuery(chance));
    const encoded = query.map(([name, value]) => `${percent(name)}=${percent(toPlainText(value))}`).join('&');
    const isForm = chance.integer(3) === 0;
    const sent = {
      method: isForm ? 'POST' : chance.pick(['GET', 'HEAD', 'GET']),
      path: `${chance.pick(['', '', '', 'http://[', 'http://x'])}${chance.pick(pages)}${isForm ? '' : `?${encoded}`}`,
      headers: isForm ? { 'content-type': 'application/x-www-form-urlencoded' } : {},
      body: isForm ? encoded : '',
    };
    const { status } = await fixture.exchange(sent);
    if (status >= 500) bad.push(`${status} ${tell(sent)}`);
  }
  expect(bad).toEqual([]);
});

function pageQuery(chance: Chance): object {
  const query = hostileOf(chance, pageSchema, {
    texts: [fixture.service.app.id, `${fixture.service.app.id}.x`],
    byName: {},
  });
  return typeof query === 'object' && query !== null ? query : {};
}

const pageSchema: JsonSchema = {
  type: 'object',
  properties: { state: { type: 'string' }, code: { type: 'string' }, error: { type: 'string' }, user: {} },
  required: ['state'],
};
