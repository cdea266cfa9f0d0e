import { fileURLToPath } from 'node:url';
import { readConfig } from './config.ts';

const demoFolder = fileURLToPath(new URL('demo', import.meta.url));

try {
  const { demo, ...config } = readConfig();
  // Loaded after the check, so that the sandbox is not loaded in production.
  const { startSandbox } = await import('./sandbox.ts');
  const sandbox = await startSandbox(config);
  const pages = demo && (await openDemo(demo, sandbox.url, config.hosts));
  process.stdout.write(`sandbox ready: inbox ${sandbox.url}, mail ${sandbox.smtpUrl}\n`);
  // Starts the chain now, so the first request does not wait for it. If it fails, the other stand-ins keep running.
  sandbox.chain.url().catch((error: Error) => process.stderr.write(`The devnet is off. ${error.message}\n`));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(
      signal,
      () => void Promise.all([sandbox.close(), pages?.close()]).then(() => process.exit(0)),
    );
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}

async function openDemo(
  { port, apiUrl }: { port: number; apiUrl: string },
  sandboxUrl: string,
  hosts: readonly string[],
) {
  const { serveDemo } = await import('./demo/index.ts');
  const chainUrl = `${sandboxUrl}/chain`;
  const config = { apiUrl, chainUrl, secondChainUrl: `${chainUrl}2`, solanaUrl: `${sandboxUrl}/solana` };
  return serveDemo({ folder: demoFolder, port, hosts, config });
}
