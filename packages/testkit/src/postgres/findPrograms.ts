import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Finds the folder of PostgreSQL's programs: Debian's newest from 15 on, else the first in PATH, or null. */
export function findPostgres(): string | null {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).map(Number) : [];
  const newest = Math.max(...versions.filter((version) => version >= 15));
  const folders = [
    ...(Number.isFinite(newest) ? [`${debian}/${newest}/bin`] : []),
    ...(process.env.PATH ?? '').split(':'),
  ];
  return (
    folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres'))) ??
    null
  );
}

/** Finds the path of PgBouncer, or null. */
export function findPgBouncer(): string | null {
  const folders = ['/usr/sbin', ...(process.env.PATH ?? '').split(':')];
  return folders.map((folder) => join(folder, 'pgbouncer')).find((path) => existsSync(path)) ?? null;
}
