import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endWithin } from './scopes.ts';

/**
 * Makes a folder that is deleted with the process at the latest, should no one have done so before.
 *
 * @param name what its name begins with, so that people see whose it is
 */
export function temporaryFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `latchkey-${name}-`));
  endWithin(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }), 'worker');
  return folder;
}
