import { expect, test } from 'vitest';
import { createSupervisor, type WorkerEnd } from './createSupervisor.ts';

function createDeferred<T>() {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

/** A supervisor of processes that a test lets listen and end, with a clock that the test moves. */
function open(count: number) {
  let nowMs = 0;
  let givenUp = false;
  const timers: { atMs: number; act: () => void }[] = [];
  const logged: string[] = [];
  /** Every process that was started, in order. */
  const started: ReturnType<typeof startProcess>[] = [];

  function startProcess(number: number) {
    const listening = createDeferred<number | null>();
    const ended = createDeferred<WorkerEnd>();
    const stops: boolean[] = [];
    const state = { number, stops, isKilled: false, isRunning: true };
    return {
      state,
      listening: listening.promise,
      ended: ended.promise,
      listen: () => listening.resolve(4_000),
      end(status: number | null = 1) {
        state.isRunning = false;
        listening.resolve(null);
        ended.resolve({ status, signal: null });
      },
      stop: (isReplaced: boolean) => void stops.push(isReplaced),
      kill() {
        state.isKilled = true;
      },
    };
  }

  const log = (_: object, text?: string) => void logged.push(text ?? '');
  const supervisor = createSupervisor({
    count,
    start(number) {
      const worker = startProcess(number);
      started.push(worker);
      return worker;
    },
    giveUp() {
      givenUp = true;
    },
    longestStopMs: 30_000,
    log: { error: log, info: log },
    now: () => nowMs,
    later: (act, ms) => void timers.push({ atMs: nowMs + ms, act }),
  });
  /** Lets everything happen that was triggered. */
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return {
    supervisor,
    logged,
    started,
    settle,
    isGivenUp: () => givenUp,
    running: () => started.filter(({ state }) => state.isRunning).map(({ state }) => state.number),
    async pass(ms: number) {
      nowMs += ms;
      for (const timer of timers.filter(({ atMs }) => atMs <= nowMs)) {
        timers.splice(timers.indexOf(timer), 1);
        timer.act();
      }
      await settle();
    },
    /** Starts all workers. They are as old as `ageMs`. */
    async begin(ageMs = 0) {
      const port = supervisor.start();
      started[0]?.listen();
      await port;
      for (const worker of started) worker.listen();
      await settle();
      nowMs += ageMs;
    },
  };
}
const minute = 60_000;

test('the other workers start when the first one listens', async () => {
  const { running, settle, started, supervisor } = open(3);
  const port = supervisor.start();
  await settle();
  expect(running()).toEqual([1]);
  started[0]?.listen();
  expect(await port).toBe(4_000);
  expect(running()).toEqual([1, 2, 3]);
});

test('if the first worker cannot start, no other one is started', async () => {
  const { isGivenUp, running, started, supervisor } = open(2);
  const port = supervisor.start();
  started[0]?.end();
  expect(await port).toBeNull();
  expect(running()).toEqual([]);
  expect(isGivenUp()).toBe(false);
});

test('a worker that ends is started again at once, with the number that is free', async () => {
  const { begin, isGivenUp, running, settle, started } = open(2);
  await begin(minute);
  started[0]?.end();
  await settle();
  expect(running()).toEqual([2, 1]);
  for (const worker of started) worker.end();
  await settle();
  expect(isGivenUp()).toBe(false);
});

test('workers that keep ending soon after their start are started again after longer and longer waits', async () => {
  const { begin, isGivenUp, pass, running, settle, started } = open(2);
  await begin();
  for (const waitMs of [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]) {
    started.at(-1)?.end();
    await settle();
    await pass(waitMs - 1);
    expect(running()).toEqual([1]);
    await pass(1);
    expect(running()).toEqual([1, 2]);
  }
  expect(isGivenUp()).toBe(false);
});

test('the supervisor gives up when the last worker ends soon after its start', async () => {
  const { begin, isGivenUp, settle, started } = open(2);
  await begin();
  started[0]?.end();
  await settle();
  expect(isGivenUp()).toBe(false);
  started[1]?.end();
  await settle();
  expect(isGivenUp()).toBe(true);
});

test('a worker is replaced when its successor listens, one worker after the other', async () => {
  const { begin, logged, running, settle, started, supervisor } = open(2);
  await begin();
  const replaced = supervisor.replaceAll();
  expect(running()).toEqual([1, 2, 3]);
  await settle();
  expect(started[0]?.state.stops).toEqual([]);

  started[2]?.listen();
  await settle();
  expect(started[0]?.state.stops).toEqual([true]);
  expect(running()).toEqual([1, 2, 3]);
  started[0]?.end(0);
  await settle();
  expect(running()).toEqual([2, 3, 1]);
  expect(started[1]?.state.stops).toEqual([]);

  started[3]?.listen();
  await settle();
  started[1]?.end(0);
  await replaced;
  expect(running()).toEqual([3, 1]);
  expect(logged.at(-1)).toBe('all workers were replaced');
});

test('if a successor cannot start, the running workers stay and no other one is replaced', async () => {
  const { begin, isGivenUp, logged, pass, running, started, supervisor } = open(2);
  await begin();
  const replaced = supervisor.replaceAll();
  started[2]?.end();
  await replaced;
  await pass(minute);
  expect(running()).toEqual([1, 2]);
  expect(started.map(({ state }) => state.stops)).toEqual([[], [], []]);
  expect(logged.at(-1)).toBe('a new worker did not start, and the others stay');
  expect(isGivenUp()).toBe(false);
});

test('a worker that ends while another one is replaced is started again', async () => {
  const { begin, running, settle, started, supervisor } = open(2);
  await begin(minute);
  const replaced = supervisor.replaceAll();
  started[2]?.listen();
  await settle();
  started[1]?.end();
  started[0]?.end(0);
  await replaced;
  expect(running()).toHaveLength(2);
  expect(running()).toContain(3);
});

test('requests to replace the workers that arrive during a replacement cause one more replacement', async () => {
  const { begin, settle, started, supervisor } = open(1);
  await begin();
  const replaced = supervisor.replaceAll();
  void supervisor.replaceAll();
  void supervisor.replaceAll();
  for (const [successor, old] of [
    [1, 0],
    [2, 1],
  ] as const) {
    started[successor]?.listen();
    await settle();
    started[old]?.end(0);
    await settle();
  }
  await replaced;
  expect(started).toHaveLength(3);
});

test('a stop reaches all workers at once, and none is started again', async () => {
  const { begin, pass, running, started, supervisor } = open(2);
  await begin(minute);
  const ends = supervisor.stop();
  expect(started.map(({ state }) => state.stops)).toEqual([[false], [false]]);
  started[0]?.end(0);
  await pass(30_000 - 1);
  expect(started.map(({ state }) => state.isKilled)).toEqual([false, false]);
  await pass(1);
  expect(started.map(({ state }) => state.isKilled)).toEqual([false, true]);
  started[1]?.end(null);
  expect((await ends).map(({ status }) => status)).toEqual([0, null]);
  await pass(minute);
  expect(running()).toEqual([]);
});

test('a stop while a worker is replaced reaches the successor too', async () => {
  const { begin, pass, running, settle, started, supervisor } = open(1);
  await begin();
  const replaced = supervisor.replaceAll();
  const ends = supervisor.stop();
  expect(started.map(({ state }) => state.stops)).toEqual([[false], [false]]);
  started[1]?.listen();
  await settle();
  for (const worker of started) worker.end(0);
  await Promise.all([ends, replaced]);
  await pass(minute);
  expect(running()).toEqual([]);
});
