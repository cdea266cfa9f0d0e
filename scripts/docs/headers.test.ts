import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { requestHeaders } from '@latchkey/wire';
import { expect, test } from 'vitest';
import { root } from '../build/contentHash.ts';

const page = readFileSync(join(root, 'docs/wire/protocol.md'), 'utf8');

test('the wire sheet names the headers that a preflight allows, and those alone', () => {
  const section = page.slice(page.indexOf('### 1.2 '), page.indexOf('### 1.3 '));
  const rows = [...section.matchAll(/^\| `([a-z-]+)`/gm)].map(([, name]) => name);
  expect(rows.sort()).toEqual([...requestHeaders].sort());
});

test('the wire sheet sends no header from elsewhere in it that a preflight does not allow', () => {
  const named = [...page.matchAll(/\bheaders? `((?:x-)?[a-z]+-[a-z-]+)\b/g)].map(([, name]) => name);
  expect(named).not.toEqual([]);
  for (const name of named) expect(requestHeaders).toContain(name);
});
