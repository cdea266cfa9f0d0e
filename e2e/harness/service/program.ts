import { rmSync } from 'node:fs';
import {
  createLog,
  createService,
  createSmtpMailer,
  listen,
  migrate,
  openEmbedded,
  openPostgres,
  readAppsFile,
  readConfig,
} from '@latchkey/server';
import { emptyDatabase } from '../../../packages/testkit/src/emptyDatabase.ts';
import { createCrashPoints } from './crashPoints.ts';
import type { ServiceMessage, ServiceNews } from './messages.ts';

// The service as `startServer` composes it, with additions for tests: a clock that tests move, points at which the
// process kills itself or holds a request, and an end, after which another service begins on the emptied database.

let clockOffsetMs = Number(process.argv[2] ?? 0);
const folder = process.argv[3];
const now = () => Date.now() + clockOffsetMs;
const points = createCrashPoints();
const log = createLog();
let inFlight = 0;

const { databaseUrl, dataDir } = readConfig(process.env);
const database = databaseUrl ? openPostgres(databaseUrl) : await openEmbedded({ dataDir });
await migrate(database, { nowMs: now() });
const watched = points.watch(database);
let running = await begin(process.env);

async function begin(env: Readonly<Record<string, string | undefined>>) {
  const config = readConfig(env);
  const mailer = createSmtpMailer({
    url: config.smtpUrl,
    from: config.mailFrom,
    clock: { now },
    log,
  });
  const service = await createService({
    config,
    database: watched,
    mailer,
    apps: readAppsFile({ path: config.appsFile, production: config.production }),
    log,
    clock: { now },
  });
  const answer: typeof service.answer = async (request, info) => {
    inFlight += 1;
    try {
      return await points.during(request.path, () => service.answer(request, info));
    } finally {
      inFlight -= 1;
    }
  };
  const listener = await listen(
    { ...service, answer },
    { port: config.port, hosts: config.bind, graceMs: 0 },
  );
  return {
    jobs: service.jobs,
    async close() {
      await listener.close();
      await mailer.close();
    },
  };
}

/** Ends the running service. The next one finds an empty database and the current time, as a new process would. */
async function end(): Promise<void> {
  await running.close();
  // A request that is still under way could write later, so the process is not used again.
  if (inFlight > 0) process.exit(1);
  await emptyDatabase(database);
  points.forget();
  clockOffsetMs = 0;
}

async function answer(message: ServiceMessage): Promise<ServiceNews> {
  if (message.type === 'begin') running = await begin(message.env);
  else if (message.type === 'end') await end();
  else if (message.type === 'job') await running.jobs.find(({ name }) => name === message.name)?.run();
  else if (message.type === 'steps') return { type: 'steps', steps: points.stepsOf(message.path) };
  else if (message.type === 'clock') clockOffsetMs = message.offsetMs;
  else if (message.type === 'crash') points.arm(message.at);
  else if (message.type === 'goOn') points.goOn();
  else points.hold(message.at, () => process.send?.({ type: 'held' } satisfies ServiceNews));
  return { type: 'done' };
}

process.on('message', async (message: ServiceMessage) => process.send?.(await answer(message)));
process.on('SIGTERM', async () => {
  await running.close();
  await database.close();
  process.exit(0);
});
// The tests' process has ended, in whatever way, so it can no longer remove this folder.
process.on('disconnect', () => {
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  process.exit(0);
});
process.send?.({ type: 'listening' } satisfies ServiceNews);
