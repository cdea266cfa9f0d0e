import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { migrate, openEmbedded } from '@latchkey/server';

const cache = fileURLToPath(new URL('../../../node_modules/.cache/latchkey/', import.meta.url));
const migrations = fileURLToPath(new URL('../../server/migrations/', import.meta.url));

/**
 * Returns a dump of an embedded database in which only the migrations have run. It loads faster than they run, and is
 * created once per version of PGlite and the migrations.
 */
export async function migratedSnapshot(): Promise<Blob> {
  return new Blob([readFileSync(join(await snapshotFolder(), 'dump.tar'))]);
}

/** Copies the same database into a data folder, so a service that starts there need not create one. */
export async function seedDataFolder(dataDir: string): Promise<void> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  cpSync(join(await snapshotFolder(), 'data/database'), join(dataDir, 'database'), { recursive: true });
}

async function snapshotFolder(): Promise<string> {
  const folder = join(cache, `embedded-${contentHash()}`);
  if (!existsSync(folder)) await make(folder);
  return folder;
}

/** Returns a hash of PGlite's version and of the migrations. If one of them changes, a new snapshot is needed. */
function contentHash(): string {
  const pglite = createRequire(import.meta.url).resolve('@electric-sql/pglite');
  const files = readdirSync(migrations).sort();
  const hash = createHash('sha256').update(readFileSync(join(pglite, '../../package.json')));
  for (const name of files) hash.update(`\0${name}\0`).update(readFileSync(join(migrations, name)));
  return hash.digest('hex').slice(0, 16);
}

async function make(folder: string): Promise<void> {
  const draft = `${folder}.${process.pid}`;
  const data = join(draft, 'data');
  const database = await openEmbedded({ dataDir: data });
  await migrate(database);
  await database.close();
  const client = await PGlite.create({ dataDir: join(data, 'database') });
  const dump = await client.dumpDataDir('none');
  await client.close();
  await writeFile(join(draft, 'dump.tar'), new Uint8Array(await dump.arrayBuffer()));
  // Several test files may create it at once. The rename is atomic, and the first one wins.
  try {
    renameSync(draft, folder);
  } catch {
    rmSync(draft, { recursive: true, force: true });
  }
  removeOld();
}

/** Deletes old snapshots and keeps the two newest, for developers who switch branches. */
function removeOld(): void {
  const changedAtMs = (name: string) => statSync(join(cache, name), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const names = readdirSync(cache)
    .filter((name) => name.startsWith('embedded-'))
    .sort((one, other) => changedAtMs(other) - changedAtMs(one));
  // A draft may belong to a running process. A draft that is a day old was left by a process that died.
  const isDraft = (name: string) => name.includes('.');
  const dead = names.filter((name) => isDraft(name) && changedAtMs(name) < Date.now() - 24 * 60 * 60_000);
  for (const name of [...names.filter((name) => !isDraft(name)).slice(2), ...dead]) {
    rmSync(join(cache, name), { recursive: true, force: true });
  }
}
