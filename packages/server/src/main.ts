import cluster from 'node:cluster';
import { isTraced, readHostedConfig, readRecoveryConfig } from './config.ts';
import { spread, unspread } from './db/index.ts';
import { helpText, readDeployment } from './deployment/index.ts';
import { describeError } from './http/index.ts';
import { issueToken, readTokenArgs } from './issueToken.ts';
import { openDatabase } from './openDatabase.ts';
import { systemClock } from './service.ts';
import { isStartError, startError } from './startError.ts';
import { startHosted } from './startHosted.ts';
import { startRecovery } from './startRecovery.ts';
import { createLog, type Server, startServer } from './startServer.ts';
import { startWorker } from './startWorker.ts';
import { startWorkers, workerCommand } from './startWorkers.ts';

const args = process.argv.slice(2);
/** Number of this worker, if a primary process started this one. */
const workerNumber = cluster.isWorker && args[0] === workerCommand ? Number(args[1]) : null;
const log = createLog({ worker: workerNumber, isTraced: isTraced() });

/**
 * Exits with status 1. Prints the message of a StartError, which an operator can fix, and logs what `describeError`
 * keeps of any other error.
 */
function giveUp(error: unknown): never {
  if (isStartError(error)) process.stderr.write(`${error.message}\n`);
  else log.fatal({ error: describeError(error) }, 'the service stopped');
  process.exit(1);
}

/** Commands that change the configured database and exit. */
const spreadCommands = new Map([
  ['spread', { change: spread, done: 'spread by app' }],
  ['unspread', { change: unspread, done: 'brought back to the coordinator' }],
]);

async function changeSpread({ change, done }: { change: typeof spread; done: string }): Promise<void> {
  const database = await openDatabase(readDeployment().config, log, { clock: systemClock });
  try {
    const names = await change(database);
    process.stdout.write(
      `${names.length} tables ${done}${names.length > 0 ? `: ${names.join(', ')}` : ''}\n`,
    );
  } finally {
    await database.close();
  }
}

/** Prints only a new operator token on standard output, so a script can read it. The log goes to standard error. */
async function printToken(given: readonly string[]): Promise<void> {
  const body = readTokenArgs(given);
  const token = await issueToken(readDeployment().config, body, createLog({ fd: process.stderr.fd }));
  process.stdout.write(`${token}\n`);
}

async function start(): Promise<Server> {
  const [command, ...more] = args;
  if (command === 'recovery' && more.length === 0) return startRecovery(readRecoveryConfig(), { log });
  if (command === 'hosted' && more.length === 0) return startHosted(readHostedConfig(), { log });
  if (command !== undefined) throw startError(`There is no command \`${args.join(' ')}\`.\n\n${helpText}`);
  const { config, apps } = readDeployment();
  const { workers } = config;
  return workers === null
    ? startServer(config, { log, apps })
    : startWorkers({ ...config, workers }, { log, giveUp });
}

async function run(): Promise<void> {
  if (['--help', '-h', 'help'].includes(args[0] ?? '')) {
    process.stdout.write(helpText);
    return;
  }
  const spreadCommand = args.length === 1 ? spreadCommands.get(args[0] ?? '') : undefined;
  if (spreadCommand) return changeSpread(spreadCommand);
  if (args[0] === 'token') return printToken(args.slice(1));
  if (workerNumber !== null) return startWorker(workerNumber, { log, giveUp });
  const starting = start();
  let isStopping = false;
  const stop = () => {
    // A second signal ends the process at once.
    if (isStopping) process.exit(1);
    isStopping = true;
    starting.then((server) => server.close()).then(() => process.exit(0), giveUp);
  };
  // Registered before the start is done, so that a signal during the start also stops the process in order.
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  await starting;
}

run().catch(giveUp);
