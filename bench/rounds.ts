/** Fewest rounds of a bench. One slow round moves the median of fewer. */
const fewestRounds = 5;

/** How far the rounds of a figure differ. */
export interface Spread {
  readonly rounds: number;
  readonly min: number;
  readonly max: number;
}

/**
 * Measures round after round. A round measures everything that is compared, so a machine that becomes slower affects
 * all of it.
 *
 * @param options.warmUp number of rounds before the first one; their results are dropped
 * @param measure gets the number of the round, which is negative during the warm-up
 * @throws RangeError if there are fewer than five rounds
 */
export async function inRounds<Round>(
  { rounds, warmUp = 0 }: { rounds: number; warmUp?: number },
  measure: (round: number) => Promise<Round>,
): Promise<Round[]> {
  requireRounds(rounds);
  const measured: Round[] = [];
  for (let round = -warmUp; round < rounds; round += 1) {
    const one = await measure(round);
    if (round >= 0) measured.push(one);
  }
  return measured;
}

/**
 * Returns the median of a figure over the rounds, and its spread. To compare two things, pick their ratio in each
 * round: a ratio of two medians would compare different rounds.
 *
 * @throws RangeError if there are fewer than five rounds
 */
export function overRounds<Round>(
  rounds: readonly Round[],
  pick: (round: Round) => number,
): { value: number; spread: Spread } {
  requireRounds(rounds.length);
  const values = rounds.map(pick);
  return {
    value: median(values),
    spread: { rounds: values.length, min: Math.min(...values), max: Math.max(...values) },
  };
}

/**
 * Returns the sum of a figure over the rounds, for what must not happen in any of them. A median would hide what
 * happens in fewer than half.
 */
export function inAllRounds<Round>(rounds: readonly Round[], pick: (round: Round) => number): number {
  return rounds.reduce((sum, round) => sum + pick(round), 0);
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}

function requireRounds(count: number): void {
  if (count < fewestRounds) {
    throw new RangeError(`A bench has at least ${fewestRounds} rounds, and this one has ${count}`);
  }
}
