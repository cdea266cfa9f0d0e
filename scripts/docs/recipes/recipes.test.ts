import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { root } from '../../build/contentHash.ts';
import { methodFiles, outsideLines, textLines } from '../../new-method/methodFiles.ts';
import { blocksOf } from '../markdown.ts';
import { copyPackages } from './copy.ts';
import { addRoute, listRoute } from './line.ts';

// Follows docs/recipes in a copy of the sources: what is red where the recipe says so, and what compiles in the end.

// Whole packages are type-checked, with nothing kept of it: the limit is only for what hangs.
vi.setConfig({ testTimeout: 240_000 });

/** A copy that goes with the test. Checking the packages in question alone takes a fraction of what all of them take. */
async function copyFor(checked?: readonly string[]) {
  const copy = await copyPackages(checked);
  onTestFinished(() => copy.remove());
  return copy;
}

// `e2e/addition` follows it to the end, with one of a single word.
it('the recipe of a login method compiles with modules and lines, also of one with several words', async () => {
  const copy = await copyFor();
  for (const [path, text] of Object.entries(methodFiles('one-tap'))) await copy.write(path, text);
  for (const { path, after, line } of [...outsideLines('one-tap'), ...textLines('one-tap')])
    await copy.insert(path, after, `${line}\n`);
  expect(await copy.check()).toEqual([]);
});

it('the recipe of an account type: one that a method proves is red in the list of types, until its record is there', async () => {
  const copy = await copyFor(['wire', 'core']);
  await copy.insert(
    'packages/wire/src/methodFacts.ts',
    'export const methodFacts = {\n',
    "  badge: { flag: 'badge_auth', type: 'badge' },\n",
  );
  expect(await copy.check()).toContain('packages/wire/src/account-types/accounts.ts');
  const page = 'docs/recipes/accountType.md';
  for (const { text } of blocksOf({ path: page, text: readFileSync(join(root, page), 'utf8') })) {
    const [, path = '', code = ''] = /^\/\/ (\S+)\n([\s\S]*)$/.exec(text) ?? [];
    await (existsSync(join(root, path)) ? copy.insert(path, null, code) : copy.write(path, code));
  }
  // The client has its account in its own spelling, without another line.
  await copy.write(
    'packages/core/src/badge.ts',
    `import type { LinkedAccount } from '@latchkey/wire';

export const numberOf = (account: Extract<LinkedAccount, { type: 'badge' }>): string => account.badgeNumber;
`,
  );
  const red = await copy.check();
  expect(red).not.toContain('packages/wire/src/account-types/accounts.ts');
  expect(red).not.toContain('packages/core/src/badge.ts');
});

it('the recipe of a route: its name is none, and its limit red, until a feature that is listed has it', async () => {
  const copy = await copyFor(['wire']);
  await addRoute(copy);
  expect(await copy.check()).toEqual(['packages/wire/src/rateLimits.ts']);
  await listRoute(copy);
  expect(await copy.check()).toEqual([]);
});
