import cluster from 'node:cluster';
import { once } from 'node:events';
import type { Config } from './configShape.ts';
import { longestStopMs } from './listen.ts';
import { startError } from './startError.ts';
import type { createLog, Server } from './startServer.ts';
import {
  createExchange,
  createSupervisor,
  type Exchange,
  type ToPrimary,
  type ToWorker,
  type WorkerEnd,
  type WorkerProcess,
} from './workers/index.ts';

/** Command of a worker's process. Its argument is the worker's number. */
export const workerCommand = 'worker';

/**
 * Starts the service in `workers` worker processes, which listen on the same port. SIGHUP replaces them one by one.
 *
 * @param options `giveUp` ends the program when no worker can be kept running
 * @throws StartError if the first worker does not start. That worker has printed the reason, unless it was killed
 */
export async function startWorkers(
  config: Pick<Config, 'drainS'> & { workers: number },
  { log, giveUp }: { log: ReturnType<typeof createLog>; giveUp(error: Error): void },
): Promise<Server> {
  const exchange = createExchange();
  const supervisor = createSupervisor({
    count: config.workers,
    start: (number) => startWorkerProcess(number, { exchange, log }),
    giveUp: () => giveUp(startError('The workers keep ending soon after their start.')),
    longestStopMs: longestStopMs(config.drainS * 1000),
    log,
    now: () => performance.now(),
    later: setTimeout,
  });
  process.on('SIGHUP', () => void supervisor.replaceAll());
  const port = await supervisor.start();
  if (port === null) throw startError('The first worker did not start, so no other one was started.');
  return {
    port,
    async close() {
      const ends = await supervisor.stop();
      if (ends.some(({ status }) => status !== 0)) throw startError('A worker did not stop in time.');
    },
  };
}

function startWorkerProcess(
  number: number,
  { exchange, log }: { exchange: Exchange; log: ReturnType<typeof createLog> },
): WorkerProcess {
  cluster.setupPrimary({ args: [workerCommand, String(number)] });
  const worker = cluster.fork();
  log.info({ worker: number, pid: worker.process.pid }, 'a worker is starting');
  // Without a callback, a message to a worker that has just ended would be an uncaught error.
  const send = (message: ToWorker, done: () => void = () => undefined) => void worker.send(message, done);
  const ended = once(worker, 'exit').then(
    ([status, signal]): WorkerEnd => ({ status: status as number | null, signal: signal as string | null }),
  );
  const listen = (listener: (message: ToPrimary) => void) => void worker.on('message', listener);
  const joined = new Promise<void>((resolve) => {
    listen(({ type }) => type === 'joined' && resolve());
  });
  const listening = new Promise<number | null>((resolve) => {
    listen((message) => {
      if (message.type !== 'listening') return;
      exchange.add(number, send);
      resolve(message.port);
    });
    void ended.then(() => resolve(null));
  });
  listen(({ type }) => type === 'leaving' && send({ type: 'left' }));
  listen((message) => exchange.receive(number, message));
  void ended.then(() => exchange.remove(number));
  return {
    listening,
    ended,
    stop: (isReplaced) => void joined.then(() => send({ type: 'stop', isReplaced })),
    kill: () => void worker.process.kill('SIGKILL'),
  };
}
