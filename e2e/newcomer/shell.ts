import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify, stripVTControlCharacters } from 'node:util';
import { startProcess } from '@latchkey/testkit';
import { root } from '../../scripts/build/contentHash.ts';
import { type Block, blocksOf } from '../../scripts/docs/markdown.ts';

/** Environment of a newcomer's machine: programs such as Node.js and npm, and a home folder. */
const environment = {
  PATH: process.env.PATH ?? '',
  HOME: process.env.HOME ?? '',
  // Programs then ask nothing, as if the newcomer pressed Enter at each question.
  CI: '1',
  npm_config_yes: 'true',
  NEXT_TELEMETRY_DISABLED: '1',
};

/** Copies the repository as a fresh clone would have it: the files that git has or would add. */
export async function makeClone(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-newcomer-'));
  const clone = join(folder, 'latchkey');
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const { stdout } = await promisify(execFile)('git', list, { cwd: root, maxBuffer: 2 ** 26 });
  for (const path of stdout.split('\0').filter(Boolean)) {
    await mkdir(dirname(join(clone, path)), { recursive: true });
    await cp(join(root, path), join(clone, path));
  }
  return clone;
}

/**
 * Runs a command as a newcomer types it, in a shell.
 *
 * @returns its whole output
 * @throws Error with the output if it fails
 */
export async function type(command: string, cwd: string, env: Record<string, string> = {}): Promise<string> {
  const program = start(command, cwd, env, 'ignore');
  const code = await program.ended;
  if (code !== 0) throw new Error(`\`${command}\` ended with ${code}:\n${program.output()}`);
  return program.output();
}

export interface Running {
  /** Returns everything that it has printed, without colours. */
  output(): string;
  /** Resolves with the first match in its output; rejects if the program ends before. */
  says(pattern: RegExp): Promise<RegExpExecArray>;
  readonly ended: Promise<number | null>;
  stop(): Promise<void>;
}

/** Starts a program that a newcomer leaves running in a terminal. Its input stays open, as that of a terminal. */
export function open(command: string, cwd: string, env: Record<string, string> = {}): Running {
  return start(command, cwd, env, 'pipe');
}

function start(command: string, cwd: string, env: Record<string, string>, input: 'ignore' | 'pipe'): Running {
  // Starts a process group, so what npm starts ends with it.
  const child = startProcess('sh', ['-c', command], {
    cwd,
    env: { ...environment, ...env },
    stdio: [input, 'pipe', 'pipe'],
  });
  let written = '';
  const output = () => stripVTControlCharacters(written);
  const listeners = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (text) => {
      written += String(text);
      for (const listener of [...listeners]) listener();
    });
  }
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return {
    output,
    ended,
    says: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = pattern.exec(output());
          if (found) resolve(found);
        };
        listeners.add(look);
        look();
        void ended.then((code) => reject(new Error(`\`${command}\` ended with ${code}:\n${output()}`)));
      }),
    async stop() {
      if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
      await ended;
    },
  };
}

/** A file that a guide shows as a whole. */
interface ShownFile {
  readonly path: string;
  readonly content: string;
}

export interface Guide {
  /**
   * Returns all code blocks in order: files, and shell blocks as scripts.
   * @throws Error if a block is neither
   */
  steps(): readonly (ShownFile | { readonly script: string })[];
  /** Returns the command line of the guide's shell blocks that begins like this, with its continuation lines. */
  command(start: string): string;
  /** Returns the shell block that begins like this, as a script that stops at the first failing command. */
  script(start: string): string;
  /** Returns the code block whose first line is a comment with the file's path, without that line. */
  file(path: string): string;
}

/** Matches the first line of a block that shows a file, a comment with the file's path. */
const pathLine = /^(?:\/\/|#|<!--) ([\w-]*[./][\w./-]+)(?: -->)?\n/;

/**
 * Reads a guide of the clone.
 *
 * @param changes replacements for placeholders in the guide, such as the app's id
 */
export async function readGuide(
  clone: string,
  path: string,
  changes: Readonly<Record<string, string>>,
): Promise<Guide> {
  const blocks = blocksOf({ path, text: await readFile(join(clone, path), 'utf8') });
  const fill = (text: string) =>
    Object.entries(changes).reduce((filled, [from, to]) => filled.replaceAll(from, to), text);
  const find = <T>(found: T | null | undefined, what: string): T => {
    if (found === null || found === undefined) throw new Error(`${path} has no ${what}`);
    return found;
  };
  const toFile = ({ text }: Block): ShownFile | null => {
    const [line, name] = pathLine.exec(text) ?? [];
    return line && name ? { path: name, content: fill(text.slice(line.length)) } : null;
  };
  const toScript = ({ language, text }: Block): string | null =>
    language === 'sh' ? text.replaceAll('\\\n', ' ') : null;
  const scripts = blocks.flatMap((block) => toScript(block) ?? []);
  const commands = scripts.flatMap((text) => text.split('\n'));
  return {
    steps: () =>
      blocks.map(
        (block) =>
          toFile(block) ?? { script: fill(find(toScript(block), `script or file at line ${block.line}`)) },
      ),
    script: (start) =>
      `set -e\n${fill(
        find(
          scripts.find((text) => text.startsWith(start)),
          `shell block that begins with ${start}`,
        ),
      )}`,
    command: (start) =>
      fill(
        find(
          commands.find((line) => line === start) ?? commands.find((line) => line.startsWith(start)),
          `command that begins with ${start}`,
        ),
      ),
    file: (name) =>
      find(
        blocks.map(toFile).find((file) => file?.path === name),
        `file ${name}`,
      ).content,
  };
}
