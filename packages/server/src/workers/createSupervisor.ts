import type { Logger } from 'pino';
import type { Later } from './takeBatch.ts';

/** End of a worker process: its exit status, or the signal that killed it. */
export interface WorkerEnd {
  readonly status: number | null;
  readonly signal: string | null;
}

export interface WorkerProcess {
  /** Resolves to the worker's port, or to null if it ends without having listened. */
  readonly listening: Promise<number | null>;
  readonly ended: Promise<WorkerEnd>;
  /** Asks the worker to finish its requests and end. `isReplaced` tells it that another has taken its place. */
  stop(isReplaced: boolean): void;
  kill(): void;
}

export interface SupervisorOptions {
  readonly count: number;
  start(number: number): WorkerProcess;
  /** Ends the program, because no worker serves and none can be started. */
  giveUp(): void;
  /** Time for a worker to stop, in ms. Then it is killed. */
  readonly longestStopMs: number;
  readonly log: Pick<Logger, 'error' | 'info'>;
  readonly now: () => number;
  readonly later: Later;
}

/** Keeps a number of workers running. */
export interface Supervisor {
  /**
   * Starts one worker and, when it listens, the others.
   *
   * @returns the port, or null if the worker ended at its start
   */
  start(): Promise<number | null>;
  /** Replaces the workers one by one. Each is stopped when its successor listens. */
  replaceAll(): Promise<void>;
  /** Stops all workers at once. Resolves to their ends. */
  stop(): Promise<readonly WorkerEnd[]>;
}

/** Age in ms below which the end of a worker counts as a failed start. The next one is started after a wait. */
const youngMs = 60_000;
const longestWaitMs = 30_000;

interface Member extends WorkerProcess {
  readonly number: number;
  readonly startedAtMs: number;
  isListening: boolean;
  /**
   * True if no worker is started when this one ends: it was asked to stop, or it is the first one or a successor and
   * does not listen yet.
   */
  isDispensable: boolean;
}

/**
 * Creates the supervisor of worker processes.
 *
 * When a worker ends, another is started: at once, or after 1 s, 2 s, 4 s … 30 s if workers keep ending within a minute
 * of their start. If the last one ends so soon, the supervisor gives up, so that the program ends like a single process
 * that cannot work.
 */
export function createSupervisor(options: SupervisorOptions): Supervisor {
  const { count, later, log, now } = options;
  const members = new Map<number, Member>();
  let isStopping = false;
  let youngEnds = 0;
  let replacing: Promise<void> | null = null;
  let isReplacingAgain = false;

  /** Returns the smallest number that no worker has, so that metrics have few series. */
  function freeNumber(): number {
    let number = 1;
    while (members.has(number)) number += 1;
    return number;
  }

  function begin({ isDispensable }: Pick<Member, 'isDispensable'>): Member {
    const number = freeNumber();
    const worker = options.start(number);
    const member: Member = { ...worker, number, startedAtMs: now(), isListening: false, isDispensable };
    members.set(number, member);
    void member.listening.then((port) => {
      if (port === null) return;
      member.isListening = true;
      member.isDispensable = false;
      const listening = [...members.values()].filter(({ isListening }) => isListening);
      if (listening.length === count) log.info({ workers: count, port }, 'all workers are listening');
    });
    void member.ended.then((end) => followEnd(member, end));
    return member;
  }

  function fill(): void {
    if (isStopping) return;
    const staying = [...members.values()].filter(({ isDispensable }) => !isDispensable);
    for (let more = staying.length; more < count; more += 1) begin({ isDispensable: false });
  }

  function followEnd(member: Member, end: WorkerEnd): void {
    members.delete(member.number);
    if (isStopping || member.isDispensable) return;
    log.error({ worker: member.number, ...end }, 'a worker ended');
    const isYoung = now() - member.startedAtMs < youngMs;
    youngEnds = isYoung ? youngEnds + 1 : 0;
    if (!isYoung) fill();
    else if (members.size === 0) options.giveUp();
    else later(fill, Math.min(longestWaitMs, 1_000 * 2 ** (youngEnds - 1)));
  }

  async function stop(member: Member, isReplaced: boolean): Promise<WorkerEnd> {
    member.isDispensable = true;
    member.stop(isReplaced);
    let hasEnded = false;
    later(() => {
      if (!hasEnded) member.kill();
    }, options.longestStopMs);
    const end = await member.ended;
    hasEnded = true;
    return end;
  }

  async function replaceEach(): Promise<void> {
    for (const old of [...members.values()]) {
      if (isStopping) return;
      // If it ended in between, its successor is new already.
      if (members.get(old.number) !== old) continue;
      const successor = begin({ isDispensable: true });
      if ((await successor.listening) === null) {
        log.error({}, 'a new worker did not start, and the others stay');
        return;
      }
      if (isStopping) return;
      await stop(old, true);
    }
    log.info({ workers: count }, 'all workers were replaced');
  }

  return {
    async start() {
      const { listening } = begin({ isDispensable: true });
      const port = await listening;
      if (port !== null) fill();
      return port;
    },
    replaceAll() {
      isReplacingAgain = replacing !== null;
      replacing ??= (async () => {
        do {
          isReplacingAgain = false;
          await replaceEach();
        } while (isReplacingAgain && !isStopping);
        replacing = null;
      })();
      return replacing;
    },
    stop() {
      isStopping = true;
      return Promise.all([...members.values()].map((member) => stop(member, false)));
    },
  };
}
