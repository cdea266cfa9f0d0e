import { afterAll, afterEach, beforeEach } from 'vitest';
import { beginScope, endScope, endWithParent } from './scopes.ts';

// Vitest's set-up of every test file. Its hooks after a test run last, after the file's own.

endWithParent();
beginScope('file');
beforeEach(async () => {
  // If a hook after the last test timed out, the `afterEach` below may not have run.
  await endScope('test');
  beginScope('test');
});
afterEach(() => endScope('test'));
afterAll(() => endScope('file'));
