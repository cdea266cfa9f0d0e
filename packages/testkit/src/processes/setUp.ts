import { afterAll, afterEach, beforeEach } from 'vitest';
import { beginScope, endScope, endWithParent } from './scopes.ts';

// Vitest's set-up of every test file. Its hooks after a test run last, when the file's own have ended what they can.

endWithParent();
beginScope('file');
beforeEach(async () => {
  // The hooks after the last test may have timed out, and this file's not have run.
  await endScope('test');
  beginScope('test');
});
afterEach(() => endScope('test'));
afterAll(() => endScope('file'));
