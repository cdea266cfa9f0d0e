import { createHash } from 'node:crypto';
import type { Config, Database, Service, World } from '@latchkey/server';
import { createService, createWorld, forOnRamps } from '@latchkey/server';
import {
  type AppInput,
  type ErrorCode,
  isOfFrame,
  pathOf,
  type Route,
  type RouteFacts,
} from '@latchkey/wire';
import { type MovableClock, movableClock } from './movableClock.ts';
import { onOneShard } from './oneShard/onOneShard.ts';
import { createOutbox, type Outbox } from './outbox.ts';
import { type DatabaseKind, openTestDatabase, type TestDatabase } from './testDatabase.ts';

export interface TestServiceOptions {
  /** Apps in addition to the default test app. An app with its id replaces it. */
  apps?: AppInput[];
  config?: Partial<Config>;
  /** The kind of database, or an open and migrated one. @default the kind in LATCHKEY_TEST_DATABASE, else 'embedded' */
  database?: DatabaseKind | TestDatabase;
  /** @default a clock that starts at the real time */
  clock?: MovableClock;
  /** Sends requests to third parties. @default the network */
  fetch?: typeof fetch;
  /** Destination of log lines, as JSON. @default none */
  log?: NonNullable<Parameters<typeof createService>[0]['log']>;
  /** Creates the timeouts of third parties. @default the service's timeouts in real time */
  signalAfter?: World['signalAfter'];
}

export interface CallInput {
  /** Id of the app, by default the default test app's. Null sends none. */
  appId?: string | null;
  body?: unknown;
  /** Null and undefined send none. */
  bearer?: string | null | undefined;
  /** App secret for routes of back ends, by default the default test app's. Null sends none. */
  secret?: string | null;
  /**
   * Origin header. By default the first origin of the test app, on frame routes the service's own, and on operator and
   * back-end routes none. Null sends none.
   */
  origin?: string | null;
  /** Address that the request comes from. */
  network?: string;
  params?: Record<string, string>;
  headers?: Record<string, string>;
}

export interface CallResult<Reply> {
  status: number;
  /** The reply, or the error of the wire protocol. */
  json: Reply & { error?: string; code?: ErrorCode; data?: Record<string, unknown> };
  headers: Headers;
}

export interface TestService {
  fetch(request: Request, info?: { remoteAddress: string }): Promise<Response>;
  call<Body, Reply>(route: Route<Body, Reply>, input?: CallInput): Promise<CallResult<Reply>>;
  clock: MovableClock;
  outbox: Outbox;
  config: Config;
  database: Database;
  /** A world like the service's, for tests that create a module of their own beside it. */
  world: World;
  service: Service;
  app: AppInput & { id: string; allowed_origins: string[] };
  /**
   * Starts a second service on the same database, clock and outbox, like another process. Close it before this one.
   *
   * @param options `watched` is the same database wrapped by a test that observes its queries; `config` overrides
   *   the configuration; `apps` replaces the apps of this one
   */
  startAnother(options?: {
    watched?: Database;
    config?: Partial<Config>;
    apps?: AppInput[];
  }): Promise<TestService>;
  close(): Promise<void>;
}

export const testAppSecret = 'latchkey-test-secret-of-32-or-more-characters';

const testApp = {
  id: 'latchkey-test-app-0000001',
  name: 'Test app',
  email_auth: true,
  secret_hash: createHash('sha256').update(testAppSecret).digest('hex'),
  allowed_origins: ['http://localhost:3000'],
} satisfies AppInput;

/** Key-encryption keys of a test service. Some tests give them to an attacker. */
export const testKeks = { parts: new Uint8Array(32).fill(1), recovery: new Uint8Array(32).fill(2) };

/** Funding is off: the addresses lead nowhere, and apps share no account. */
const funding = {
  ...forOnRamps(() => 'http://127.0.0.1:9'),
  quotesUrl: null,
  quotesTestUrl: null,
  quoteDeposits: new Map<number, readonly string[]>(),
  sharesOnRampAccounts: false,
};

/** Returns the configuration of a test service: development, with its own keys. */
export function testConfig(config: Partial<Config> = {}): Config {
  return {
    production: false,
    tunnelUrl: null,
    url: 'http://localhost:4000',
    port: 0,
    bind: ['127.0.0.1'],
    workers: null,
    hostedUrl: 'http://localhost:4002',
    databaseUrl: null,
    databaseConnections: 10,
    databasePrepared: true,
    dataDir: '',
    appsFile: null,
    adminKey: 'test-admin-key',
    smtpUrl: 'smtp://127.0.0.1:9',
    smsUrl: null,
    turnstileUrl: 'http://127.0.0.1:9',
    turnstileSecret: null,
    googleUrl: 'http://127.0.0.1:9',
    cloudKitUrl: 'http://127.0.0.1:9',
    farcasterApiUrl: 'http://127.0.0.1:9',
    sharedFarcasterSigner: null,
    farcasterRelayUrl: 'http://127.0.0.1:9',
    farcasterRpcUrl: 'http://127.0.0.1:9',
    oauthUrl: null,
    sharedOAuthClients: null,
    sharedClouds: null,
    telegramUrl: 'http://127.0.0.1:9',
    sharedTelegramToken: null,
    pricesUrl: null,
    pricesKey: null,
    ...funding,
    chainNodes: new Map(),
    outboundAllow: null,
    mailFrom: 'Latchkey <login@latchkey.localhost>',
    partsKeks: [{ provider: 'environment', key: testKeks.parts }],
    recoveryKeks: [{ provider: 'environment', key: testKeks.recovery }],
    recoveryUrl: null,
    recoveryToken: null,
    aws: {
      kmsUrl: null,
      accessKeyId: null,
      secretAccessKey: null,
      sessionToken: null,
      containerPath: null,
      containerUrl: null,
      containerToken: null,
      containerTokenFile: null,
    },
    otlpEndpoint: null,
    otlpMetrics: false,
    drainS: 0,
    trustedProxies: 0,
    ...config,
  };
}

/** Starts a real service, by default on its own empty database. Close it at the end. */
export async function createTestService(options: TestServiceOptions = {}): Promise<TestService> {
  const config = testConfig(options.config);
  const { database, release } =
    typeof options.database === 'object' ? options.database : await openTestDatabase(options.database);
  const { clock = movableClock() } = options;
  const { outbox, mailer, smsSender } = createOutbox();
  const given = options.apps ?? [];
  const apps = given.some((app) => app.id === testApp.id) ? given : [testApp, ...given];
  // The statements are the same on both kinds of database, so they are checked on one.
  const served = database.kind === 'postgres' ? onOneShard(database) : database;
  const serviceOptions = {
    config,
    database: served,
    mailer,
    smsSender,
    clock,
    apps,
    ...(options.fetch ? { fetch: options.fetch } : {}),
    ...(options.log ? { log: options.log } : {}),
    ...(options.signalAfter ? { signalAfter: options.signalAfter } : {}),
  };
  const shared = {
    clock,
    outbox,
    config,
    database,
    // Not checked: modules that a test creates itself also run statements of the test.
    world: await createWorld({ ...serviceOptions, database }),
    app: { ...testApp, ...(apps.find((app) => app.id === testApp.id) as typeof testApp | undefined) },
  };
  async function start(
    release: () => Promise<void>,
    own: { watched?: Database; config?: Partial<Config>; apps?: AppInput[] } = {},
  ): Promise<TestService> {
    const ownConfig = { ...config, ...own.config };
    const service = await createService({
      ...serviceOptions,
      config: ownConfig,
      database: own.watched ?? served,
      apps: own.apps ?? apps,
    });
    return {
      ...shared,
      config: ownConfig,
      ...callsTo(service, ownConfig),
      service,
      startAnother,
      close: closing(service, release),
    };
  }
  const startAnother: TestService['startAnother'] = (own) => start(async () => {}, own);
  return start(release);
}

const closing = (service: Service, release: () => Promise<void>) => async () => {
  await service.close();
  await release();
};

function callsTo(service: Service, config: Config): Pick<TestService, 'fetch' | 'call'> {
  return {
    fetch: (request, info) => service.fetch(request, info),
    async call(route, input = {}) {
      const response = await service.fetch(toRequest(route, input, config), {
        remoteAddress: input.network ?? '127.0.0.1',
      });
      return { status: response.status, json: await response.json(), headers: response.headers };
    },
  };
}

function toRequest(route: RouteFacts, input: CallInput, config: Config): Request {
  const headers = new Headers({ 'content-type': 'application/json', ...input.headers });
  const set = (name: string, value: string | null) => {
    if (value !== null && !headers.has(name)) headers.set(name, value);
  };
  const appId = input.appId === undefined ? testApp.id : input.appId;
  if (route.auth !== 'operator') set('privy-app-id', appId);
  set('origin', input.origin === undefined ? defaultOrigin(route, headers, config) : input.origin);
  if (input.bearer != null) set('authorization', `Bearer ${input.bearer}`);
  const { secret = testAppSecret } = input;
  if (route.auth === 'app-secret' && secret !== null)
    set('authorization', `Basic ${Buffer.from(`${appId}:${secret}`).toString('base64')}`);
  const path = pathOf(route.path, { id: appId ?? '', ...input.params });
  const inQuery = route.input === 'query' || route.method === 'GET';
  const body = inQuery ? {} : { body: JSON.stringify(input.body ?? {}) };
  const query = inQuery && input.body ? `?${new URLSearchParams(input.body as Record<string, string>)}` : '';
  return new Request(`${config.url}${path}${query}`, { method: route.method, headers, ...body });
}

function defaultOrigin(route: RouteFacts, headers: Headers, config: Config): string | null {
  if (route.auth === 'operator' || route.auth === 'app-secret') return null;
  const isFramesCall = route.auth === 'user-or-frame' && headers.get('authorization')?.startsWith('DPoP ');
  return isOfFrame(route) || isFramesCall ? config.url : (testApp.allowed_origins[0] ?? null);
}
