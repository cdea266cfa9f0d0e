import { sessionRoutes, type TokenReply } from '@latchkey/wire';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  type FrameAnswer,
  openBrowser,
  type Surroundings,
  stubNetwork,
} from '../../packages/frame/src/frameBrowser.testkit.ts';
import { type CrashPoint, type Harness, startHarness } from '../harness/index.ts';
import { toPoints, untilCommit } from '../harness/service/crashPoints.ts';
import { callAsHost, signIn } from '../harness/signIn.ts';
import {
  type CustodyOperation,
  custodyOperations,
  type LoggedInUser,
  prepareOperation,
  proveSurvival,
  stretch,
} from './custodyOperations.ts';

// docs/custody.md, "Order of work": the service's process, or PostgreSQL, is killed (SIGKILL) at a step of operations
// that write parts of a key, and restarted. (everyStep.test.ts covers more steps, without restarting processes.)

const isWide = process.env.LATCHKEY_WIDE === '1';
/** Timeout of a test in ms. Every point restarts a process, which is slow on a busy machine. */
const timeoutMs = 600_000;
/**
 * PostgreSQL reveals a reply that does not wait for its transaction. The embedded database has one connection, on which
 * the next query waits for the transaction.
 */
const kinds = isWide ? (['embedded', 'postgres'] as const) : (['postgres'] as const);

const network = globalThis.fetch;
let harness: Harness;
let around: Surroundings;
let people = 0;

async function logIn(): Promise<LoggedInUser> {
  people += 1;
  const email = `person-${people}@example.com`;
  const { privyAccessToken, refreshToken } = await signIn(harness, email);
  return {
    openBrowser: () => openBrowser(around, privyAccessToken),
    async logInElsewhere() {
      await harness.service.advance(31_000);
      return openBrowser(around, (await signIn(harness, email)).privyAccessToken);
    },
    async listWallets() {
      const body = { refresh_token: refreshToken };
      const reply = await callAsHost(harness, sessionRoutes.refresh.path, body, privyAccessToken);
      const { user } = (await reply.json()) as TokenReply;
      return (user?.linked_accounts ?? []).filter((account) => account.type === 'wallet');
    },
  };
}

/** Lists the moments of an operation that leave different states, by watching an undisturbed run. */
async function listPoints(operation: CustodyOperation): Promise<CrashPoint[]> {
  const { browser, given } = await prepareOperation(operation, await logIn());
  expect((await operation.perform(browser, given)).error).toBeUndefined();
  const points: CrashPoint[] = [];
  for (const path of operation.paths) {
    const steps = await harness.service.stepsOf(path);
    expect(
      untilCommit(steps).filter(({ isDone }) => !isDone),
      'acknowledged before it was durable',
    ).toEqual([]);
    points.push(...toPoints(path, steps));
  }
  return points;
}

/** Kills the service or the database while a request is at a point. Returns the operation's result. */
type Death = (point: CrashPoint, perform: () => Promise<FrameAnswer>) => Promise<FrameAnswer>;

const killService: Death = async (point, perform) => {
  await harness.service.crashAt(point);
  const announced = perform();
  expect(await harness.service.ended(), `${point.moment} step ${point.step} was not reached`).toBe('SIGKILL');
  await harness.service.restart();
  return announced;
};

const killDatabase: Death = async (point, perform) => {
  const held = harness.service.during(point, async () => harness.postgres?.kill());
  const announced = perform();
  await held;
  await harness.postgres?.start();
  return announced;
};

async function survive(operation: CustodyOperation, point: CrashPoint, die: Death): Promise<void> {
  const prepared = await prepareOperation(operation, await logIn());
  const announced = await die(point, () => operation.perform(prepared.browser, prepared.given));
  await proveSurvival(
    prepared,
    announced,
    `${operation.name}: ${point.moment} step ${point.step} of ${point.path}`,
  );
}

describe.each(kinds)('on the %s database', (database) => {
  beforeAll(async () => {
    harness = await startHarness({ database });
    const { url: origin, appId, host } = harness;
    const send: Surroundings['send'] = (url, init) => network(url, init);
    around = { origin, appId, parentOrigin: host.origin, send, stretch };
    stubNetwork(around);
    // The first operation of an app also creates the app's keys, so it runs before the disturbed ones.
    const [first] = custodyOperations;
    if (first) await listPoints(first);
  });
  afterAll(async () => {
    vi.unstubAllGlobals();
    await harness?.close();
  });

  test.each(custodyOperations.map((operation) => [operation.name, operation] as const))(
    '%s survives a kill of the service or the database',
    async (_, operation) => {
      const points = await listPoints(operation);
      const commit = points.findLast(({ moment }) => moment === 'uncommitted');
      const isAtCommit = ({ path, step }: CrashPoint) => path === commit?.path && step === commit.step;
      for (const point of points) {
        // At this point an operation that is committed could be lost or be done twice.
        if (isWide || (isAtCommit(point) && point.moment === 'after'))
          await survive(operation, point, killService);
        // The embedded database dies with the service.
        if (database === 'postgres' && point.step !== 'reply' && (isWide || isAtCommit(point)))
          await survive(operation, point, killDatabase);
      }
    },
    timeoutMs,
  );
});
