import { createHmac } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import type { Plugin } from 'esbuild';
import { root } from '../../scripts/build/contentHash.ts';
import { type Copy, copyPackages, recipePackages } from '../../scripts/docs/recipes/copy.ts';
import { type OutsideLine, outsideLines, textLines } from '../../scripts/new-method/methodFiles.ts';
import { bin, capture, run } from '../../scripts/run.ts';

// A whole login method, as a person adds one: the generator's rooms, the lines outside, and what verifies.

const name = 'line';
const secret = 'the secret of the channel';

/** What verifies, in place of what the generator wrote: people are who a third party signed that they are, for a minute. */
const verifier = `import { createHmac } from 'node:crypto';
import { fail } from '@latchkey/wire';
import type { App } from '../../apps/index.ts';
import { isEqual } from '../../crypto/index.ts';
import type { World } from '../../world.ts';

export async function verifyLine(
  { clock }: World,
  _app: App,
  shown: string,
): Promise<{ userId: string; provedAtMs: number }> {
  const [userId = '', at = '', signature = ''] = shown.split('.');
  const expected = createHmac('sha256', '${secret}').update(userId + '.' + at).digest('hex');
  const provedAtMs = Number(at);
  const isFresh = Math.abs(clock.now() - provedAtMs) < 60_000;
  if (!isEqual(Buffer.from(signature), Buffer.from(expected)) || !isFresh) fail('invalid_credentials');
  return { userId, provedAtMs };
}
`;

/** What a person gets to show from the third party. */
export function signFor(userId: string, atMs: number): string {
  const claim = `${userId}.${atMs}`;
  return `${claim}.${createHmac('sha256', secret).update(claim).digest('hex')}`;
}

/** Copies the houses and lays out the rooms there, as `npm run new:method` does. */
export async function layOut(): Promise<Copy> {
  const copy = await copyPackages();
  await run(bin('tsx'), ['scripts/newMethod.ts', name, '--in', copy.folder]);
  return copy;
}

/** The lines that lists of before get. */
export const lines = outsideLines(name);
export const words = textLines(name);

/** Files whose types ask for a line, with the list that they hold, if that is a file of its own. */
const promptHandlers: Readonly<Record<string, string | null>> = {
  'apps/gallery/src/states/index.ts': './methods/list.ts',
  'packages/core/src/methods/account-types/index.ts': null,
  'packages/react/src/flow/account-types/index.ts': null,
  'packages/react/src/screens/methods/index.ts': null,
  'packages/server/src/methods/index.ts': './list.ts',
};
const asBefore = (path: string) => path.replace(/\.ts$/, 'Before.ts');

/** Keeps each of them as it is now, under another name, so that one check looks at it with the line and without. */
export async function keepPromptHandlers({ folder, write }: Copy): Promise<void> {
  for (const [path, list] of Object.entries(promptHandlers)) {
    const text = await read(join(folder, path));
    if (list === null) {
      await write(asBefore(path), text);
      continue;
    }
    const listPath = join(dirname(path), list);
    await write(asBefore(listPath), await read(join(folder, listPath)));
    await write(asBefore(path), text.replace(list, asBefore(list)));
  }
}

export async function insert(copy: Copy, added: readonly OutsideLine[]): Promise<void> {
  for (const { path, after, line } of added) await copy.insert(path, after, `${line}\n`);
}

/** Prints the texts of the copy from its catalogues, as `npm run messages` does. */
export const printTexts = ({ folder }: Copy): Promise<void> =>
  run(bin('tsx'), ['scripts/messages.ts', '--in', folder]);

/** Writes what verifies. */
export const verify = (copy: Copy): Promise<void> =>
  copy.write(`packages/server/src/methods/${name}/verifyLine.ts`, verifier);

/** Counts the lines that earlier files gained and lost, by `git diff --numstat`; printed texts aside. */
export async function countChanged({ folder }: Copy): Promise<number> {
  let lineCount = 0;
  for (const path of await listSources(folder)) {
    const [before, after] = [join(root, path), join(folder, path)];
    if (path.includes('/generated/') || !existsSync(before) || (await read(before)) === (await read(after)))
      continue;
    const { output } = await capture('git', ['diff', '--no-index', '--numstat', before, after]);
    const [gained, lost] = output.split('\t').map(Number);
    lineCount += (gained ?? 0) + (lost ?? 0);
  }
  return lineCount;
}

const read = (path: string) => readFile(path, 'utf8');

async function listSources(folder: string): Promise<string[]> {
  const folders = await Promise.all(
    [...recipePackages.map((packageName) => `packages/${packageName}/src`), 'apps/gallery/src'].map(
      async (base) =>
        (await readdir(join(folder, base), { recursive: true, withFileTypes: true }))
          .filter((entry) => entry.isFile())
          .map((entry) => relative(folder, join(entry.parentPath, entry.name))),
    ),
  );
  return folders.flat();
}

/** Has a bundle made of the copy's houses. */
export const fromCopy = ({ folder }: Copy): Plugin => ({
  name: 'from-copy',
  setup({ onResolve, resolve }) {
    onResolve({ filter: /^@latchkey\// }, async ({ path, kind, pluginData }) => {
      if (pluginData === fromCopy) return null;
      const found = await resolve(path, { kind, resolveDir: folder, pluginData: fromCopy });
      return found.errors.length > 0 ? null : found;
    });
  },
});
