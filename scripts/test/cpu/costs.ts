import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../../build/contentHash.ts';

/** CPU seconds of one test file in one worker. */
export interface FileCost {
  /** Relative to the root. */
  file: string;
  cpuS: number;
  /** True if it was the first file of its worker, which also loads modules and starts a browser for the next ones. */
  isFirst: boolean;
}

/** Reads the costs that `measureFile.ts` recorded. A file that ran in two projects counts once, with the sum. */
export function readCosts(folder: string): FileCost[] {
  const lines = existsSync(folder)
    ? readdirSync(folder).flatMap((name) => readFileSync(join(folder, name), 'utf8').trimEnd().split('\n'))
    : [];
  const byFile = new Map<string, FileCost>();
  for (const line of lines) {
    const cost = JSON.parse(line) as FileCost;
    const { cpuS = 0, isFirst = false } = byFile.get(cost.file) ?? {};
    byFile.set(cost.file, { ...cost, cpuS: cost.cpuS + cpuS, isFirst: cost.isFirst || isFirst });
  }
  return [...byFile.values()].sort((a, b) => b.cpuS - a.cpuS);
}

const recordedPath = join(root, 'scripts/test/costs.json');
/** Cheaper files are not recorded: below this cost, noise hides changes. */
const recordedFromS = 5;

/** File → CPU seconds on the reference machine. */
export type Recorded = Readonly<Record<string, number>>;

/** Commands whose costs are recorded, each separately: they may run different tests of the same file. */
export type RecordedCommand = 'full' | 'test';

/** Reads the recorded costs of a command, for files that took 5 CPU seconds or more. */
export function readRecorded(command: RecordedCommand): Recorded {
  return readAllRecorded()[command];
}

function readAllRecorded(): Record<RecordedCommand, Recorded> {
  return JSON.parse(readFileSync(recordedPath, 'utf8')) as Record<RecordedCommand, Recorded>;
}

/**
 * Records the costs of the files of a command. Files that did not run keep their recorded costs.
 *
 * @param isThere - Returns true if a file still exists.
 */
export async function record(
  command: RecordedCommand,
  files: readonly FileCost[],
  isThere: (file: string) => boolean,
): Promise<void> {
  const before = readAllRecorded();
  const all = { ...before[command], ...Object.fromEntries(files.map(({ file, cpuS }) => [file, cpuS])) };
  const kept = Object.entries(all)
    .filter(([file, cpuS]) => cpuS >= recordedFromS && isThere(file))
    .map(([file, cpuS]) => [file, Math.round(cpuS)] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const after = { ...before, [command]: Object.fromEntries(kept) };
  await writeFile(recordedPath, `${JSON.stringify(after, null, 2)}\n`);
}
