import { readConfig } from './config.ts';

try {
  const config = readConfig();
  // Only now: where it may not run, nothing else of it is loaded.
  const { startSandbox } = await import('./sandbox.ts');
  const sandbox = await startSandbox(config);
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
