import { readDeployment } from './deployment/index.ts';
import { type createLog, startServer } from './startServer.ts';
import { joinWorkers, type ProcessChannel, type ToPrimary, type ToWorker } from './workers/index.ts';

/** Connection to the primary process, which started this one. */
const channel: ProcessChannel<ToWorker, ToPrimary> = {
  send: (message, done = () => undefined) => void process.send?.(message, undefined, {}, done),
  listen: (listener) => void process.on('message', listener),
};

/**
 * Gives back the connections that the primary passed to this worker before it heard that the listeners are closed.
 * Another worker then gets them. They would otherwise be lost with this process.
 */
async function leave(): Promise<void> {
  const left = new Promise<void>((resolve) => {
    channel.listen(({ type }) => type === 'left' && resolve());
  });
  channel.send({ type: 'leaving' });
  // Node.js gives back each connection that arrives before this answer.
  await left;
  await new Promise<void>((resolve) => channel.send({ type: 'end' }, resolve));
}

/**
 * Starts the service as a worker. It stops when its primary process asks it to, or when that process ends.
 *
 * @param number the worker's number
 * @param options `giveUp` ends the process because of an error
 */
export async function startWorker(
  number: number,
  { log, giveUp }: { log: ReturnType<typeof createLog>; giveUp(error: unknown): never },
): Promise<void> {
  // A terminal or a service manager may signal all processes of a program. The primary decides what a signal means.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined);
  const { config, apps } = readDeployment();
  const workers = joinWorkers(number, channel);
  const starting = startServer(config, { apps, log, workers });
  let isStopping = false;
  channel.listen((message) => {
    if (message.type !== 'stop' || isStopping) return;
    isStopping = true;
    const { isReplaced } = message;
    starting
      .then((server) => server.close({ isReplaced }))
      .then(leave)
      .then(() => process.exit(0), giveUp);
  });
  channel.send({ type: 'joined' });
  channel.send({ type: 'listening', port: (await starting).port });
}
