import { lookup } from 'node:dns/promises';
import { type AppInput, isCode } from '@latchkey/wire';
import { type Logger, pino } from 'pino';
import { createAccount } from './account/index.ts';
import { createAdmission } from './admission/index.ts';
import { createAnalytics } from './analytics/index.ts';
import { createAppSecrets } from './app-secrets/index.ts';
import { createApps } from './apps/index.ts';
import { createAudit } from './audit/index.ts';
import { createCaptcha } from './captcha/index.ts';
import { createChains } from './chains/index.ts';
import { createChallenges } from './challenges/index.ts';
import { createCloud } from './cloud/index.ts';
import type { Config } from './configShape.ts';
import { createCrossApp, createRequesterNames } from './cross-app/index.ts';
import { createSealing, nodeRandom, openKeyring, type Sealing, type SealingStore } from './crypto/index.ts';
import {
  createCustody,
  createRecoveryStore,
  createRemoteRecoveryStore,
  type RecoveryStore,
} from './custody/index.ts';
import type { Database } from './db/index.ts';
import { createSmsSender, type Mailer, type SmsSender } from './delivery/index.ts';
import { createDirectory } from './directory/index.ts';
import { type Feature, joinFeatures } from './feature.ts';
import { createFunding, createOnRampServices } from './funding/index.ts';
import {
  type Answer,
  type ConnectionInfo,
  createRequestHandler,
  fromRequest,
  type Incoming,
  toResponse,
} from './http/index.ts';
import type { Job } from './jobs.ts';
import { createKeys } from './keys/index.ts';
import { createFarcasterSigners, createIssuerKeys, joinMethods, methods } from './methods/index.ts';
import { countMessages, createMetrics } from './metrics/index.ts';
import { createMfa } from './mfa/index.ts';
import { createNewNumbers } from './new-numbers/index.ts';
import { createOperatorTokens } from './operator-tokens/index.ts';
import { createOutbound } from './outbound/index.ts';
import { createPrices } from './prices/index.ts';
import { createSafeguards } from './safeguards/index.ts';
import { createSessions, createSigningKeys } from './sessions/index.ts';
import { startError } from './startError.ts';
import { traceAnswers, traceFetch, traceMailer } from './tracing/index.ts';
import { createUsers } from './users/index.ts';
import { createWebhooks } from './webhooks/index.ts';
import { alone } from './workers/index.ts';
import type { Clock, Random, World } from './world.ts';

export interface ServiceOptions {
  config: Config;
  /** An open database with all migrations. The caller closes it, after the service. */
  database: Database;
  mailer: Mailer;
  /** @default the sender that the configuration names */
  smsSender?: SmsSender;
  /** The apps of the apps file. Apps that only an earlier file had stay as they were, and the log warns of them. */
  apps?: readonly AppInput[];
  clock?: Clock;
  random?: Random;
  log?: Logger;
  fetch?: typeof fetch;
  /** Resolves a host name. @default the system's resolver */
  resolveHost?: World['resolveHost'];
  /** @default `AbortSignal.timeout` */
  signalAfter?: World['signalAfter'];
  /** @default none, for a process that runs alone */
  workers?: World['workers'];
  /** @default none: nothing is traced */
  tracing?: World['tracing'];
}

export interface Service {
  answer(request: Incoming, info: ConnectionInfo): Promise<Answer>;
  /** Answers a request of the Fetch standard. */
  fetch(request: Request, info?: ConnectionInfo): Promise<Response>;
  /** Deletes expired rows, and finishes work that was left. Runs as a job. */
  sweep(): Promise<void>;
  /** Queues webhooks for sealed events, starts to send due deliveries, and resolves when nothing is being sent. */
  deliver(): Promise<void>;
  /** Appends new audit events to the chain. Runs as a job. */
  seal(): Promise<void>;
  /** Wraps data keys of earlier KEKs with the current one. Runs as a job. */
  rewrap(): Promise<void>;
  /** Jobs of a process, with their intervals. */
  readonly jobs: readonly Job[];
  /** Makes `/readyz` answer 503, so load balancers send no more requests. Other requests are answered as before. */
  retire(): void;
  /** Resolves when the requests in flight are answered and their work is done, after 10 s at the latest. */
  close(): Promise<void>;
}

const systemResolver: World['resolveHost'] = async (hostname) =>
  (await lookup(hostname, { all: true })).map(({ address }) => address);
export const systemClock: Clock = { now: () => Date.now() };
const unknownConnection: ConnectionInfo = { remoteAddress: '127.0.0.1' };
const longestCloseMs = 10_000;

/**
 * Creates the service from its modules.
 *
 * @throws StartError if an app of the apps file has the id of an app that the operator's API created, if
 *   LATCHKEY_PARTS_KEK is not the key of the database, or as `check` of a remote recovery store
 */
export async function createService(options: ServiceOptions): Promise<Service> {
  const world = await createWorld(options);
  const deps = compose(world, await openRecoveryStore(world));
  readUsage(world, deps.analytics);
  await deps.apps.putFileApps(options.apps ?? []);
  await deps.apps.warnOfLooseApps();
  let isRetired = false;
  const handler = createRequestHandler(world, { ...deps, isRetired: () => isRetired });
  if (world.config.otlpMetrics) await world.tracing?.exportMetrics(world.metrics.readOwn);
  const { answer, idle } = countInFlight(traceAnswers(world.tracing, handler));

  return {
    answer,
    fetch: async (request, info = unknownConnection) => toResponse(await answer(fromRequest(request), info)),
    sweep: deps.sweep,
    async deliver() {
      await deps.webhooks.deliver();
      await deps.webhooks.idle();
    },
    seal: deps.audit.seal,
    rewrap: deps.keys.rewrap,
    jobs: [...deps.jobs, { name: 'sweep', everyMs: 60_000, run: deps.sweep }],
    retire() {
      isRetired = true;
    },
    async close() {
      const longest = new Promise((resolve) => setTimeout(resolve, longestCloseMs).unref());
      const answered = idle().then(() => deps.idle());
      await Promise.race([answered, longest]);
    },
  };
}

function readUsage({ database, metrics }: World, analytics: { countDropped(): number }): void {
  metrics.read('latchkey_analytics_dropped_events_total', () => [[{}, analytics.countDropped()]]);
  metrics.read('latchkey_database_connections', () => {
    const { busy, idle } = database.usage();
    return [
      [{ state: 'busy' }, busy],
      [{ state: 'idle' }, idle],
    ];
  });
  metrics.read('latchkey_database_connections_max', () => [[{}, database.usage().max]]);
  metrics.read('latchkey_database_waiting', () => [[{}, database.usage().waiting]]);
}

function countInFlight(answer: Service['answer']) {
  let inFlight = 0;
  let wake = () => {};
  return {
    async answer(request: Incoming, info: ConnectionInfo): Promise<Answer> {
      inFlight += 1;
      try {
        return await answer(request, info);
      } finally {
        inFlight -= 1;
        if (inFlight === 0) wake();
      }
    },
    idle: () =>
      new Promise<void>((resolve) => {
        if (inFlight === 0) resolve();
        else wake = resolve;
      }),
  };
}

/** Creates the world: clock, random numbers, network and storage. Options replace the real ones. */
export async function createWorld(options: ServiceOptions): Promise<World> {
  const log = options.log ?? pino({ enabled: false });
  const { tracing = null, workers = alone } = options;
  const { recoveryUrl, smtpUrl } = options.config;
  const fetchOutside = traceFetch(tracing, options.fetch ?? fetch, { ownOrigin: recoveryUrl });
  const mailer = traceMailer(tracing, options.mailer, new URL(smtpUrl).hostname);
  const metrics = createMetrics(workers);
  const smsSender = options.smsSender ?? createSmsSender(options.config.smsUrl, { fetch: fetchOutside, log });
  const world = {
    config: options.config,
    database: options.database,
    ...countMessages(metrics, { mailer, smsSender }),
    metrics,
    tracing,
    workers,
    clock: options.clock ?? systemClock,
    random: options.random ?? nodeRandom,
    resolveHost: options.resolveHost ?? systemResolver,
    signalAfter: options.signalAfter ?? ((ms) => AbortSignal.timeout(ms)),
    log,
    fetch: fetchOutside,
  };
  return { ...world, secret: await openSealing(world, 'parts').getSecret().catch(toStartError) };
}

function toStartError(error: unknown): never {
  throw isCode(error, 'internal_error')
    ? startError(
        'LATCHKEY_PARTS_KEK is not the key that this database was made with. Put that key back: nothing else opens what the database holds.',
        error,
      )
    : error;
}

function openSealing(world: Omit<World, 'secret'>, store: SealingStore): Sealing {
  const { aws, partsKeks, recoveryKeks } = world.config;
  const keyring = openKeyring(world, store === 'parts' ? partsKeks : recoveryKeks, aws);
  return createSealing(world, { keyring, store });
}

/** Opens the recovery store: in this process, or at the address that the configuration names. */
async function openRecoveryStore(world: World): Promise<RecoveryStore> {
  const { recoveryToken: token, recoveryUrl: url } = world.config;
  if (url === null || token === null) return createRecoveryStore(world, openSealing(world, 'recovery'));
  const store = createRemoteRecoveryStore(world, { url, token });
  await store.check();
  return store;
}

/** Creates the modules. Each gets the modules that it uses, which are created before it. */
function compose(world: World, recoveryStore: RecoveryStore) {
  const sealing = openSealing(world, 'parts');
  const audit = createAudit(world);
  const users = createUsers(world, { audit });
  const challenges = createChallenges(world, { sealing });
  const signingKeys = createSigningKeys(world, { audit, sealing });
  const apps = createApps(world, {
    audit,
    verificationKey: signingKeys.verificationKey,
    toOnRampServices: createOnRampServices(world),
    countWithout: users.factors.countWithout,
  });
  const sessions = createSessions(world, { apps, audit, signingKeys });
  const admission = createAdmission(world, { apps, challenges, sessions, users });
  const requesterNames = createRequesterNames(world, { apps });
  const safeguards = createSafeguards(world, { apps, audit, challenges, requesterNames, sessions, users });
  const { notices } = safeguards;
  const captcha = createCaptcha(world, { apps, audit, challenges, sealing, sessions, users });
  const newNumbers = createNewNumbers(world, { audit, captcha });
  const mfa = createMfa(world, {
    apps,
    audit,
    challenges,
    newNumbers,
    notices,
    sealing,
    sessions,
    users,
  });
  const appSecrets = createAppSecrets(world, { apps, audit, sealing });
  const farcasterSigners = createFarcasterSigners(world, { appSecrets, audit, sealing, users });
  // The watches hear of a change of accounts in this order. mfa comes first, because it may refuse the change.
  for (const { watch } of [mfa, safeguards, farcasterSigners]) users.addWatch(watch);
  const cloud = createCloud(world, { appSecrets, apps, challenges, sessions });
  const chains = createChains(world);
  const custodyDeps = {
    admission,
    apps,
    audit,
    safeguards,
    chains,
    cloud,
    farcasterSigners,
    users,
    sessions,
    challenges,
    mfa,
    sealing,
    recoveryStore,
  };
  const custody = createCustody(world, custodyDeps);
  const funding = createFunding(world, { appSecrets, audit, sessions, users });
  const crossApp = createCrossApp(world, { apps, audit, challenges, notices, sessions, users });
  const directory = createDirectory(world, {
    apps,
    audit,
    challenges,
    connections: crossApp,
    fundings: funding,
    parts: custody.userParts,
    safeguards,
    sessions,
    users,
  });
  const keys = createKeys({ apps, audit, sealing, recoveryKeys: recoveryStore.keys });
  const analytics = createAnalytics(world);
  const prices = createPrices(world);
  const account = createAccount(world, { audit, notices, sessions, users });
  const webhooks = createWebhooks(world, { apps, audit, sealing, users, custody, fundings: funding });
  const operators = createOperatorTokens(world, { audit });
  const outbound = createOutbound(world);
  const issuerKeys = createIssuerKeys(world, { outbound });
  const loginMethods = joinMethods(methods, world, {
    admission,
    appSecrets,
    apps,
    audit,
    captcha,
    challenges,
    crossApp,
    farcasterSigners,
    issuerKeys,
    mfa,
    newNumbers,
    outbound,
    sessions,
    users,
  });
  // Sweeps run in this order.
  const features: readonly Feature[] = [
    ...[challenges, sessions, safeguards, mfa, custody, directory, analytics, webhooks, audit],
    ...[apps, appSecrets, captcha, newNumbers, loginMethods, cloud, keys, account, prices, funding, crossApp],
    operators,
  ];
  return { analytics, apps, audit, keys, operators, webhooks, ...joinFeatures(features) };
}
