import type { Survivor } from './outcome.ts';

/** Reason for accepting a survivor. */
export interface Reason {
  readonly file: string;
  /** Text of the line on which the mutant begins. */
  readonly text: string;
  /** As in {@link Survivor}, or `*` for every change that begins on this line. */
  readonly change: string;
  readonly reason: string;
}

const header = 'file\tline\tchange\treason';

/**
 * Reads the reasons: a table of four tab-separated columns, with their names in the first line.
 *
 * @throws Error that names a malformed line
 */
export function readReasons(table: string): Reason[] {
  const [first, ...rows] = table.trimEnd().split('\n');
  if (first !== header) throw new Error(`the reasons must begin with the line ${JSON.stringify(header)}`);
  return rows.map((row, index) => {
    const [file, text, change, reason, ...more] = row.split('\t');
    if (!file || !text || !change || !reason || more.length > 0)
      throw new Error(`line ${index + 2} of the reasons does not have four columns`);
    return { file, text, change, reason };
  });
}

/** Finds the reason for accepting a mutant, or returns null. */
export function findReason(reasons: readonly Reason[], survivor: Survivor): Reason | null {
  return reasons.find((reason) => isFor(reason, survivor)) ?? null;
}

/** Lists the reasons that no mutant needs any more. */
export function listIdle(reasons: readonly Reason[], survivors: readonly Survivor[]): Reason[] {
  return reasons.filter((reason) => !survivors.some((survivor) => isFor(reason, survivor)));
}

/** Formats a row for the table, in which the reason is still to be written. */
export function toRow({ file, text, change }: Pick<Survivor, 'file' | 'text' | 'change'>): string {
  return [file, text, change, ''].map((cell) => cell.replaceAll('\t', ' ')).join('\t');
}

function isFor({ file, text, change }: Reason, survivor: Survivor): boolean {
  return file === survivor.file && text === survivor.text && (change === '*' || change === survivor.change);
}
