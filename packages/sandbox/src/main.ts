import { readConfig } from './config.ts';
import { startSandbox } from './sandbox.ts';

try {
  const sandbox = await startSandbox(readConfig());
  process.stdout.write(`sandbox ready: inbox ${sandbox.url}, mail ${sandbox.smtpUrl}\n`);
  // The first person who asks the chain does not wait for it. Without a chain the rest goes on.
  sandbox.chain.url().catch((error: Error) => process.stderr.write(`The devnet is off. ${error.message}\n`));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void sandbox.close().then(() => process.exit(0)));
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
