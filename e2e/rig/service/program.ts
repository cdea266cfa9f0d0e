import {
  createLog,
  createService,
  createSmtpMailer,
  listen,
  migrate,
  nodeRandom,
  openEmbedded,
  openPostgres,
  readAppsFile,
  readConfig,
} from '@latchkey/server';
import { createCrashPoints } from './crashPoints.ts';
import type { ServiceMessage, ServiceNews } from './messages.ts';

// The service as `startServer` composes it, with two things between its parts that only tests have: a clock that
// they move, and places where the process kills itself.

let clockOffsetMs = Number(process.argv[2] ?? 0);
const now = () => Date.now() + clockOffsetMs;
const points = createCrashPoints();

const config = readConfig(process.env);
const log = createLog();
const database = config.databaseUrl ? openPostgres(config.databaseUrl) : await openEmbedded(config);
await migrate(database, { nowMs: now() });
const service = await createService({
  config,
  database: points.watch(database),
  mailer: createSmtpMailer({
    url: config.smtpUrl,
    from: config.mailFrom,
    ...{ clock: { now }, random: nodeRandom, log },
  }),
  apps: readAppsFile({ path: config.appsFile, production: config.production }),
  log,
  clock: { now },
});
const listener = await listen(
  {
    ...service,
    answer: (request, info) => points.during(request.path, () => service.answer(request, info)),
  },
  { port: config.port, hosts: config.bind },
);

async function answer(message: ServiceMessage): Promise<ServiceNews> {
  if (message.type === 'duty') await service.duties.find(({ name }) => name === message.name)?.run();
  else if (message.type === 'steps') return { type: 'steps', steps: points.stepsOf(message.path) };
  else if (message.type === 'clock') clockOffsetMs = message.offsetMs;
  else if (message.type === 'crash') points.arm(message.at);
  else if (message.type === 'goOn') points.goOn();
  else points.hold(message.at, () => process.send?.({ type: 'held' } satisfies ServiceNews));
  return { type: 'done' };
}

process.on('message', async (message: ServiceMessage) => process.send?.(await answer(message)));
process.on('SIGTERM', async () => {
  await listener.close();
  await database.close();
  process.exit(0);
});
process.on('disconnect', () => process.exit(0));
process.send?.({ type: 'listening' } satisfies ServiceNews);
