import { median } from '../../result.ts';
import { cpuSeconds } from './cpu.ts';
import { drive, type LoadClient, type LoadLimit, type LoadResult } from './load.ts';

/** A load result, and what one operation cost the server. */
export interface Measured extends LoadResult {
  cpuUs: number;
  databaseUs: number;
}

/** Clients, and the processes whose CPU their load costs. */
export interface Contender {
  readonly clients: readonly LoadClient[];
  readonly pid: number;
  readonly databasePid: number;
}

/** Drives a contender's clients to a limit. */
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

/**
 * Measures contenders in turn, round after round, so that a machine that grows slower slows all of them.
 *
 * @returns for each contender its rounds
 */
export async function measureInTurn<Name extends string>(
  contenders: Record<Name, Contender>,
  options: { rounds: number; round: LoadLimit; warmUp: LoadLimit },
): Promise<Record<Name, Measured[]>> {
  const names = Object.keys(contenders) as Name[];
  const measured = Object.fromEntries(names.map((name) => [name, [] as Measured[]])) as Record<
    Name,
    Measured[]
  >;
  for (const name of names) await drive(contenders[name].clients, options.warmUp);
  for (let round = 0; round < options.rounds; round += 1) {
    for (const name of names) measured[name].push(await measure(contenders[name], options.round));
  }
  return measured;
}

/** The middle of a figure over the rounds. */
export function middle(rounds: readonly Measured[], figure: keyof Measured): number {
  return median(rounds.map((round) => round[figure]));
}

/** The middle ratio of a figure, round by round. */
export function ratio(of: readonly Measured[], to: readonly Measured[], figure: keyof Measured): number {
  return median(of.map((round, at) => round[figure] / (to[at]?.[figure] ?? Number.NaN)));
}

/** Operations that failed, over all rounds. */
export function failuresOf(...contenders: readonly (readonly Measured[])[]): number {
  return contenders.flat().reduce((sum, round) => sum + round.failures, 0);
}
