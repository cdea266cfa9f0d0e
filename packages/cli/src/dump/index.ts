/**
 * Dumps and restores databases with PostgreSQL's own programs, and keeps a manifest beside each dump. Owns the format
 * of the manifest. The commands `backup` and `restore` use it.
 */
export { hashFile, type Manifest, readManifest, writeManifest } from './manifest.ts';
export { runPostgres } from './runPostgres.ts';
