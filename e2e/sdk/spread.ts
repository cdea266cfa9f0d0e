import { type DatabaseKind, findPostgres } from '@latchkey/testkit';

export const isWide = process.env.LATCHKEY_WIDE === '1';

/**
 * Assigns journeys to databases. In the wide run each runs on both. Otherwise each runs once, and if there is a
 * PostgreSQL, each database has at least one.
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
