import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { findPgBouncer, findPostgres } from '../../packages/testkit/src/postgres/findPrograms.ts';
import { bin, capture } from '../run.ts';

const systemChromium = '/usr/bin/chromium';
const systemShell = '/usr/bin/chromium-headless-shell';

/** Programs that tests need in addition to Node.js. */
export type Tool =
  | 'browser'
  | 'postgres'
  | 'pgBouncer'
  | 'promtool'
  | 'firefox'
  | 'webkit'
  | 'systemd'
  | 'proxies'
  | 'imageBuilder';

const tools: Readonly<Record<Tool, { name: string; bring(): Promise<boolean> }>> = {
  browser: { name: 'Chromium', bring: bringBrowser },
  postgres: { name: 'PostgreSQL 15 or newer', bring: bringPostgres },
  pgBouncer: { name: 'PgBouncer', bring: bringPgBouncer },
  promtool: { name: 'promtool of Prometheus', bring: () => bringPrograms(['promtool'], ['prometheus']) },
  firefox: { name: 'Firefox ESR', bring: () => bringPrograms(['firefox-esr'], ['firefox-esr']) },
  webkit: {
    name: 'WebKitWebDriver and Xvfb',
    bring: () => bringPrograms(['WebKitWebDriver', 'Xvfb'], ['webkit2gtk-driver', 'xvfb']),
  },
  systemd: { name: 'systemd-analyze', bring: () => bringPrograms(['systemd-analyze'], ['systemd']) },
  proxies: {
    name: 'nginx and Caddy',
    bring: () => bringPrograms(['nginx', 'caddy'], ['nginx-light', 'caddy']),
  },
  imageBuilder: {
    name: 'buildah, debootstrap, systemd-nspawn, or the right to mount file systems on Linux',
    bring: async () =>
      (await bringPrograms(
        ['buildah', 'debootstrap', 'systemd-nspawn'],
        ['buildah', 'debootstrap', 'systemd-container'],
      )) && (await mayMount()),
  },
};

/** Installs those of the wanted programs that are missing, if it can. Returns those that are still missing, by tool. */
export async function bringTools(wanted: readonly Tool[]): Promise<ReadonlyMap<Tool, string>> {
  const missing = new Map<Tool, string>();
  // One after the other, because two installs at once need the same lock.
  for (const tool of wanted) {
    if (!(await tools[tool].bring())) missing.set(tool, tools[tool].name);
  }
  return missing;
}

/** Installs the programs for tests and benchmarks of single parts, and prints the missing ones. */
export async function bringForTests(): Promise<void> {
  const missing = await bringTools(['browser', 'postgres']);
  for (const name of missing.values()) console.log(`! ${name} is missing: what needs it fails.`);
}

/**
 * Installs Chromium if it is missing. Returns true if there is one in the end. The headless shell takes less
 * processor time, so it is installed in addition to an existing Chromium.
 */
async function bringBrowser(): Promise<boolean> {
  if (!hasBrowser()) {
    // Some systems have no package of the shell.
    (await installOnDebian('chromium', 'chromium-headless-shell')) || (await installOnDebian('chromium'));
  } else if (existsSync(systemChromium) && !existsSync(systemShell)) {
    await installOnDebian('chromium-headless-shell');
  }
  // Ubuntu's package `chromium` may only point to a snap, so this checks for the program.
  return hasBrowser() || ((await attempt(bin('playwright-core'), ['install', 'chromium'])) && hasBrowser());
}

async function bringPostgres(): Promise<boolean> {
  if (!findPostgres()) await installOnDebian('postgresql');
  return findPostgres() !== null;
}

async function bringPgBouncer(): Promise<boolean> {
  if (!findPgBouncer()) await installOnDebian('pgbouncer');
  return findPgBouncer() !== null;
}

/** Installs programs from these Debian packages if they are missing. */
async function bringPrograms(programs: readonly string[], packages: readonly string[]): Promise<boolean> {
  const isThere = (program: string) =>
    ['/usr/bin', '/usr/sbin'].some((folder) => existsSync(join(folder, program)));
  const areThere = () => programs.every(isThere);
  return areThere() || ((await installOnDebian(...packages)) && areThere());
}

/** Returns true if this process may mount file systems in a namespace of its own, as builds and containers do. */
async function mayMount(): Promise<boolean> {
  const mount = ['--mount', 'mount', '--bind', '/', '/'];
  const { code } = await capture('unshare', mount).catch(() => ({ code: 1 }));
  return code === 0;
}

function hasBrowser(): boolean {
  return existsSync(systemChromium) || existsSync(chromium.executablePath());
}

async function installOnDebian(...names: string[]): Promise<boolean> {
  if (!existsSync('/etc/debian_version') || process.getuid?.() !== 0) return false;
  console.log(`Installing ${names.join(', ')} (apt-get)`);
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  await attempt('apt-get', ['update'], env);
  return attempt('apt-get', ['install', '-y', '--no-install-recommends', ...names], env);
}

/** Runs a command and prints its output if it fails. */
async function attempt(
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<boolean> {
  const { code, output } = await capture(command, args, { env }).catch((error: Error) => ({
    code: 1,
    output: error.message,
  }));
  if (code !== 0) console.log(`${output.trim()}\n${command} ended with ${code}`);
  return code === 0;
}
