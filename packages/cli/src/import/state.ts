import { appendFileSync, closeSync, existsSync, fsyncSync, openSync, readFileSync } from 'node:fs';
import { commandError } from '../command/index.ts';

/** Facts that must be the same when an import goes on. */
export interface ImportIdentity {
  readonly file_sha256: string;
  readonly app_id: string;
  readonly from: string;
}

/** Result for one user of the file. Contains ids of the user, and no account. */
export interface Outcome {
  /** Place in the file, from 1. */
  readonly n: number;
  readonly source_id: string;
  readonly status: 'imported' | 'refused' | 'left_out';
  readonly user_id?: string;
  /** Code with which the service refused the user. */
  readonly code?: string;
  readonly left?: readonly string[];
}

export interface ImportState {
  /** Outcomes so far, by their place in the file. The newest counts. */
  readonly outcomes: ReadonlyMap<number, Outcome>;
  /** Stores an outcome before the next user is sent. */
  add(outcome: Outcome): void;
  close(): void;
}

/**
 * Opens the file that makes an import resumable. Each line is an outcome, after a first line about the import.
 *
 * @throws CommandError if the file belongs to another import
 */
export function openState(path: string, identity: ImportIdentity): ImportState {
  const outcomes = new Map<number, Outcome>();
  const isNew = !existsSync(path);
  if (!isNew) {
    const [first = '', ...lines] = readFileSync(path, 'utf8').split('\n');
    if (first !== JSON.stringify(identity)) {
      throw commandError(
        `${path} is the state of another import: another file, app or --from. Name another file with --state.`,
        'usage',
      );
    }
    for (const line of lines) {
      const outcome = read(line);
      if (outcome) outcomes.set(outcome.n, outcome);
    }
  }
  const file = openSync(path, 'a', 0o600);
  // A line that a crash cut off gets an end, so that the next one is not lost with it.
  appendFileSync(file, isNew ? `${JSON.stringify(identity)}\n` : '\n');
  return {
    outcomes,
    add(outcome) {
      outcomes.set(outcome.n, outcome);
      appendFileSync(file, `${JSON.stringify(outcome)}\n`);
    },
    close() {
      fsyncSync(file);
      closeSync(file);
    },
  };
}

/** Returns the outcome of a line. Null for a line that a crash cut off, whose user is sent again. */
function read(line: string): Outcome | null {
  try {
    return JSON.parse(line) as Outcome;
  } catch {
    return null;
  }
}
