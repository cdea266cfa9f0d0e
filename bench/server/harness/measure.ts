import type { Figure } from '../../result.ts';
import { inAllRounds, inRounds, overRounds } from '../../rounds.ts';
import { cpuSeconds } from './cpu.ts';
import { drive, type LoadClient, type LoadLimit, type LoadResult } from './load.ts';

/** A load result, and the server's CPU time for one operation. */
export interface Measured extends LoadResult {
  cpuUs: number;
  databaseUs: number;
}

/** Clients, and the processes whose CPU time is measured. */
export interface Contender {
  readonly clients: readonly LoadClient[];
  readonly pid: number;
  readonly databasePid: number;
}

async function measure({ clients, pid, databasePid }: Contender, limit: LoadLimit): Promise<Measured> {
  const before = cpuSeconds(pid);
  const databaseBefore = cpuSeconds(databasePid);
  const result = await drive(clients, limit);
  const each = (seconds: number) => (seconds / Math.max(1, result.operations)) * 1e6;
  return {
    ...result,
    cpuUs: each(cpuSeconds(pid) - before),
    databaseUs: each(cpuSeconds(databasePid) - databaseBefore),
  };
}

/** One round: the measurement of each contender. */
export type Round<Name extends string> = Readonly<Record<Name, Measured>>;

/** Measures contenders in turn, in rounds after a warm-up of each. */
export async function measureInTurn<Name extends string>(
  contenders: Readonly<Record<Name, Contender>>,
  { rounds, round, warmUp }: { rounds: number; round: LoadLimit; warmUp: LoadLimit },
): Promise<Round<Name>[]> {
  const names = Object.keys(contenders) as Name[];
  for (const name of names) await drive(contenders[name].clients, warmUp);
  return inRounds({ rounds }, async () => {
    const measured: [Name, Measured][] = [];
    for (const name of names) measured.push([name, await measure(contenders[name], round)]);
    return Object.fromEntries(measured) as Round<Name>;
  });
}

const units = { perSecond: '/s', p50Ms: 'ms', p99Ms: 'ms', cpuUs: 'µs', databaseUs: 'µs' };

/** Returns the figure of one contender, which depends on the machine and has no budget. */
export function figureOf<Name extends string>(
  name: string,
  rounds: readonly Round<Name>[],
  contender: Name,
  quantity: keyof typeof units,
): Figure {
  return { name, unit: units[quantity], ...overRounds(rounds, (round) => round[contender][quantity]) };
}

/** Returns the ratio of a quantity of one contender to that of another. */
export function ratioOf<Name extends string>(
  rounds: readonly Round<Name>[],
  contender: Name,
  other: Name,
  quantity: keyof typeof units,
): Pick<Figure, 'value' | 'spread'> {
  return overRounds(rounds, (round) => round[contender][quantity] / round[other][quantity]);
}

/** Returns the number of operations of all contenders that failed in any round. */
export function failuresOf(rounds: readonly Round<string>[]): number {
  const all = rounds.flatMap((round) => Object.values(round));
  return inAllRounds(all, ({ failures }) => failures);
}
