import { readConfig } from './config.ts';
import { startSandbox } from './sandbox.ts';

try {
  const sandbox = await startSandbox(readConfig());
  process.stdout.write(`sandbox ready: inbox ${sandbox.url}, mail ${sandbox.smtpUrl}\n`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void sandbox.close().then(() => process.exit(0)));
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
