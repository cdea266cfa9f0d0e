import { relative } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { root } from '../../../scripts/build/contentHash.ts';
import { commandOf, folderOf } from './again.ts';
import { beginTest, keepEvidence } from './keepEvidence.ts';

// Vitest's set-up of the files with a browser: a test that fails leaves a picture of every page, what the pages told, and the
// command that runs it again; with LATCHKEY_TRACE=1 a trace for Playwright's viewer, too.

beforeEach(({ task, onTestFailed }) => {
  beginTest(task);
  onTestFailed(() => {
    const command = commandOf(task);
    const told = [
      `What could be seen of it is in ${relative(root, folderOf(task))}`,
      `Run it again:  ${command}`,
      `With a trace:  LATCHKEY_TRACE=1 ${command}`,
    ];
    process.stderr.write(`\n${task.name} failed.\n${told.join('\n')}\n\n`);
  });
});
afterEach(keepEvidence);
