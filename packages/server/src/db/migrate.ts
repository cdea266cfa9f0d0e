import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { startError } from '../startError.ts';
import { frozenMigrations } from './frozenMigrations.ts';
import type { Database, RunSql } from './index.ts';
import { readStatements } from './readStatements.ts';
import type { TurnOptions } from './takeTurns.ts';

interface Migration {
  name: string;
  sql: string;
  /** SHA-256 of its statements: comments and white space may change after it was applied. */
  sha256: string;
}

/** The folder stands beside `src` and beside the bundle in `dist`, one or two folders up. */
function migrationsFolder(): string {
  const candidates = ['../migrations/', '../../migrations/'].map((path) =>
    fileURLToPath(new URL(path, import.meta.url)),
  );
  const found = candidates.find((path) => existsSync(path));
  if (!found) throw new Error(`No migrations in ${candidates.join(' or ')}`);
  return found;
}

/**
 * Reads the numbered SQL files of a folder, in order.
 *
 * @throws Error when a file's name is not a number and words
 * @internal
 */
export function readMigrations(folder: string = migrationsFolder()): Migration[] {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort();
  return names.map((name) => {
    if (!/^\d{4}_[a-z_]+\.sql$/.test(name)) throw new Error(`${name} must be named like 0001_apps.sql`);
    const sql = readFileSync(`${folder}/${name}`, 'utf8');
    return { name, sql, sha256: createHash('sha256').update(readStatements(sql)).digest('hex') };
  });
}

/**
 * Brings the database to the shape that this version needs: forward only, each file in a transaction of its own under a
 * lock that ends with it. Safe to run from several processes at once: anyone who has the lock applies the next file, the
 * others wait and then find it applied.
 *
 * @param options `folder` in place of the package's own; `nowMs` is written beside each applied file; `only` the files
 *   that a database with some of the tables needs; how to wait for another process
 * @returns the names of the files that this call applied
 * @throws StartError when an applied file has changed since, the database is newer than this version, or another
 *   process does not come to an end
 */
export async function migrate(
  database: Database,
  options: { folder?: string; nowMs?: number; only?: RegExp } & TurnOptions = {},
): Promise<string[]> {
  const { folder, nowMs = 0, only = /./, ...turns } = options;
  const migrations = readMigrations(folder);
  const applied: string[] = [];
  for (;;) {
    const next = await database.exclusively((run) => applyNext(run, { migrations, only, nowMs }), turns);
    if (next === null) return applied;
    applied.push(next);
  }
}

/** Applies the first file that is missing, inside the caller's transaction; null when none is. */
async function applyNext(
  run: RunSql,
  { migrations, only, nowMs }: { migrations: Migration[]; only: RegExp; nowMs: number },
): Promise<string | null> {
  await run(
    'create table if not exists migrations (name text primary key, sha256 text not null, applied_at_ms bigint not null)',
  );
  const applied = await run('select name, sha256 from migrations');
  const next = findMissing(migrations, applied).find(({ name }) => only.test(name));
  if (!next) return null;
  try {
    await run(next.sql);
    await run('insert into migrations (name, sha256, applied_at_ms) values ($1, $2, $3)', [
      next.name,
      next.sha256,
      nowMs,
    ]);
  } catch (error) {
    throw new Error(`The migration ${next.name} failed`, { cause: error });
  }
  return next.name;
}

function findMissing(migrations: Migration[], applied: Record<string, unknown>[]): Migration[] {
  const byName = new Map(migrations.map((migration) => [migration.name, migration]));
  for (const { name, sha256 } of applied) {
    const migration = byName.get(String(name));
    if (!migration) {
      throw startError(
        `The database is newer than this version of Latchkey: it has the migration ${name}, which this version does not know. Start the newer version.`,
      );
    }
    const known = [migration.sha256, ...(frozenMigrations[migration.name]?.files ?? [])];
    if (!known.includes(String(sha256))) {
      throw startError(
        `The migration ${name} was changed after it had been applied. Put the old file back and write a new migration instead.`,
      );
    }
  }
  const done = new Set(applied.map((row) => row.name));
  return migrations.filter((migration) => !done.has(migration.name));
}
