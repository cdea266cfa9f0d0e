import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { startProcess } from '@latchkey/testkit';
import { root } from '../../../scripts/build/contentHash.ts';
import type { CrashPoint, ServiceMessage, ServiceNews, Step } from './messages.ts';

/** The service in a process of its own, because only a process can be killed as an operator's process is. */
export interface ServiceProcess {
  readonly url: string;
  /** Moves the service's clock; a restarted service stands at the same time. */
  advance(ms: number): Promise<void>;
  /** Has the service do what it does at intervals: here a duty has no timer of its own. */
  doDuty(name: string): Promise<void>;
  /** What the service's clock shows, Unix ms. */
  now(): number;
  /** Kills the process with SIGKILL as soon as it stands at the point; it ends by itself when a request passes by. */
  crashAt(point: CrashPoint): Promise<void>;
  /** Lets the next request that comes to the point stay there while `work` is done. Resolves when both are done. */
  during(point: CrashPoint, work: () => Promise<void>): Promise<void>;
  /** What the last request to a path changed in the database, in order. */
  stepsOf(path: string): Promise<Step[]>;
  /** Whether the process lives. */
  isRunning(): boolean;
  /** Resolves when the process has ended: with the signal that killed it, or null when it ended by itself. */
  ended(): Promise<NodeJS.Signals | null>;
  /** SIGKILL: nothing is finished, nothing is flushed. */
  kill(): Promise<void>;
  /** Starts it again on the same port and database. */
  restart(): Promise<void>;
  /** SIGTERM, as an operator stops it. */
  stop(): Promise<void>;
}

/** PostgreSQL in WebAssembly is compiled once, quickly: a test asks too little of it for better code to pay. */
const flags = ['--enable-source-maps', '--liftoff-only'];

/** The build target `rig`. */
const usualProgram = join(root, 'packages/server/dist/rig.js');

/**
 * Starts the service as `npm start` would, with this environment.
 *
 * @param env - `LATCHKEY_…` variables; `LATCHKEY_URL` and `LATCHKEY_PORT` are among them.
 * @param program - The service's bundle, where it is not the usual one.
 * @throws Error with the process's output when it ends before it listens.
 */
export async function startServiceProcess(
  env: Record<string, string>,
  program = usualProgram,
): Promise<ServiceProcess> {
  let clockOffsetMs = 0;
  let child = await spawnService(program, env, clockOffsetMs);
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  async function ended(): Promise<NodeJS.Signals | null> {
    if (isRunning()) await once(child, 'exit');
    return child.signalCode;
  }
  async function end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    if (!isRunning()) return;
    child.kill(signal);
    await ended();
  }
  return {
    url: env.LATCHKEY_URL ?? '',
    now: () => Date.now() + clockOffsetMs,
    async advance(ms) {
      clockOffsetMs += ms;
      await tell(child, { type: 'clock', offsetMs: clockOffsetMs });
    },
    async doDuty(name) {
      await tell(child, { type: 'duty', name });
    },
    async crashAt(point) {
      await tell(child, { type: 'crash', at: point });
    },
    async during(point, work) {
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
    kill: () => end('SIGKILL'),
    async restart() {
      await end('SIGKILL');
      child = await spawnService(program, env, clockOffsetMs);
    },
    stop: () => end('SIGTERM'),
  };
}

async function spawnService(
  program: string,
  env: Record<string, string>,
  clockOffsetMs: number,
): Promise<ChildProcess> {
  const child = startProcess(process.execPath, [...flags, program, String(clockOffsetMs)], {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    // What started it ends it, and a file may leave it to the next one.
    within: 'worker',
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-8_000);
    });
  }
  const listening = once(child, 'message').then(([news]) => news as ServiceNews);
  const exited = once(child, 'exit').then(() => ({ type: 'exited' }) as const);
  const first = await Promise.race([listening, exited]);
  if (first.type !== 'listening') throw new Error(`the service did not start:\n${output}`);
  return child;
}

async function tell(child: ChildProcess, message: ServiceMessage): Promise<ServiceNews> {
  const heard = once(child, 'message');
  child.send(message);
  const [news] = await heard;
  return news as ServiceNews;
}
