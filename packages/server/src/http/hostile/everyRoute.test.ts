import {
  type CallInput,
  type Chance,
  createChance,
  hostileBody,
  hostileOf,
  hostileValue,
  type JsonSchema,
  type Own,
  type TestService,
  testAppSecret,
} from '@latchkey/testkit';
import { type CheckedRoute, checkedRoutes, isOfFrame, pathOf, type RouteFacts } from '@latchkey/wire';
import { toJsonSchema } from '@valibot/to-json-schema';
import type { GenericSchema } from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type Fixture,
  openFixture,
  origin,
  type Person,
  percent,
  rounds,
  type SentRequest,
  tell,
  toPlainText,
} from './fixture.testkit.ts';

// Hostile requests to every route of the wire over a real socket, with and without authorization. Each gets an
// answer without a 5xx.

let fixture: Fixture;
beforeAll(async () => {
  fixture = await openFixture();
});
afterAll(() => fixture.close());

/** Returns valid values of a user, so a request is not refused before the service reads its hostile values. */
function ownOf({ user, wallet }: Person): Own {
  const { body } = wallet;
  const ids = [body.entropy_uid, body.device.device_id, body.request_id];
  return {
    texts: [
      user.userId,
      user.refreshToken,
      fixture.service.app.id,
      origin,
      body.wallets[0]?.address ?? '',
      ...ids,
    ],
    byName: {
      ...Object.fromEntries(Object.entries(body).map(([name, value]) => [name, [value]])),
      parent_origin: [origin],
      refresh_token: [user.refreshToken],
      user_id: [user.userId],
      email: ['x@example.com'],
      newAddress: ['y@example.com'],
      phoneNumber: ['+15005550006'],
      code: ['123456'],
      provider: ['google', 'github', 'apple', 'discord'],
      redirect_to: [`${origin}/x`],
      token: fixture.tokens,
      method: ['email', 'guest', 'custom-token', 'passkey', 'telegram'],
      name: ['x'],
      entropy_id: [user.userId],
    },
  };
}
const nobodys: Own = { texts: [], byName: {} };

const mostlyTrue = (chance: Chance) => chance.integer(6) > 0;

/** Returns headers that identify the caller, mostly one who may call the route. */
function identityOf(chance: Chance, route: RouteFacts, person: Person): Record<string, string> {
  if (!mostlyTrue(chance)) {
    const authorization = [
      'Bearer x',
      'Basic !',
      `Basic ${btoa('\u0000:\u0000')}`,
      'DPoP a.b.c',
      `Bearer ${unsigned(chance)}`,
    ];
    return {
      'privy-app-id': chance.pick([fixture.service.app.id, 'x', '%00', '__proto__']),
      authorization: chance.pick(authorization),
    };
  }
  const app = { 'privy-app-id': fixture.service.app.id };
  const { token, privyAccessToken } = person.user;
  switch (route.auth) {
    case 'operator':
      return { authorization: `Bearer ${fixture.service.config.adminKey}` };
    case 'app-secret':
      return { ...app, authorization: `Basic ${btoa(`${fixture.service.app.id}:${testAppSecret}`)}` };
    case 'none':
      return app;
    case 'refresh':
      return { ...app, authorization: `Bearer ${chance.pick([token, unsigned(chance)])}` };
    default:
      return { ...app, authorization: `Bearer ${chance.pick([token, privyAccessToken])}` };
  }
}

/** Returns an unsigned token with arbitrary claims, for code that reads a token before it is verified. */
function unsigned(chance: Chance): string {
  const claims = {
    aid: fixture.service.app.id,
    aud: fixture.service.app.id,
    sub: hostileValue(chance, nobodys),
    sid: hostileValue(chance, nobodys),
  };
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${encode({ alg: 'ES256', typ: 'JWT' })}.${encode(claims)}.AAAA`;
}

function pathFor(chance: Chance, route: RouteFacts, own: readonly string[], query: unknown): string {
  const hostile = [
    'x',
    '%00',
    '%zz',
    '%ff',
    '%ED%A0%80',
    '__proto__',
    'a%2Fb',
    '%F0%9F%91%A9',
    'x'.repeat(3_000),
    '..;',
    "'",
  ];
  const names = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const right = pathOf(
    route.path,
    Object.fromEntries(
      names.map((name) => [name, name === 'id' ? fixture.service.app.id : chance.pick(own)]),
    ),
  );
  const path = mostlyTrue(chance) ? right : route.path.replace(/\{\w+\}/g, () => chance.pick(hostile));
  const given = route.input === 'query' && typeof query === 'object' ? Object.entries(query ?? {}) : [];
  const encoded = given.map(([name, value]) => `${percent(name)}=${percent(toPlainText(value))}`).join('&');
  const odd = [
    '?',
    '?%00=%00',
    '?a=%zz',
    '?=&=',
    '?after=1e9&limit=-1',
    '?cursor=%00',
    '?limit=9007199254740993',
    '#x',
  ];
  const target = encoded ? `${path}?${encoded}` : chance.integer(4) === 0 ? path + chance.pick(odd) : path;
  return mostlyTrue(chance) ? target : chance.pick(['http://[', 'http://x', 'http://%00']) + target;
}

function headersFor(chance: Chance, route: RouteFacts, body: string): Record<string, string> {
  const types = [
    'text/plain',
    'application/json; charset=utf-16',
    'application/x-www-form-urlencoded',
    '',
    'json',
  ];
  const origins = ['null', 'http://[', 'https://evil.example', '', 'file://'];
  const isFrame = isOfFrame(route);
  const own = isFrame
    ? fixture.service.config.url
    : route.auth === 'operator' || route.auth === 'app-secret'
      ? null
      : origin;
  const shown = mostlyTrue(chance) ? own : chance.pick(origins);
  return {
    'content-type': mostlyTrue(chance) ? 'application/json' : chance.pick(types),
    'content-length': String(Buffer.byteLength(body)),
    ...(shown === null ? {} : { origin: shown }),
    ...(mostlyTrue(chance)
      ? {}
      : {
          cookie: 'privy-refresh-token=%00; a; =; privy-session',
          'x-forwarded-for': chance.pick(['[', '::', ',']),
          'privy-ca-id': chance.pick(['\u00ff', 'x'.repeat(500)]),
          'user-agent': chance.pick(['\u00ff', '(((']),
          'farcaster-channel-token': chance.pick(['x', '%00', '\u00ff']),
          dpop: chance.pick(['a.b.c', unsigned(chance)]),
        }),
  };
}

const schemaOf = ({ body }: CheckedRoute<never, unknown>): JsonSchema =>
  body
    ? (toJsonSchema(body as unknown as GenericSchema, {
        errorMode: 'ignore',
        typeMode: 'input',
      }) as JsonSchema)
    : { type: 'object', properties: {} };

/** Calls a custody route with a valid proof of possession, so its body is read. */
async function callWithProof(
  route: CheckedRoute<never, unknown>['route'],
  person: Person,
  body: object,
): Promise<SentRequest[]> {
  const sent: SentRequest[] = [];
  const overSocket = {
    async call(_: unknown, input: CallInput = {}) {
      const text = JSON.stringify(input.body);
      const headers = {
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(text)),
        origin: fixture.service.config.url,
        'privy-app-id': fixture.service.app.id,
        ...input.headers,
      };
      const request = { method: route.method, path: route.path, headers, body: text };
      const answer = await fixture.exchange(request);
      if (answer.status >= 500) sent.push(request);
      return { ...answer, json: JSON.parse(answer.text) as object };
    },
  } as unknown as TestService;
  await person.client.call(route as never, body as never, { at: overSocket });
  return sent;
}

test.each(checkedRoutes.map((checked, index) => [checked.route.name, checked, index] as const))(
  '[S56] %s answers random hostile requests without a 5xx',
  async (_, checked, index) => {
    const { route } = checked;
    const chance = createChance(index);
    const schema = schemaOf(checked);
    const bad: string[] = [];
    let person = await fixture.newPerson();
    for (let round = 0; round < rounds; round += 1) {
      // A request may end the user's session or delete the user.
      if (round % 20 === 19) person = await fixture.newPerson();
      fixture.faults.length = 0;
      const own = ownOf(person);
      const value = hostileOf(chance, schema, own);
      if (route.auth === 'frame' && mostlyTrue(chance) && typeof value === 'object' && value !== null) {
        bad.push(...(await callWithProof(route, person, { ...value, parent_origin: origin })).map(tell));
        if (bad.length > 0) break;
        continue;
      }
      const body = route.method === 'GET' ? '' : hostileBody(chance, value);
      const sent: SentRequest = {
        method: chance.integer(20) === 0 ? chance.pick(['HEAD', 'OPTIONS', 'PUT', 'DELETE']) : route.method,
        path: pathFor(chance, route, own.texts, value),
        headers: { ...headersFor(chance, route, body), ...identityOf(chance, route, person) },
        body,
      };
      const { status } = await fixture.exchange(sent);
      if (status >= 500) bad.push(`${status} ${tell(sent)}\n${fixture.faults.join('')}`);
      if (bad.length > 0) break;
    }
    expect(bad).toEqual([]);
  },
  600_000,
);
