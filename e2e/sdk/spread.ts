import { type DatabaseKind, findPostgres } from '@latchkey/testkit';

export const isWide = process.env.LATCHKEY_WIDE === '1';

/**
 * Which walks go over which database: all over both in the wide run. Else each once, and where there is a PostgreSQL each
 * database by one of them at least.
 */
export function spread<Walk>(walks: readonly Walk[]): (readonly [DatabaseKind, readonly Walk[]])[] {
  if (isWide)
    return [
      ['embedded', walks],
      ['postgres', walks],
    ];
  if (!findPostgres()) return [['embedded', walks]];
  return [
    ['embedded', walks.slice(0, 1)],
    ['postgres', walks.slice(1)],
  ];
}
