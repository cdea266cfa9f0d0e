import { isCode } from '@latchkey/wire';
import { expect, test } from 'vitest';
import { createFailures, createSessionCap } from '../http/index.ts';
import { createExchange } from './createExchange.ts';
import { joinWorkers } from './joinWorkers.ts';
import type { ToPrimary, ToWorker } from './messages.ts';
import type { Reading } from './workers.ts';

/** Workers that share an exchange, as they do through their primary process. Timers run when the test says so. */
function open(count: number) {
  let nowMs = 0;
  let waiting: (() => void)[] = [];
  const later = (act: () => void) => void waiting.push(act);
  const sent: ToPrimary[] = [];
  const exchange = createExchange(later);
  const workers = Array.from({ length: count }, (_, at) => {
    const number = at + 1;
    const listeners: ((message: ToWorker) => void)[] = [];
    const channel = {
      send(message: ToPrimary, done?: () => void) {
        sent.push(message);
        exchange.receive(number, message);
        done?.();
      },
      listen: (listener: (message: ToWorker) => void) => void listeners.push(listener),
    };
    exchange.add(number, (message, done) => {
      for (const listener of listeners) listener(message);
      done?.();
    });
    return { clock: { now: () => nowMs }, workers: joinWorkers(number, channel, later) };
  });
  return {
    exchange,
    workers,
    sent,
    passTime(ms: number) {
      nowMs += ms;
    },
    /** Runs the timers that were set, and those that they set. */
    runTimers() {
      while (waiting.length > 0) {
        const due = waiting;
        waiting = [];
        for (const act of due) act();
      }
    },
  };
}

const session = { appId: 'app', sessionId: 'session' };
/** Takes `atMost` calls, or stops when one is refused. Returns the number of allowed ones. */
function takeAll(take: (one: typeof session) => void, atMost: number): number {
  for (let taken = 0; taken < atMost; taken += 1) {
    try {
      take(session);
    } catch (error) {
      if (isCode(error, 'too_many_requests')) return taken;
      throw error;
    }
  }
  return atMost;
}

test('[S45] a limit counts the calls at all workers', () => {
  const { runTimers, workers } = open(3);
  const [first, second, third] = workers.map((one) => createSessionCap(one, 'frame.readChain'));
  if (!first || !second || !third) throw new Error('three workers');
  expect(takeAll(first, 20)).toBe(20);
  runTimers();
  expect(takeAll(second, 30)).toBe(10);
  runTimers();
  expect([takeAll(first, 1), takeAll(second, 1), takeAll(third, 1)]).toEqual([0, 0, 0]);
});

test('[S45] calls that workers admit beyond a limit, before they hear of each other, count against later calls', () => {
  const { passTime, runTimers, workers } = open(2);
  const caps = workers.map((one) => createSessionCap(one, 'frame.readChain'));
  const takeAtAll = () => caps.reduce((sum, take) => sum + takeAll(take, 100), 0);
  expect(takeAtAll()).toBe(60);
  runTimers();
  passTime(60_000);
  expect(takeAtAll()).toBe(0);
  passTime(60_000);
  expect(takeAtAll()).toBe(60);
});

test('[S45] failures of a network are counted at all workers, and correct attempts at none', () => {
  const { runTimers, sent, workers } = open(2);
  const [first, second] = workers.map((one) => createFailures(one)('203.0.113.1'));
  for (let call = 0; call < 100; call += 1) first?.begin('admin-key', 'right').right();
  runTimers();
  expect(sent).toEqual([]);
  for (let call = 0; call < 60; call += 1) first?.begin('admin-key', 'wrong').wrong();
  runTimers();
  expect(() => second?.begin('admin-key', 'other')).toThrow('Too many attempts');
});

test('a worker sends the calls of a moment in one message', () => {
  const { runTimers, sent, workers } = open(2);
  const takes = workers.map((one) => createSessionCap(one, 'frame.readChain'));
  for (let call = 0; call < 10; call += 1) takes[0]?.(session);
  expect(sent).toEqual([]);
  runTimers();
  expect(sent).toHaveLength(1);
  expect(sent[0]).toMatchObject({ takes: [{ key: 'app session', calls: 10 }] });
});

test('two sets of buckets of one worker cannot have the same name', () => {
  const { workers } = open(1);
  const [one] = workers;
  if (!one) throw new Error('one worker');
  createSessionCap(one, 'frame.readChain');
  expect(() => createSessionCap(one, 'frame.readChain')).toThrow('Two sets of buckets');
});

test('a worker reads the metrics of all, and leaves out one that ended or does not answer', async () => {
  const { exchange, runTimers, workers } = open(3);
  const hanging = new Promise<Reading>(() => {});
  const readers = workers.map(({ workers: own }, at) =>
    own.joinMetrics(() => (at === 2 ? hanging : Promise.resolve([{ name: `worker ${at + 1}` }]))),
  );
  const slow = readers[0]?.();
  await new Promise((resolve) => setImmediate(resolve));
  runTimers();
  expect(await slow).toEqual([[{ name: 'worker 1' }], [{ name: 'worker 2' }]]);
  exchange.remove(3);
  expect(await readers[1]?.()).toEqual([[{ name: 'worker 2' }], [{ name: 'worker 1' }]]);
});
