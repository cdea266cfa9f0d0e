/** What is read of Stryker's report (mutation-testing-report-schema, version 2). */
export interface StrykerReport {
  readonly files: Readonly<Record<string, { readonly source: string; readonly mutants: readonly Mutant[] }>>;
}

interface Place {
  /** From 1. */
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
  /** The line on which it begins, trimmed: what a reason names, because lines move. */
  readonly text: string;
  /** What stands there, and what the mutant has in its place. */
  readonly change: string;
  /** Whether any test reached it. */
  readonly isReached: boolean;
}

/** How a group ended. */
export interface Outcome {
  readonly group: string;
  readonly killed: number;
  /** Noticed because the tests no longer ended. */
  readonly timedOut: number;
  readonly survivors: readonly Survivor[];
  /** Left out because they are run while a module is loaded alone (server). */
  readonly loadedOnly: number;
  /** Of which the sample was drawn; null where all were tried. */
  readonly drawnFrom: number | null;
  readonly took: Took;
}

/** In minutes. */
export interface Took {
  readonly wall: number;
  /** Of all processes: what does not depend on who else uses the machine. */
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

/** The share of mutants that a test noticed, from 0 to 1. */
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

/** What stands between two places of a text. */
function cut(lines: readonly string[], { start, end }: Mutant['location']): string {
  const inside = lines.slice(start.line - 1, end.line);
  const last = inside.length - 1;
  return inside
    .map((line, at) => line.slice(at === 0 ? start.column - 1 : 0, at === last ? end.column - 1 : undefined))
    .join('\n');
}

const maxLength = 80;

/** In one line, and not longer than a table bears. */
function toBrief(code: string): string {
  const line = code.replace(/\s+/g, ' ').trim();
  return line.length > maxLength ? `${line.slice(0, maxLength - 1)}…` : line;
}
