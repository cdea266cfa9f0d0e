import { spawn } from 'node:child_process';
import { createWriteStream, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { root } from '../build/contentHash.ts';

/** How long a program may take to finish what is in flight before it is killed, in ms. */
const stopWithinMs = 15_000;
/** From this level on a log line of the service (pino's numbers: 40 is a warning) is shown on the terminal. */
const shownLevel = 40;

interface ProgramInput {
  name: string;
  /** The built file, from the root. */
  file: string;
  /** What stands behind it. @default nothing */
  args?: readonly string[];
  env: Record<string, string>;
  /** Where every line goes; emptied at each start. */
  logFile: string;
}

export interface Program {
  readonly name: string;
  /** How it ended, as the rest of a sentence, with its last words; never rejects. */
  readonly ended: Promise<string>;
  /** Asks it to finish and stop; resolves when it is gone. */
  stop(): Promise<void>;
}

/** Starts one of our built programs as a child: all lines go to a log file, warnings and plain words to the terminal. */
export function startProgram({ name, file, args = [], env, logFile }: ProgramInput): Program {
  mkdirSync(dirname(logFile), { recursive: true });
  const log = createWriteStream(logFile);
  const child = spawn(process.execPath, ['--enable-source-maps', join(root, file), ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      log.write(`${line}\n`);
      const words = stream === child.stdout ? wordsToShow(line) : line;
      if (words !== null) console.error(`${name}: ${words}`);
    });
  }
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(`could not start: ${error.message}`));
    child.once('close', (code, signal) => {
      log.end();
      resolve(
        `stopped by itself (${signal ?? `exit code ${code}`}), so everything stops. Its log: ${logFile}`,
      );
    });
  });
  return {
    name,
    ended,
    async stop() {
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), stopWithinMs);
      await ended;
      clearTimeout(timer);
    },
  };
}

/** What of a JSON log line a developer should see at once; null for the everyday ones. */
function wordsToShow(line: string): string | null {
  try {
    const entry = JSON.parse(line) as { level?: number; msg?: string };
    return (entry.level ?? 0) >= shownLevel ? (entry.msg ?? line) : null;
  } catch {
    return null;
  }
}
