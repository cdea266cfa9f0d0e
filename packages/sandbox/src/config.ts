import { isLoopback } from './loopback.ts';
import type { SandboxOptions } from './sandbox.ts';

/** Settings of the program: those of the stand-ins, and the demo that it serves beside them. */
export interface ProgramConfig extends SandboxOptions {
  readonly hosts: readonly string[];
  readonly port: number;
  /** Null if the program serves no demo. */
  readonly demo: { readonly port: number; readonly apiUrl: string } | null;
}

/**
 * Reads the sandbox's settings from the environment.
 *
 * @throws Error for an invalid value, and in production (docs/contracts.md, Commands): `NODE_ENV=production`, or a
 *   `LATCHKEY_URL` or bind address that is not loopback. If a real deployment sent its mail to a sandbox, an attacker
 *   who reaches the inbox could read its users' login codes (S55).
 */
export function readConfig(): ProgramConfig {
  const { env } = process;
  const hosts = list(env.LATCHKEY_BIND) ?? ['127.0.0.1', '::1'];
  const reason =
    env.NODE_ENV === 'production'
      ? 'NODE_ENV is production'
      : env.LATCHKEY_URL && !isLocal(env.LATCHKEY_URL)
        ? 'LATCHKEY_URL is a public address'
        : !hosts.every(isLoopback)
          ? 'LATCHKEY_BIND is not loopback'
          : null;
  if (reason) {
    throw new Error(
      `The sandbox does not run in production, and ${reason}. It shows every login code to everyone who reaches ` +
        'it. Do not start it; set LATCHKEY_SMTP_URL of the service to a real mail server.',
    );
  }
  return {
    port: port(env, 'LATCHKEY_SANDBOX_PORT', 4010),
    smtpPort: port(env, 'LATCHKEY_SANDBOX_SMTP_PORT', 4025),
    blockTimeS: blockTime(env),
    eventsUrl: eventsUrl(env),
    hosts,
    demo: demo(env),
  };
}

function demo(env: NodeJS.ProcessEnv): ProgramConfig['demo'] {
  const { LATCHKEY_DEMO_API_URL: apiUrl } = env;
  if (!apiUrl) return null;
  if (!URL.canParse(apiUrl)) {
    throw new Error(
      'LATCHKEY_DEMO_API_URL is not an address. Set it to the address of the service that the demo uses, such as ' +
        'http://localhost:4000, or leave it out for no demo.',
    );
  }
  return { port: port(env, 'LATCHKEY_DEMO_PORT', 3000), apiUrl };
}

function isLocal(url: string): boolean {
  return URL.canParse(url) && isLoopback(new URL(url).hostname);
}

function list(value: string | undefined): string[] | null {
  const items = value
    ?.split(',')
    .map((item) => item.trim())
    .filter(Boolean);
  return items?.length ? items : null;
}

function blockTime(env: NodeJS.ProcessEnv): number {
  const value = Number(env.LATCHKEY_CHAIN_BLOCK_S ?? 0);
  if (Number.isInteger(value) && value >= 0 && value <= 3_600) return value;
  throw new Error(
    'LATCHKEY_CHAIN_BLOCK_S is no time between two blocks. Set it to a whole number of seconds from 0 (a block at ' +
      'once for each transaction) to 3600, or leave it out for 0.',
  );
}

function eventsUrl({ LATCHKEY_SANDBOX_EVENTS_URL: url }: NodeJS.ProcessEnv): string | null {
  if (!url) return null;
  if (isLocal(url)) return url;
  throw new Error(
    'LATCHKEY_SANDBOX_EVENTS_URL is no address of this machine. Set it to where an app of a service on loopback takes ' +
      "providers' events, such as http://localhost:4000/api/v1/apps/<id>/funding/webhooks, or leave it out for none.",
  );
}

function port(env: NodeJS.ProcessEnv, name: string, fallback: number): number {
  const value = Number(env[name] ?? fallback);
  if (Number.isInteger(value) && value >= 0 && value <= 65_535) return value;
  throw new Error(
    `${name} is not a port. Set it to a whole number from 0 to 65535, or leave it out for ${fallback}.`,
  );
}
