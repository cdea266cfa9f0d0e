import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { AuditAnchor } from '@latchkey/server';
import { commandError } from '../command/index.ts';

/** File beside a dump, which tells what is in it. It contains no secret and no address. */
export interface Manifest {
  readonly version: string;
  readonly store: 'service' | 'recovery';
  readonly taken_at: string;
  readonly sha256: string;
  readonly migrations: readonly string[];
  /** Ends of the audit logs that have events. */
  readonly audit: readonly AuditAnchor[];
}

const manifestOf = (dump: string): string => `${dump}.json`;

/** Computes the SHA-256 of a file, hex. */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

export async function writeManifest(dump: string, manifest: Manifest): Promise<void> {
  await writeFile(manifestOf(dump), `${JSON.stringify(manifest, null, 2)}\n`, { flag: 'wx', mode: 0o600 });
}

/**
 * Reads the manifest of a dump, and checks the dump.
 *
 * @throws CommandError if a file is missing, or the dump is not the one that the manifest describes
 */
export async function readManifest(dump: string): Promise<Manifest> {
  const text = await readFile(manifestOf(dump), 'utf8').catch((cause: unknown) => {
    throw commandError(`${manifestOf(dump)} cannot be read. It belongs to the dump.`, 'usage', cause);
  });
  const manifest = JSON.parse(text) as Manifest;
  const sha256 = await hashFile(dump).catch((cause: unknown) => {
    throw commandError(`${dump} cannot be read.`, 'usage', cause);
  });
  if (sha256 !== manifest.sha256) {
    throw commandError(`${dump} is damaged: it is not the file that its manifest describes.`, 'failed');
  }
  return manifest;
}
