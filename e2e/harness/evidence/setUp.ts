import { relative } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { root } from '../../../scripts/build/contentHash.ts';
import { commandOf, folderOf } from './again.ts';
import { beginTest, keepEvidence } from './keepEvidence.ts';

// Vitest's set-up for browser test files. A failing test leaves a picture of every open page and a log, and prints
// the command that runs it again. With LATCHKEY_TRACE=1 it also leaves a trace for Playwright's viewer.

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
