import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { findPgBouncer, findPostgres } from '../../packages/testkit/src/postgres/findPrograms.ts';
import { bin, capture } from '../run.ts';

const systemChromium = '/usr/bin/chromium';
const systemShell = '/usr/bin/chromium-headless-shell';

/** Programs that tests need besides Node.js. */
export type Tool = 'browser' | 'postgres' | 'pgBouncer' | 'firefox' | 'webkit';

const tools: Readonly<Record<Tool, { name: string; bring(): Promise<boolean> }>> = {
  browser: { name: 'Chromium', bring: bringBrowser },
  postgres: { name: 'PostgreSQL 15 or newer', bring: bringPostgres },
  pgBouncer: { name: 'PgBouncer', bring: bringPgBouncer },
  firefox: { name: 'Firefox ESR', bring: () => bringPrograms(['firefox-esr'], ['firefox-esr']) },
  webkit: {
    name: 'WebKitWebDriver and Xvfb',
    bring: () => bringPrograms(['WebKitWebDriver', 'Xvfb'], ['webkit2gtk-driver', 'xvfb']),
  },
};

/** Makes sure that the machine has these, installing them if it can. Returns those that it lacks in the end, with their names. */
export async function bringTools(wanted: readonly Tool[]): Promise<ReadonlyMap<Tool, string>> {
  const missing = new Map<Tool, string>();
  // One after the other: two installs at once would wait for the same lock.
  for (const tool of wanted) {
    if (!(await tools[tool].bring())) missing.set(tool, tools[tool].name);
  }
  return missing;
}

/** Brings what tests and benches of single parts need, and says what they have to do without. */
export async function bringForTests(): Promise<void> {
  const missing = await bringTools(['browser', 'postgres']);
  for (const name of missing.values()) console.log(`! ${name} is missing: what needs it fails.`);
}

/**
 * Makes sure that there is a Chromium, and says whether there is one in the end. The headless shell takes three fifths of the
 * processor time, so it is installed beside a Chromium that is there already.
 */
async function bringBrowser(): Promise<boolean> {
  if (!hasBrowser()) {
    // Some systems have no package of the shell.
    (await installOnDebian('chromium', 'chromium-headless-shell')) || (await installOnDebian('chromium'));
  } else if (existsSync(systemChromium) && !existsSync(systemShell)) {
    await installOnDebian('chromium-headless-shell');
  }
  // Ubuntu's package of that name, where it has one, only points to a snap: look, do not believe.
  return hasBrowser() || ((await attempt(bin('playwright-core'), ['install', 'chromium'])) && hasBrowser());
}

/** Makes sure that there is a PostgreSQL of version 15 or newer; tests start a private instance of it. */
async function bringPostgres(): Promise<boolean> {
  if (!findPostgres()) await installOnDebian('postgresql');
  return findPostgres() !== null;
}

/** Makes sure that there is a PgBouncer, which the wide run's tests start for themselves. */
async function bringPgBouncer(): Promise<boolean> {
  if (!findPgBouncer()) await installOnDebian('pgbouncer');
  return findPgBouncer() !== null;
}

/** Makes sure that programs are there, which Debian's packages of these names bring. */
async function bringPrograms(programs: readonly string[], packages: readonly string[]): Promise<boolean> {
  const areThere = () => programs.every((program) => existsSync(join('/usr/bin', program)));
  return areThere() || ((await installOnDebian(...packages)) && areThere());
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

/** Runs a command and says whether it worked; what it printed is shown when not. */
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
