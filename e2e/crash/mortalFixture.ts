import type { Database } from '@latchkey/server';
import type { TestService } from '@latchkey/testkit';
import { ServiceError } from '@latchkey/wire';
import { vi } from 'vitest';
import { type FrameFixture, openFrameFixture } from '../../packages/frame/src/frameFixture.testkit.ts';
import { createCrashPoints, toPoints } from '../harness/service/crashPoints.ts';
import type { CrashPoint } from '../harness/service/messages.ts';
import { stretch } from './custodyOperations.ts';

/**
 * The part that dies. A database that dies is back at once: uncommitted work is rolled back, and the request that
 * waited for it fails.
 */
export type Mortal = 'page' | 'service' | 'database';

export type Moment =
  | { readonly mortal: 'page'; readonly step: number; readonly name: string }
  | { readonly mortal: 'service' | 'database'; readonly point: CrashPoint; readonly name: string };

export interface MortalFixture {
  readonly fixture: FrameFixture;
  watch(operation: () => Promise<unknown>): Promise<Moment[]>;
  /**
   * Makes a part die at a moment of an operation. After the service's death another service runs on the same
   * database.
   *
   * @returns the operation's result; null if its page died
   * @throws Error if the operation never reached the moment
   */
  dieAt<T>(moment: Moment, operation: () => Promise<T>): Promise<T | null>;
  close(): Promise<void>;
}

const never = new Promise<never>(() => {});
const retryDelayMs = 500;

export async function openMortalFixture(): Promise<MortalFixture> {
  const page = createMortalPage();
  const service = createMortalService();
  const fixture = await openFrameFixture({
    pass: page.pass,
    stretch,
    async answer(request) {
      const { pathname } = new URL(request.url);
      await page.pass(`before ${pathname}`);
      const response = await service.answer(request);
      await page.pass(`after ${pathname}`);
      return response;
    },
  });
  await service.startOver(fixture.service);
  const wait = globalThis.setTimeout;
  vi.stubGlobal('setTimeout', (act: () => void, ms?: number) => wait(act, ms === retryDelayMs ? 0 : ms));

  return {
    fixture,
    async watch(operation) {
      page.restart();
      fixture.calls.length = 0;
      await operation();
      const paths = [...new Set(fixture.calls)];
      return [
        ...page.moments().map((name, index) => ({ mortal: 'page' as const, step: index + 1, name })),
        ...paths.flatMap((path) => service.momentsOf(path)),
      ];
    },
    async dieAt(moment, operation) {
      if (moment.mortal === 'page') {
        const died = page.dieAt(moment.step);
        return Promise.race([died.then(() => null), operation().then(() => failPassedBy(moment))]);
      }
      const isDead = service.arm(moment.mortal, moment.point);
      const result = await operation();
      return isDead() ? result : failPassedBy(moment);
    },
    async close() {
      await service.close();
      await fixture.close();
    },
  };
}

function failPassedBy({ mortal, name }: Moment): never {
  throw new Error(`The ${mortal} was to die ${name}, and the operation never came there`);
}

/** Creates a page that can die. After its death, its operation does not continue. */
function createMortalPage() {
  let moments: string[] = [];
  let deadly = 0;
  let onDeath = () => {};
  const restart = () => {
    moments = [];
    deadly = 0;
  };
  return {
    restart,
    moments: () => moments,
    pass(name: string): Promise<void> {
      if (moments.push(name) !== deadly) return Promise.resolve();
      restart();
      onDeath();
      return never;
    },
    dieAt(step: number): Promise<void> {
      restart();
      deadly = step;
      return new Promise((resolve) => {
        onDeath = resolve;
      });
    },
  };
}

function createMortalService() {
  const killed = new Error('killed');
  let current: Promise<TestService>;
  let startAnother: () => Promise<TestService>;
  let mortal: 'service' | 'database' = 'service';
  let isDead = false;
  let onDeath = () => {};
  let death = never as Promise<unknown>;

  const points = createCrashPoints({
    die({ moment }) {
      isDead = true;
      if (mortal === 'database') throw new ServiceError('service_unavailable');
      current = startAnother();
      onDeath();
      // Thrown into the transaction, so the database rolls it back. Its caller waits for ever, as if the process were
      // dead.
      if (moment === 'uncommitted') throw killed;
      return never;
    },
    passBy() {},
  });

  /** Hides from a dead service that its transaction was rolled back. */
  const untold = (database: Database): Database => ({
    ...database,
    transaction: (work) =>
      database.transaction(work).catch((error) => (error === killed ? never : Promise.reject(error))),
  });

  return {
    async startOver(service: TestService) {
      const watched = points.watch(untold(service.database));
      startAnother = () => service.startAnother({ watched });
      current = startAnother();
      await current;
    },
    async answer(request: Request): Promise<Response> {
      const service = await current;
      const answer = points.during(new URL(request.url).pathname, () => service.fetch(request));
      const cutOff = death.then(() => Promise.reject(new TypeError('fetch failed')));
      return Promise.race([answer, cutOff]);
    },
    arm(what: 'service' | 'database', point: CrashPoint): () => boolean {
      mortal = what;
      isDead = false;
      death = new Promise<void>((resolve) => {
        onDeath = () => {
          death = never;
          resolve();
        };
      });
      points.arm(point);
      return () => isDead;
    },
    momentsOf(path: string): Moment[] {
      return toPoints(path, points.stepsOf(path)).flatMap((point) => {
        const name = `${point.moment} ${point.step === 'reply' ? 'the reply' : `step ${point.step}`} of ${path}`;
        const ofService: Moment = { mortal: 'service', point, name };
        // When the reply is ready, nothing queries the database any more.
        return point.step === 'reply' ? [ofService] : [ofService, { mortal: 'database', point, name }];
      });
    },
    close: async () => (await current).close(),
  };
}
