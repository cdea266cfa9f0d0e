import { createHash } from 'node:crypto';
import { Agent, request as ask } from 'node:http';
import { type Sandbox, startSandbox } from '@latchkey/sandbox';
import {
  type CallInput,
  type Chance,
  createChance,
  createTestService,
  enterCustody,
  hostileBody,
  hostileOf,
  hostileValue,
  type Issuer,
  type JsonSchema,
  type Own,
  startIssuer,
  type TestService,
  testAppSecret,
} from '@latchkey/testkit';
import {
  type AppInput,
  type CheckedRoute,
  checkedRoutes,
  pathOf,
  type RouteFacts,
  sessionRoutes,
} from '@latchkey/wire';
import { toJsonSchema } from '@valibot/to-json-schema';
import { pino } from 'pino';
import type { GenericSchema } from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sandboxOAuthClients } from './app-secrets/index.ts';
import { fromDatabaseError } from './db/index.ts';
import { type Listener, listen } from './listen.ts';

// Every route of the wire, over a real socket: what a stranger sends, and what somebody sends who is let in. Whatever it
// is, it is answered, and never as if something were wrong with the service.

/** Half a character. */
const half = '\ud800';
const perRoute = process.env.LATCHKEY_WIDE === '1' ? 1_000 : 20;
const origin = 'http://localhost:3000';

let sandbox: Sandbox;
let issuer: Issuer;
let service: TestService;
let listener: Listener;
const agent = new Agent({ keepAlive: true });
/** What the service itself calls a fault, for whoever has to find it. */
const faults: string[] = [];
const log = pino({ level: 'error' }, { write: (line: string) => void faults.push(line) });

const everyMethod = Object.fromEntries(
  [
    ...['custom_jwt', 'email', 'farcaster', 'guest', 'passkey', 'sms', 'telegram'].map(
      (name) => `${name}_auth`,
    ),
    ...['apple', 'discord', 'github', 'google'].map((name) => `${name}_oauth`),
  ].map((flag) => [flag, true]),
) as Partial<AppInput>;

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0, hosts: ['127.0.0.1'] });
  issuer = await startIssuer(() => service?.clock.now() ?? Date.now());
  const { url, oauthUrl } = sandbox;
  service = await createTestService({
    log,
    apps: [
      {
        ...everyMethod,
        id: 'latchkey-test-app-0000001',
        name: 'Every way in',
        secret_hash: createHash('sha256').update(testAppSecret).digest('hex'),
        allowed_origins: [origin],
        custom_jwt_config: { issuer: 'https://login.example', public_key: issuer.publicKey() },
      },
    ],
    config: {
      ...{ oauthUrl, googleUrl: url, cloudKitUrl: url, telegramUrl: url, turnstileUrl: url },
      farcasterRelayUrl: `${url}/farcaster/relay`,
      farcasterRpcUrl: `${url}/farcaster/rpc`,
      sharedOAuthClients: sandboxOAuthClients,
    },
  });
  listener = await listen(service.service, { port: 0, hosts: ['127.0.0.1'] });
  for (const sub of ['ada', 'a\u0000b', half, 'x'.repeat(300), '__proto__', { a: 1 }]) {
    strangerTokens.push(await issuer.sign({ iss: 'https://login.example', sub, name: '\u0000' }));
  }
}, 120_000);
afterAll(async () => {
  agent.destroy();
  await listener.close();
  await service.close();
  await issuer.close();
  await sandbox.close();
});

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: string;
}

function exchange({
  method,
  path,
  headers,
  body,
}: Sent): Promise<{ status: number; headers: Headers; text: string }> {
  return new Promise((resolve, reject) => {
    const sent = ask({ port: listener.port, host: '127.0.0.1', agent, method, path, headers });
    sent.once('error', reject);
    sent.once('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () => {
        const given = Object.entries(response.headers).map(([name, value]) => [name, String(value)]);
        resolve({
          status: response.statusCode ?? 0,
          headers: new Headers(given as [string, string][]),
          text,
        });
      });
    });
    sent.end(body);
  });
}

/** Somebody who is logged in, with a browser of their own. */
type Person = Awaited<ReturnType<typeof enterCustody>>;
let people = 0;
const newPerson = () => enterCustody(service, `person-${people++}@example.com`);

const strangerTokens: string[] = [];
/** What is right for somebody, so that the rest of what they send is read. */
function ownOf({ user, wallet }: Person): Own {
  const { body } = wallet;
  const ids = [body.entropy_uid, body.device.device_id, body.request_id];
  return {
    texts: [user.userId, user.refreshToken, service.app.id, origin, body.wallets[0]?.address ?? '', ...ids],
    byName: {
      ...Object.fromEntries(Object.entries(body).map(([name, value]) => [name, [value]])),
      ...{ parent_origin: [origin], refresh_token: [user.refreshToken], user_id: [user.userId] },
      ...{
        email: ['x@example.com'],
        newAddress: ['y@example.com'],
        phoneNumber: ['+15005550006'],
        code: ['123456'],
      },
      ...{
        provider: ['google', 'github', 'apple', 'discord'],
        redirect_to: [`${origin}/x`],
        token: strangerTokens,
      },
      ...{
        method: ['email', 'guest', 'custom-token', 'passkey', 'telegram'],
        name: ['x'],
        entropy_id: [user.userId],
      },
    },
  };
}
const nobodys: Own = { texts: [], byName: {} };

const mostlyTrue = (chance: Chance) => chance.integer(6) > 0;

/** Who it is by the headers: mostly somebody who may call the route. */
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
      'privy-app-id': chance.pick([service.app.id, 'x', '%00', '__proto__']),
      authorization: chance.pick(authorization),
    };
  }
  const app = { 'privy-app-id': service.app.id };
  const { token, privyAccessToken } = person.user;
  switch (route.auth) {
    case 'admin':
      return { authorization: `Bearer ${service.config.adminKey}` };
    case 'app-secret':
      return { ...app, authorization: `Basic ${btoa(`${service.app.id}:${testAppSecret}`)}` };
    case 'none':
      return app;
    case 'refresh':
      return { ...app, authorization: `Bearer ${chance.pick([token, unsigned(chance)])}` };
    default:
      return { ...app, authorization: `Bearer ${chance.pick([token, privyAccessToken])}` };
  }
}

/** A token of nobody's that claims what it likes: whatever reads one before it is checked reads this. */
function unsigned(chance: Chance): string {
  const claims = {
    aid: service.app.id,
    aud: service.app.id,
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
    Object.fromEntries(names.map((name) => [name, name === 'id' ? service.app.id : chance.pick(own)])),
  );
  const path = mostlyTrue(chance) ? right : route.path.replace(/\{\w+\}/g, () => chance.pick(hostile));
  const given = route.input === 'query' && typeof query === 'object' ? Object.entries(query ?? {}) : [];
  const encoded = given.map(([name, value]) => `${percent(name)}=${percent(toText(value))}`).join('&');
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

/** Percent-encoded, whatever it is: half a character is none of UTF-8. */
const toText = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
const percent = (text: string) => encodeURIComponent(Buffer.from(text).toString());

function headersFor(chance: Chance, route: RouteFacts, body: string): Record<string, string> {
  const types = [
    'text/plain',
    'application/json; charset=utf-16',
    'application/x-www-form-urlencoded',
    '',
    'json',
  ];
  const origins = ['null', 'http://[', 'https://evil.example', '', 'file://'];
  const isFrame = route.path.startsWith('/api/v1/frame/');
  const own = isFrame
    ? service.config.url
    : route.auth === 'admin' || route.auth === 'app-secret'
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
          ...{
            cookie: 'privy-refresh-token=%00; a; =; privy-session',
            'x-forwarded-for': chance.pick(['[', '::', ',']),
          },
          ...{
            'privy-ca-id': chance.pick(['\u00ff', 'x'.repeat(500)]),
            'user-agent': chance.pick(['\u00ff', '(((']),
          },
          ...{
            'farcaster-channel-token': chance.pick(['x', '%00', '\u00ff']),
            dpop: chance.pick(['a.b.c', unsigned(chance)]),
          },
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

/** A call of a custody route with a proof of possession that is right, so that what it carries is read. */
async function callWithProof(
  route: CheckedRoute<never, unknown>['route'],
  person: Person,
  body: object,
): Promise<Sent[]> {
  const sent: Sent[] = [];
  const overSocket = {
    async call(_: unknown, input: CallInput = {}) {
      const text = JSON.stringify(input.body);
      const headers = {
        ...{ 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) },
        ...{ origin: service.config.url, 'privy-app-id': service.app.id, ...input.headers },
      };
      const request = { method: route.method, path: route.path, headers, body: text };
      const answer = await exchange(request);
      if (answer.status >= 500) sent.push(request);
      return { ...answer, json: JSON.parse(answer.text) as object };
    },
  } as unknown as TestService;
  await person.client.call(route as never, body as never, { at: overSocket });
  return sent;
}

const tell = ({ method, path, headers, body }: Sent) =>
  `${method} ${path.slice(0, 200)} ${JSON.stringify(headers).slice(0, 300)} ${JSON.stringify(body.slice(0, 600))}`;

const nothing = { headers: {}, body: '' };
const callback = '/api/v1/oauth/callback';

/** What was answered with 5xx, or is like it: texts that no database holds where no schema looks, addresses that are none. */
const known: Record<string, () => Sent> = {
  'U+0000 in the app of a returning state': () => ({
    ...nothing,
    method: 'GET',
    path: `${callback}?state=%00.x`,
  }),
  'U+0000 in a returning state': () => ({
    ...{ ...nothing, method: 'GET' },
    path: `${callback}?state=${service.app.id}.%00&code=%00&error=%00`,
  }),
  'U+0000 in a posted state': () => ({
    ...{ method: 'POST', path: callback, body: 'state=%00.%00&code=%00&user=%00' },
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  }),
  'U+0000 in the state of a consent': () => ({
    ...{ ...nothing, method: 'GET' },
    path: '/api/v1/recovery/oauth/callback?state=%00.%00&code=%00',
  }),
  'U+0000 in the app of a page': () => ({ ...nothing, method: 'GET', path: '/apps/%00/embedded-wallets' }),
  'an address that is none': () => ({ ...nothing, method: 'GET', path: 'http://[' }),
  'an address that is none, of a page': () => ({
    ...nothing,
    method: 'GET',
    path: `http://[${callback}?state=x`,
  }),
  'an address that is none, posted': () => ({ ...nothing, method: 'POST', path: `http://[${callback}` }),
};

test.each(Object.keys(known))('[S56] %s is refused', async (name) => {
  const { status } = await exchange(known[name]?.() ?? { ...nothing, method: 'GET', path: '/' });
  expect(status).toBeGreaterThanOrEqual(400);
  expect(status).toBeLessThan(500);
});

test.each([
  ['U+0000', '\u0000'],
  ['half a character', half],
])('[S56] %s in what a token claims that nobody signed is refused', async (_, text) => {
  const { user } = await newPerson();
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = { aid: service.app.id, sub: `did:privy:${text}` };
  const body = JSON.stringify({ refresh_token: user.refreshToken });
  const { status } = await exchange({
    ...{ method: 'POST', path: sessionRoutes.refresh.path, body },
    headers: {
      ...{ 'content-type': 'application/json', origin, 'privy-app-id': service.app.id },
      authorization: `Bearer ${encode({ alg: 'ES256' })}.${encode(claims)}.AAAA`,
    },
  });
  expect(status).toBe(401);
});

test('[S56] a value that gets past every check and that no column holds is a bad request', async () => {
  for (const [cast, value] of [
    ['text', 'a\u0000b'],
    ['jsonb', JSON.stringify({ a: half })],
    ['jsonb', JSON.stringify({ a: '\u0000' })],
    ['bigint', '9'.repeat(30)],
  ] as const) {
    const ask = service.database.statement(`refused_${cast}`, `select $1::${cast}`);
    const refused = await ask([value]).catch((error: unknown) => error);
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

test('[S56] the pages beside the routes answer whatever they are asked for', async () => {
  const chance = createChance(99);
  const bad: string[] = [];
  for (let round = 0; round < perRoute * pages.length; round += 1) {
    const query = Object.entries(pageQuery(chance));
    const encoded = query.map(([name, value]) => `${percent(name)}=${percent(toText(value))}`).join('&');
    const isForm = chance.integer(3) === 0;
    const sent = {
      method: isForm ? 'POST' : chance.pick(['GET', 'HEAD', 'GET']),
      path: `${chance.pick(['', '', '', 'http://[', 'http://x'])}${chance.pick(pages)}${isForm ? '' : `?${encoded}`}`,
      headers: isForm ? { 'content-type': 'application/x-www-form-urlencoded' } : {},
      body: isForm ? encoded : '',
    };
    const { status } = await exchange(sent);
    if (status >= 500) bad.push(`${status} ${tell(sent)}`);
  }
  expect(bad).toEqual([]);
});

function pageQuery(chance: Chance): object {
  const query = hostileOf(chance, pageSchema, { texts: [service.app.id, `${service.app.id}.x`], byName: {} });
  return typeof query === 'object' && query !== null ? query : {};
}

const pageSchema: JsonSchema = {
  type: 'object',
  properties: { state: { type: 'string' }, code: { type: 'string' }, error: { type: 'string' }, user: {} },
  required: ['state'],
};

test.each(checkedRoutes.map((checked, index) => [checked.route.name, checked, index] as const))(
  '[S56] %s answers whatever it is sent, and never with 5xx',
  async (_, checked, index) => {
    const { route } = checked;
    const chance = createChance(index);
    const schema = schemaOf(checked);
    const bad: string[] = [];
    let person = await newPerson();
    for (let round = 0; round < perRoute; round += 1) {
      // What they send may end their session, or destroy them.
      if (round % 20 === 19) person = await newPerson();
      faults.length = 0;
      const own = ownOf(person);
      const value = hostileOf(chance, schema, own);
      if (route.auth === 'frame' && mostlyTrue(chance) && typeof value === 'object' && value !== null) {
        bad.push(...(await callWithProof(route, person, { ...value, parent_origin: origin })).map(tell));
        if (bad.length > 0) break;
        continue;
      }
      const body = route.method === 'GET' ? '' : hostileBody(chance, value);
      const sent: Sent = {
        method: chance.integer(20) === 0 ? chance.pick(['HEAD', 'OPTIONS', 'PUT', 'DELETE']) : route.method,
        path: pathFor(chance, route, own.texts, value),
        headers: { ...headersFor(chance, route, body), ...identityOf(chance, route, person) },
        body,
      };
      const { status } = await exchange(sent);
      if (status >= 500) bad.push(`${status} ${tell(sent)}\n${faults.join('')}`);
      if (bad.length > 0) break;
    }
    expect(bad).toEqual([]);
  },
  600_000,
);
