import { readConfig, readRecoveryConfig } from './config.ts';
import { describeError } from './http/index.ts';
import { isStartError } from './startError.ts';
import { startRecovery } from './startRecovery.ts';
import { createLog, startServer } from './startServer.ts';

const log = createLog();

/** Says why and ends with status 1: what an operator can mend in plain words, anything else without its values. */
function giveUp(error: unknown): never {
  if (isStartError(error)) process.stderr.write(`${error.message}\n`);
  else log.fatal({ error: describeError(error) }, 'the service stopped');
  process.exit(1);
}

async function run(): Promise<void> {
  // `main.js recovery` is the recovery store as a process of its own.
  const starting =
    process.argv[2] === 'recovery'
      ? startRecovery(readRecoveryConfig(), { log })
      : startServer(readConfig(), { log });
  let isStopping = false;
  const stop = () => {
    // The second signal is an impatient operator's.
    if (isStopping) process.exit(1);
    isStopping = true;
    starting.then((server) => server.close()).then(() => process.exit(0), giveUp);
  };
  // Before the start is done: whoever reads that the service listens may stop it at once.
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  await starting;
}

run().catch(giveUp);
