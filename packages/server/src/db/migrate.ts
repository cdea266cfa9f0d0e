import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { startError } from '../startError.ts';
import { frozenMigrations } from './frozenMigrations.ts';
import type { Database, RunSql } from './index.ts';
import { readStatements, splitStatements } from './readStatements.ts';
import { runSpread } from './spread.ts';
import type { TurnOptions } from './takeTurns.ts';

interface Migration {
  name: string;
  sql: string;
  /** SHA-256 of its statements. Comments and white space of an applied file may change. */
  sha256: string;
}

/** Finds the migrations: one folder up from a bundle in `dist`, two from this file. */
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
 * @throws Error if a file's name is not a number and words
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
 * Migrates the database to the schema of this version: forward only, each file in a transaction of its own. Several
 * processes may run it at once: the one that holds the lock applies the next file, and the others wait for it.
 *
 * @param options `folder` replaces the package's own; `nowMs` is stored with each applied file; `only` selects
 *   files by name, for a database with some of the tables; the others say how to wait for another process
 * @returns the names of the files that this call applied
 * @throws StartError if an applied file has changed since, the database is newer than this version, or another
 *   process does not finish; Error if a file fails
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

/** Migrations of a database: those that were applied, and those that are missing. */
export interface MigrationStatus {
  readonly applied: readonly { readonly name: string; readonly appliedAtMs: number }[];
  readonly pending: readonly { readonly name: string; readonly statements: readonly string[] }[];
}

/**
 * Reads which migrations a database has. Changes nothing and waits for no other process.
 *
 * @param options `only` selects files by name, for a database with some of the tables
 * @throws StartError if an applied file has changed since, or the database is newer than this version
 */
export async function readMigrationStatus(
  database: Database,
  { only = /./ }: { only?: RegExp } = {},
): Promise<MigrationStatus> {
  const isThere = database.statement<{ found: boolean }>(
    'migrations_exist',
    "select to_regclass('migrations') is not null as found",
  );
  const [table] = await isThere([]);
  const list = database.statement<{ name: string; sha256: string; applied_at_ms: number }>(
    'migrations_list',
    'select name, sha256, applied_at_ms from migrations order by name',
  );
  const rows = table?.found ? await list([]) : [];
  const missing = findMissing(
    readMigrations(),
    rows.map(({ name, sha256 }) => ({ name, sha256 })),
  );
  return {
    applied: rows.map(({ name, applied_at_ms }) => ({ name, appliedAtMs: applied_at_ms })),
    pending: missing
      .filter(({ name }) => only.test(name))
      .map(({ name, sql }) => ({ name, statements: splitStatements(sql) })),
  };
}

/**
 * Applies the first missing file that matches `only`, in the caller's transaction. Returns its name, or null if none
 * is missing.
 */
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
    await runSpread(run, async () => {
      // One at a time, because Citus refuses several statements in one query.
      for (const statement of splitStatements(next.sql)) await run(statement);
    });
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
