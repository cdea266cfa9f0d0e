import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endWithin } from './scopes.ts';

/**
 * Creates a folder that is deleted when the process exits, unless it was deleted before.
 *
 * @param name prefix of its name, so people see which test it belongs to
 */
export function temporaryFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `latchkey-${name}-`));
  endWithin(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }), 'worker');
  return folder;
}
