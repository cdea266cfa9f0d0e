import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { root } from '../build/contentHash.ts';
import { bin, run } from '../run.ts';
import { type Messages, readCatalogues } from './readCatalogues.ts';
import { surfaces } from './surfaces.ts';

// Follows docs/recipes/language.md: one file is added, and nothing else is written by hand.

const folder = mkdtempSync(join(tmpdir(), 'latchkey-language-'));
afterAll(() => rmSync(folder, { recursive: true }));

function translate(messages: Messages): Messages {
  return Object.fromEntries(
    Object.entries(messages)
      .filter(([name]) => !name.startsWith('@'))
      .map(([name, message]) => [
        name,
        message === null ? null : typeof message === 'string' ? `«${message}»` : translate(message),
      ]),
  );
}

it('one file adds a language to every surface that is translated', async () => {
  cpSync(join(root, 'messages'), join(folder, 'messages'), { recursive: true });
  const [english] = readCatalogues(join(folder, 'messages'));
  const recipe = readFileSync(join(root, 'docs/recipes/language.md'), 'utf8');
  const plural: string = JSON.parse(/```json\n([\s\S]*?)```/.exec(recipe)?.[1] ?? '').left;
  const translated = Object.entries(english?.surfaces ?? {}).filter(
    ([name]) => surfaces[name]?.layout !== 'english',
  );
  const french = translate(Object.fromEntries(translated)) as { modal: { mfaList: { left: string } } };
  french.modal.mfaList.left = plural;
  writeFileSync(join(folder, 'messages/fr.json'), JSON.stringify({ direction: 'ltr', ...french }));

  await run(bin('tsx'), ['scripts/messages.ts', '--in', folder]);

  for (const [name, { folder: printed, layout }] of Object.entries(surfaces)) {
    if (layout === 'english') continue;
    const file = layout === 'together' ? 'texts.ts' : 'languages.ts';
    const module = await import(pathToFileURL(join(folder, printed, file)).href);
    const languages = Object.values(module)[0] as Readonly<Record<string, Loaded>>;
    const { direction, load, texts } = languages.fr ?? { direction: 'rtl' };
    expect(direction, name).toBe('ltr');
    expect(JSON.stringify(load ? await load() : texts), name).toContain('«');
    if (name !== 'modal' || !load) continue;
    const { mfaList } = (await load()) as { mfaList: { left(values: { count: number }): string } };
    expect([1, 2].map((count) => mfaList.left({ count }))).toEqual(['Reste 1', 'Restent 2']);
  }
});

interface Loaded {
  readonly direction: 'ltr' | 'rtl';
  readonly load?: () => Promise<object>;
  readonly texts?: object;
}
