import { type DatabaseKind, findPostgres } from '@latchkey/testkit';

export const isWide = process.env.LATCHKEY_WIDE === '1';

/**
 * Which walks go over which database: all over both in the wide run. Else each once, and where there is a PostgreSQL each
 * database by one of them at least.
 */
export function spread<Journey>(
  journeys: readonly Journey[],
): (readonly [DatabaseKind, readonly Journey[]])[] {
  if (isWide)
    return [
      ['embedded', journeys],
      ['postgres', journeys],
    ];
  if (!findPostgres()) return [['embedded', journeys]];
  return [
    ['embedded', journeys.slice(0, 1)],
    ['postgres', journeys.slice(1)],
  ];
}
