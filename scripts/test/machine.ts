import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { findPgBouncer, findPostgres } from '../../packages/testkit/src/postgres/findPrograms.ts';
import { bin, capture } from '../run.ts';

const systemChromium = '/usr/bin/chromium';

/** Makes sure that there is a Chromium; installs one where it can, and says whether there is one in the end. */
export async function bringBrowser(): Promise<boolean> {
  if (hasBrowser()) return true;
  // Where there is no package of the shell, pages are walked in the whole browser.
  (await installOnDebian('chromium', 'chromium-headless-shell')) || (await installOnDebian('chromium'));
  // Ubuntu's package of that name, where it has one, only points to a snap: look, do not believe.
  return hasBrowser() || ((await attempt(bin('playwright-core'), ['install', 'chromium'])) && hasBrowser());
}

/** Makes sure that there is a PostgreSQL of version 15 or newer; tests start a private instance of it. */
export async function bringPostgres(): Promise<boolean> {
  if (!findPostgres()) await installOnDebian('postgresql');
  return findPostgres() !== null;
}

/** Makes sure that there is a PgBouncer, which the wide run's tests start for themselves. */
export async function bringPgBouncer(): Promise<boolean> {
  if (!findPgBouncer()) await installOnDebian('pgbouncer');
  return findPgBouncer() !== null;
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
