import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { startProcess } from '@latchkey/testkit';
import { root } from '../../../scripts/build/contentHash.ts';
import type { CrashPoint, ServiceMessage, ServiceNews, Step } from './messages.ts';

/** The service in a process of its own, which tests can kill. */
export interface ServiceProcess {
  readonly url: string;
  pid(): number | undefined;
  /** Moves the service's clock. A restarted service has the same time. */
  advance(ms: number): Promise<void>;
  /** Runs a job of the service. In tests no job has a timer of its own. */
  doJob(name: string): Promise<void>;
  now(): number;
  /**
   * Kills the process with SIGKILL as soon as a request reaches the point. If a request passes it by, the process
   * ends.
   */
  crashAt(point: CrashPoint): Promise<void>;
  /** Holds the next request that reaches the point until `work` is done. */
  during(point: CrashPoint, work: () => Promise<void>): Promise<void>;
  /** Returns the changes that the last request to a path made in the database, in order. */
  stepsOf(path: string): Promise<Step[]>;
  isRunning(): boolean;
  /** Resolves when the process has ended, with the signal that killed it, or null if it exited. */
  ended(): Promise<NodeJS.Signals | null>;
  /** Kills the process with SIGKILL, so nothing is finished or flushed. */
  kill(): Promise<void>;
  /** Restarts the process on the same port and database. */
  restart(): Promise<void>;
  /** Stops the process with SIGTERM, as an operator does. */
  stop(): Promise<void>;
}

/** A process in which services can run one after the other, each on the same database, emptied. */
export interface KeptProcess extends ServiceProcess {
  /** Returns true if the process runs and was neither killed nor stopped, nor told to die or wait at a point. */
  isUnharmed(): boolean;
  /**
   * Ends the service and empties its database. The process stays, but does not keep the tests' process alive.
   *
   * @returns true if the process stays; it ends if a request is still under way
   */
  end(): Promise<boolean>;
  /**
   * Starts a service with another environment in the process, as if the process were new.
   *
   * @throws Error with the process's output if it ends before it listens.
   */
  begin(env: Record<string, string>): Promise<void>;
}

/**
 * Flags of Node.js: stack traces name the sources, and PostgreSQL's WebAssembly is compiled with the fast compiler
 * only. A test uses it too little for faster code to pay off.
 */
const flags = ['--enable-source-maps', '--liftoff-only'];

/** Output of the build target `harness`. */
const usualProgram = join(root, 'packages/server/dist/harness.js');

/**
 * Starts the service in a process of its own, with this environment.
 *
 * @param env - `LATCHKEY_…` variables, including `LATCHKEY_URL` and `LATCHKEY_PORT`.
 * @param folder - Folder of the service's data, which its process removes if it outlives this one.
 * @param program - The service's bundle, if not the usual one.
 * @throws Error with the process's output if it ends before it listens.
 */
export async function startServiceProcess(
  env: Record<string, string>,
  folder: string,
  program = usualProgram,
): Promise<KeptProcess> {
  let settings = env;
  let clockOffsetMs = 0;
  let isHarmed = false;
  const start = () => spawnService([program, String(clockOffsetMs), folder], settings);
  let { child, exited, readOutput } = await start();
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  const ended = () => exited;
  async function end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    isHarmed = true;
    if (!isRunning()) return;
    child.kill(signal);
    await ended();
  }
  return {
    get url() {
      return settings.LATCHKEY_URL ?? '';
    },
    pid: () => child.pid,
    now: () => Date.now() + clockOffsetMs,
    async advance(ms) {
      clockOffsetMs += ms;
      await tell(child, { type: 'clock', offsetMs: clockOffsetMs });
    },
    async doJob(name) {
      await tell(child, { type: 'job', name });
    },
    async crashAt(point) {
      isHarmed = true;
      await tell(child, { type: 'crash', at: point });
    },
    async during(point, work) {
      isHarmed = true;
      await tell(child, { type: 'hold', at: point });
      const passedBy = ended().then(() => {
        throw new Error('the service ended, and no request was held');
      });
      await Promise.race([once(child, 'message'), passedBy]);
      await work();
      await tell(child, { type: 'goOn' });
    },
    async stepsOf(path) {
      const news = await tell(child, { type: 'steps', path });
      return news.type === 'steps' ? news.steps : [];
    },
    isRunning,
    ended,
    isUnharmed: () => !isHarmed && isRunning(),
    kill: () => end('SIGKILL'),
    async restart() {
      await end('SIGKILL');
      ({ child, exited, readOutput } = await start());
    },
    stop: () => end('SIGTERM'),
    async end() {
      const isKept = await Promise.race([
        tell(child, { type: 'end' }).then(() => true),
        ended().then(() => false),
      ]);
      clockOffsetMs = 0;
      for (const handle of handlesOf(child)) handle.unref();
      return isKept;
    },
    async begin(next) {
      settings = next;
      for (const handle of handlesOf(child)) handle.ref();
      const news = await Promise.race([tell(child, { type: 'begin', env: next }), ended()]);
      if (!isRunning() || news === null) throw didNotStart(readOutput());
    },
  };
}

interface Started {
  readonly child: ChildProcess;
  /** Resolves when the process has ended, with the signal that killed it. */
  readonly exited: Promise<NodeJS.Signals | null>;
  readOutput(): string;
}

async function spawnService(args: readonly string[], env: Record<string, string>): Promise<Started> {
  const child = startProcess(process.execPath, [...flags, ...args], {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    // The process may outlive the file that started it, so it ends with the worker.
    within: 'worker',
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-8_000);
    });
  }
  const listening = once(child, 'message').then(([news]) => news as ServiceNews);
  const exited = new Promise<NodeJS.Signals | null>((resolve) => {
    child.once('exit', (_code, signal) => resolve(signal));
  });
  const first = await Promise.race([listening, exited]);
  if (first === null || typeof first === 'string') throw didNotStart(output);
  return { child, exited, readOutput: () => output };
}

const didNotStart = (output: string) => new Error(`the service did not start:\n${output}`);

/** Returns the handles of a child that keep this process alive: the child itself, its channel and its output. */
function handlesOf(child: ChildProcess): readonly Pick<ChildProcess, 'ref' | 'unref'>[] {
  const pipes = [child.stdout, child.stderr].filter((stream) => stream instanceof Socket);
  return [child, ...(child.channel ? [child.channel] : []), ...pipes];
}

async function tell(child: ChildProcess, message: ServiceMessage): Promise<ServiceNews> {
  const heard = once(child, 'message');
  child.send(message);
  const [news] = await heard;
  return news as ServiceNews;
}
