import { spawn } from 'node:child_process';
import { createWriteStream, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';

/** Time that a program may take to finish its requests before it is killed, in ms. */
const stopWithinMs = 15_000;
/** Lowest level of the service's log lines (pino's numbers: 40 is a warning) that the terminal shows. */
const shownLevel = 40;

interface ProgramInput {
  name: string;
  file: string;
  /** Command-line arguments. @default none */
  args?: readonly string[];
  /** The whole environment of the program. */
  env: Readonly<Record<string, string | undefined>>;
  cwd: string;
  note(text: string): void;
  /** File that gets every line; emptied at each start. */
  logFile: string;
}

export interface Program {
  readonly name: string;
  /**
   * Resolves to the reason why the program ended, as the rest of a sentence, with the path of its log if it had
   * started. Never rejects.
   */
  readonly ended: Promise<string>;
  /** Asks the program to stop, kills it if it has not ended after 15 s, and resolves once it has ended. */
  stop(): Promise<void>;
}

/**
 * Starts one of our built programs as a child process. All lines go to a log file; warnings and the error output also
 * go to the terminal.
 */
export function startProgram({ name, file, args = [], cwd, env, logFile, note }: ProgramInput): Program {
  mkdirSync(dirname(logFile), { recursive: true });
  const log = createWriteStream(logFile);
  const child = spawn(process.execPath, ['--enable-source-maps', file, ...args], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      log.write(`${line}\n`);
      const words = stream === child.stdout ? wordsToShow(line) : line;
      if (words !== null) note(`${name}: ${words}`);
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

/** Returns the text of a JSON log line that the developer should see at once. Null for lower levels and other lines. */
function wordsToShow(line: string): string | null {
  try {
    const entry = JSON.parse(line) as { level?: number; msg?: string };
    return (entry.level ?? 0) >= shownLevel ? (entry.msg ?? line) : null;
  } catch {
    return null;
  }
}
