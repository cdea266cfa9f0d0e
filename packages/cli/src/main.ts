#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { type Context, runCommandLine } from './command/index.ts';
import { commands, groups } from './commands/index.ts';
import { terminalPrompt } from './terminalPrompt.ts';

const { env, platform } = process;

/**
 * Returns the user's folder for settings: in `APPDATA` on Windows, elsewhere as the XDG base directory specification
 * says.
 */
function configFolder(): string {
  if (platform === 'win32') return join(env.APPDATA ?? homedir(), 'latchkey');
  return join(env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'latchkey');
}

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

const context: Context = {
  env,
  cwd: process.cwd(),
  configFolder: configFolder(),
  platform,
  version,
  fetch: (input, init) => fetch(input, init),
  now: Date.now,
  tell: (text) => void process.stdout.write(`${text}\n`),
  note: (text) => void process.stderr.write(`${text}\n`),
  prompt: process.stdin.isTTY && process.stderr.isTTY ? terminalPrompt : null,
};

const code = await runCommandLine(process.argv.slice(2), context, { commands, groups, version });
if (code !== null) process.exitCode = code;
