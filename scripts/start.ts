import { join } from 'node:path';
import { depository } from '../packages/sandbox/src/chain/tokens.ts';
import { demoAppId } from '../packages/server/src/apps/demoApp.ts';
import { root } from './build/contentHash.ts';
import { buildAll } from './build.ts';
import { planStart, type StartPlan } from './start/plan.ts';
import { type Program, startProgram } from './start/program.ts';
import { type StaticServer, serveStatic } from './start/serveStatic.ts';

/** Time in which a program has to answer, in ms: a first start creates the embedded database, and the machine may be slow. */
const readyWithinMs = 300_000;
/** After this time, in ms, the terminal says which program is still starting. */
const toldAfterMs = 20_000;

const programs: Program[] = [];
let demo: StaticServer | null = null;
let stopping: Promise<void> | null = null;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0));

/** The contract that takes deposits for the sandbox's quote service, on both of its networks. */
const sandboxDeposits = `31337=${depository},31338=${depository}`;

try {
  await start();
} catch (error) {
  await stop(1, error instanceof Error ? error.message : String(error));
}

async function start(): Promise<void> {
  const { ports, dataDir } = await planStart({ args: process.argv.slice(2), env: process.env });
  const serviceUrl =
    process.env.LATCHKEY_TUNNEL_URL || process.env.LATCHKEY_URL || `http://localhost:${ports.service}`;
  const hostedUrl = process.env.LATCHKEY_HOSTED_URL || `http://localhost:${ports.hosted}`;
  const chainUrl = `http://localhost:${ports.sandbox}/chain`;
  const secondChainUrl = `${chainUrl}2`;
  const solanaUrl = `http://localhost:${ports.sandbox}/solana`;
  const built = await buildAll({ only: ['frame', 'server', 'sandbox', 'demo', 'hosted'] });
  if (built.length > 0) console.log(`built ${built.join(', ')}`);
  if (stopping) return;

  begin(
    startProgram({
      name: 'sandbox',
      file: 'packages/sandbox/dist/main.js',
      env: {
        LATCHKEY_SANDBOX_PORT: String(ports.sandbox),
        LATCHKEY_SANDBOX_SMTP_PORT: String(ports.mail),
        LATCHKEY_SANDBOX_EVENTS_URL: `http://localhost:${ports.service}/api/v1/apps/${demoAppId}/funding/webhooks`,
      },
      logFile: join(dataDir, 'sandbox.log'),
    }),
    startProgram({
      name: 'service',
      file: 'packages/server/dist/main.js',
      env: {
        LATCHKEY_PORT: String(ports.service),
        LATCHKEY_HOSTED_URL: hostedUrl,
        LATCHKEY_DATA_DIR: dataDir,
        LATCHKEY_SMTP_URL: process.env.LATCHKEY_SMTP_URL ?? `smtp://localhost:${ports.mail}`,
        LATCHKEY_TURNSTILE_URL: process.env.LATCHKEY_TURNSTILE_URL ?? `http://localhost:${ports.sandbox}`,
        LATCHKEY_FARCASTER_API_URL:
          process.env.LATCHKEY_FARCASTER_API_URL ?? `http://localhost:${ports.sandbox}/farcaster/api`,
        LATCHKEY_FARCASTER_RELAY_URL:
          process.env.LATCHKEY_FARCASTER_RELAY_URL ?? `http://localhost:${ports.sandbox}/farcaster/relay`,
        LATCHKEY_FARCASTER_RPC_URL:
          process.env.LATCHKEY_FARCASTER_RPC_URL ?? `http://localhost:${ports.sandbox}/farcaster/rpc`,
        LATCHKEY_GOOGLE_URL: process.env.LATCHKEY_GOOGLE_URL ?? `http://localhost:${ports.sandbox}`,
        LATCHKEY_OAUTH_URL: process.env.LATCHKEY_OAUTH_URL ?? `http://localhost:${ports.sandbox}/oauth`,
        LATCHKEY_CLOUDKIT_URL: process.env.LATCHKEY_CLOUDKIT_URL ?? `http://localhost:${ports.sandbox}`,
        LATCHKEY_TELEGRAM_URL: process.env.LATCHKEY_TELEGRAM_URL ?? `http://localhost:${ports.sandbox}`,
        LATCHKEY_PRICES_URL:
          process.env.LATCHKEY_PRICES_URL ?? `http://localhost:${ports.sandbox}/prices/api/v3`,
        LATCHKEY_MOONPAY_URL: process.env.LATCHKEY_MOONPAY_URL ?? `http://localhost:${ports.sandbox}`,
        LATCHKEY_COINBASE_URL: process.env.LATCHKEY_COINBASE_URL ?? `http://localhost:${ports.sandbox}`,
        LATCHKEY_QUOTES_URL: process.env.LATCHKEY_QUOTES_URL ?? `http://localhost:${ports.sandbox}/bridge`,
        LATCHKEY_QUOTES_TEST_URL:
          process.env.LATCHKEY_QUOTES_TEST_URL ?? `http://localhost:${ports.sandbox}/bridge/test`,
        ...(process.env.LATCHKEY_QUOTES_URL === undefined && { LATCHKEY_QUOTE_DEPOSITS: sandboxDeposits }),
        LATCHKEY_CHAINS: process.env.LATCHKEY_CHAINS ?? `31337=${chainUrl},31338=${secondChainUrl}`,
        LATCHKEY_SMS_URL:
          process.env.LATCHKEY_SMS_URL ??
          `twilio+http://ACsandbox:sandbox@localhost:${ports.sandbox}?from=%2B15005550006`,
      },
      logFile: join(dataDir, 'service.log'),
    }),
  );
  demo = await serveStatic({
    folder: join(root, 'apps/demo/dist'),
    port: ports.demo,
    config: { apiUrl: serviceUrl, chainUrl, secondChainUrl, solanaUrl },
  });

  const service = answers(`http://localhost:${ports.service}/readyz`, 'service', dataDir);
  service.catch(() => undefined); // heard below
  await answers(`http://localhost:${ports.sandbox}/inbox`, 'sandbox', dataDir);
  if (stopping) return;
  // Once the sandbox stands, which refuses production in words of its own.
  begin(
    startProgram({
      name: 'hosted',
      file: 'packages/server/dist/main.js',
      args: ['hosted'],
      env: {
        LATCHKEY_URL: process.env.LATCHKEY_URL || `http://localhost:${ports.service}`,
        LATCHKEY_HOSTED_URL: hostedUrl,
        LATCHKEY_HOSTED_PORT: String(ports.hosted),
        LATCHKEY_TURNSTILE_URL: process.env.LATCHKEY_TURNSTILE_URL ?? `http://localhost:${ports.sandbox}`,
        LATCHKEY_HOSTED_CHAINS:
          process.env.LATCHKEY_HOSTED_CHAINS ??
          JSON.stringify([
            { id: 31337, name: 'Sandbox', rpc_url: chainUrl, testnet: true },
            { id: 31338, name: 'Second sandbox', rpc_url: secondChainUrl, testnet: true },
          ]),
      },
      logFile: join(dataDir, 'hosted.log'),
    }),
  );
  await Promise.all([service, answers(`http://localhost:${ports.hosted}/readyz`, 'hosted pages', dataDir)]);
  if (!stopping) console.log(welcome({ ports, dataDir }, serviceUrl));
}

/** Keeps programs that were started: when one of them ends, all do. */
function begin(...started: Program[]): void {
  programs.push(...started);
  for (const program of started) void program.ended.then((how) => reportEnd(program.name, how));
}

async function answers(url: string, name: string, dataDir: string): Promise<void> {
  const begunAt = Date.now();
  let isTold = false;
  while (!stopping) {
    const reply = await fetch(url).catch(() => null);
    if (reply?.ok) return;
    const waitedMs = Date.now() - begunAt;
    if (waitedMs > toldAfterMs && !isTold) {
      isTold = true;
      console.log(`Waiting for the ${name} at ${url}. Its log is in ${dataDir}.`);
    }
    if (waitedMs > readyWithinMs) {
      throw new Error(
        `The ${name} did not answer at ${url} within ${readyWithinMs / 1000} s. See ${dataDir}.`,
      );
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** A terminal sends Ctrl-C to the programs as well, so one that ends in the same moment did not die by itself. */
async function reportEnd(name: string, how: string): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 200));
  await stop(1, `The ${name} ${how}`);
}

/** Stops everything once; a caller that asks first decides the exit code and the message. */
function stop(code: number, message?: string): Promise<void> {
  stopping ??= (async () => {
    if (message) console.error(`\n${message}`);
    await Promise.all([...programs.map((program) => program.stop()), demo?.close()]);
    process.exit(code);
  })();
  return stopping;
}

function welcome({ ports, dataDir }: StartPlan, serviceUrl: string): string {
  return `
  Latchkey is running

    demo      http://localhost:${ports.demo}
    market    http://127.0.0.1:${ports.demo}   the same page as another app on another site
    inbox     http://localhost:${ports.sandbox}   every code lands here
    service   ${serviceUrl}
    hosted    http://localhost:${ports.hosted}   where people let one app use their wallet of another
    chains    http://localhost:${ports.sandbox}/chain   id 31337, and /chain2, id 31338; test coins at http://localhost:${ports.sandbox}/faucet
    solana    http://localhost:${ports.sandbox}/solana   solana:localnet

  Data and logs are in ${dataDir}. Ctrl-C stops everything.
`;
}
