import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';

const folder = fileURLToPath(new URL('../../../node_modules/.cache/latchkey/', import.meta.url));

/**
 * A dump of an empty embedded database, made once per version of PGlite: beginning from it takes a quarter of the time
 * that making one takes.
 */
export async function emptySnapshot(): Promise<Blob> {
  const path = join(folder, `pglite-${installedVersion()}.tar`);
  if (!existsSync(path)) await write(path);
  return new Blob([readFileSync(path)]);
}

function installedVersion(): string {
  const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite');
  const { version } = JSON.parse(readFileSync(join(entry, '../../package.json'), 'utf8')) as {
    version: string;
  };
  return version;
}

async function write(path: string): Promise<void> {
  const client = await PGlite.create();
  const dump = await client.dumpDataDir('none');
  await client.close();
  mkdirSync(folder, { recursive: true });
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, new Uint8Array(await dump.arrayBuffer()));
  // Several test files may be making it; each sees all of a file or none.
  renameSync(draft, path);
}
