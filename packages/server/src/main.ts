import { readHostedConfig, readRecoveryConfig } from './config.ts';
import { helpText, readDeployment } from './deployment/index.ts';
import { describeError } from './http/index.ts';
import { isStartError, startError } from './startError.ts';
import { startHosted } from './startHosted.ts';
import { startRecovery } from './startRecovery.ts';
import { createLog, type Server, startServer } from './startServer.ts';

const log = createLog();

/** Says why and ends with status 1: what an operator can mend in plain words, anything else without its values. */
function giveUp(error: unknown): never {
  if (isStartError(error)) process.stderr.write(`${error.message}\n`);
  else log.fatal({ error: describeError(error) }, 'the service stopped');
  process.exit(1);
}

/** Starts what the command line names. */
async function start(args: readonly string[]): Promise<Server> {
  const [command, ...more] = args;
  if (command === 'recovery' && more.length === 0) return startRecovery(readRecoveryConfig(), { log });
  if (command === 'hosted' && more.length === 0) return startHosted(readHostedConfig(), { log });
  if (command !== undefined) throw startError(`There is no command \`${args.join(' ')}\`.\n\n${helpText}`);
  const { config, apps } = readDeployment();
  return startServer(config, { log, apps });
}

async function run(): Promise<void> {
  const args = process.argv.slice(2);
  if (['--help', '-h', 'help'].includes(args[0] ?? '')) {
    process.stdout.write(helpText);
    return;
  }
  const starting = start(args);
  let isStopping = false;
  const stop = () => {
    // The second signal is an impatient operator's.
    if (isStopping) process.exit(1);
    isStopping = true;
    starting.then((server) => server.close()).then(() => process.exit(0), giveUp);
  };
  // Before the start is done: anyone who reads that the service listens may stop it at once.
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  await starting;
}

run().catch(giveUp);
