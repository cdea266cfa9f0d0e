import { join } from 'node:path';
import { addressesOf, hostedEnvironment, sandboxEnvironment, serviceEnvironment } from './environments.ts';
import { planStart, type StartInput, type StartPlan } from './planStart.ts';
import { programFile } from './programFiles.ts';
import { type Program, startProgram } from './startProgram.ts';

/**
 * Time in which a program must respond, in ms: a first start creates the embedded database, and the machine may be
 * slow.
 */
const readyWithinMs = 300_000;
/** Time, in ms, after which the terminal names a program that is still starting. */
const toldAfterMs = 20_000;

export interface StartAllInput extends StartInput {
  fetch(input: string): Promise<Response>;
  tell(text: string): void;
  note(text: string): void;
}

/**
 * Starts the sandbox with the demo, the service and the hosted pages on loopback. A signal stops all of them, and if
 * one ends by itself, the others are stopped.
 *
 * @returns the exit code, when everything has stopped
 * @throws Error as `planStart` does
 */
export async function startAll(input: StartAllInput): Promise<number> {
  const plan = await planStart(input);
  const { demoAppId } = await import('@latchkey/server');
  const { cwd, env, note, tell } = input;
  const programs: Program[] = [];
  let end: (how: { code: number; message?: string }) => void = () => undefined;
  const ended = new Promise<{ code: number; message?: string }>((resolve) => {
    end = resolve;
  });
  let isStopping = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => end({ code: 0 }));

  const begin = (name: string, file: string, environment: StartInput['env'], args: string[] = []) => {
    const logFile = join(plan.dataDir, `${name}.log`);
    const program = startProgram({ name, file, args, env: environment, cwd, logFile, note });
    programs.push(program);
    void program.ended.then(async (how) => {
      // Waits for a signal first: a terminal sends Ctrl-C to the programs too, and then their end is no failure.
      await new Promise((resolve) => setTimeout(resolve, 200));
      end({ code: 1, message: `The ${name} ${how}` });
    });
  };
  const answers = (port: number, path: string, name: string) =>
    waitUntilReady({
      ...input,
      url: `http://localhost:${port}${path}`,
      name,
      plan,
      isOver: () => isStopping,
    });

  async function start(): Promise<void> {
    const { ports } = plan;
    begin('sandbox', programFile('sandbox'), sandboxEnvironment(plan, env, demoAppId));
    begin('service', programFile('service'), serviceEnvironment(plan, env));
    const service = answers(ports.service, '/readyz', 'service');
    service.catch(() => undefined); // handled below
    await answers(ports.sandbox, '/inbox', 'sandbox');
    if (isStopping) return;
    // Starts after the sandbox: with `NODE_ENV=production` it could end before the sandbox prints its error.
    begin('hosted', programFile('service'), hostedEnvironment(plan, env), ['hosted']);
    await Promise.all([service, answers(ports.hosted, '/readyz', 'hosted pages')]);
    if (!isStopping) tell(welcome(plan, addressesOf(plan, env).service));
  }

  void start().catch((error: unknown) =>
    end({ code: 1, message: error instanceof Error ? error.message : String(error) }),
  );
  const { code, message } = await ended;
  isStopping = true;
  if (message) note(`\n${message}`);
  await Promise.all(programs.map((program) => program.stop()));
  return code;
}

interface Wait extends StartAllInput {
  url: string;
  name: string;
  plan: StartPlan;
  isOver(): boolean;
}

async function waitUntilReady({ fetch, isOver, name, plan, tell, url }: Wait): Promise<void> {
  const begunAt = Date.now();
  let isTold = false;
  while (!isOver()) {
    const reply = await fetch(url).catch(() => null);
    if (reply?.ok) return;
    const waitedMs = Date.now() - begunAt;
    if (waitedMs > toldAfterMs && !isTold) {
      isTold = true;
      tell(`Waiting for the ${name} at ${url}. Its log is in ${plan.dataDir}.`);
    }
    if (waitedMs > readyWithinMs) {
      throw new Error(
        `The ${name} did not answer at ${url} within ${readyWithinMs / 1000} s. See ${plan.dataDir}.`,
      );
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
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
