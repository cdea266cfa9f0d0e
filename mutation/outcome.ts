/** Part of Stryker's report that is read (mutation-testing-report-schema, version 2). */
export interface StrykerReport {
  readonly files: Readonly<Record<string, { readonly source: string; readonly mutants: readonly Mutant[] }>>;
}

interface Place {
  /** 1-based. */
  readonly line: number;
  readonly column: number;
}

interface Mutant {
  readonly mutatorName: string;
  readonly replacement?: string;
  readonly status: string;
  readonly location: { readonly start: Place; readonly end: Place };
}

/** A mutant that no test noticed. */
export interface Survivor {
  readonly file: string;
  readonly line: number;
  /** Trimmed text of the line on which it begins. A reason names it, because line numbers change. */
  readonly text: string;
  /** Original code, and the mutant's replacement. */
  readonly change: string;
  /** True if any test reached it. */
  readonly isReached: boolean;
}

/** Result of a group. */
export interface Outcome {
  readonly group: string;
  readonly killed: number;
  /** Mutants that were noticed because the tests no longer ended. */
  readonly timedOut: number;
  readonly survivors: readonly Survivor[];
  /** Mutants that were left out because their code only runs while a module is loaded (in groups with a sample). */
  readonly loadedOnly: number;
  /** Number of mutants from which the sample was drawn, or null if all were tried. */
  readonly drawnFrom: number | null;
  readonly took: Took;
}

/** In minutes. */
export interface Took {
  readonly wall: number;
  /** CPU time of all processes, which does not depend on other load of the machine. */
  readonly cpu: number;
}

/** Reads the outcome of a group from Stryker's report. */
export function toOutcome(
  { files }: StrykerReport,
  { group, isSample, took }: { group: string; isSample: boolean; took: Took },
): Outcome {
  const all = Object.values(files).flatMap(({ mutants }) => mutants);
  const count = (...statuses: string[]) => all.filter(({ status }) => statuses.includes(status)).length;
  return {
    group,
    killed: count('Killed', 'RuntimeError'),
    timedOut: count('Timeout'),
    survivors: Object.entries(files).flatMap(([file, { source, mutants }]) =>
      mutants
        .filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
        .map((mutant) => toSurvivor(file, source, mutant)),
    ),
    loadedOnly: count('Ignored'),
    drawnFrom: isSample ? all.length - count('Ignored') : null,
    took,
  };
}

/** Returns the share of mutants that a test noticed, from 0 to 1. */
export function scoreOf(outcomes: readonly Pick<Outcome, 'killed' | 'timedOut' | 'survivors'>[]): number {
  const sum = (count: (one: (typeof outcomes)[number]) => number) =>
    outcomes.reduce((total, one) => total + count(one), 0);
  const noticed = sum(({ killed, timedOut }) => killed + timedOut);
  return noticed / (noticed + sum(({ survivors }) => survivors.length));
}

function toSurvivor(file: string, source: string, mutant: Mutant): Survivor {
  const { location, status, replacement = '' } = mutant;
  const lines = source.split('\n');
  return {
    file,
    line: location.start.line,
    text: (lines[location.start.line - 1] ?? '').trim(),
    change: `${toBrief(cut(lines, location))} → ${toBrief(replacement)}`,
    isReached: status === 'Survived',
  };
}

/** Returns the code between two places of a text. */
function cut(lines: readonly string[], { start, end }: Mutant['location']): string {
  const inside = lines.slice(start.line - 1, end.line);
  const last = inside.length - 1;
  return inside
    .map((line, at) => line.slice(at === 0 ? start.column - 1 : 0, at === last ? end.column - 1 : undefined))
    .join('\n');
}

const maxLength = 80;

/** Shortens code to one line that fits into a table. */
function toBrief(code: string): string {
  const line = code.replace(/\s+/g, ' ').trim();
  return line.length > maxLength ? `${line.slice(0, maxLength - 1)}…` : line;
}
