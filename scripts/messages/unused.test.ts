import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { root } from '../build/contentHash.ts';
import { findUnused } from './findUnused.ts';
import { surfaces } from './surfaces.ts';

const folder = mkdtempSync(join(tmpdir(), 'latchkey-texts-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('code reads every message of the product', () => expect(findUnused(root)).toEqual([]), 300_000);

it('findUnused finds the texts that no code reads, and no others', () => {
  const files: Readonly<Record<string, string>> = {
    'tsconfig.base.json': '{ "compilerOptions": { "strict": true } }',
    'packages/react/src/texts/generated/en/code.ts': `export const codeTexts = {
      title: 'Code', handed: 'On', alone: 'No one',
      chosen: { left: 'L', right: 'R' }, some: { first: 'F', second: 'S' }, listed: { one: '1' }, rest: 'Rest',
    };`,
    'packages/react/src/Screen.ts': `import { codeTexts } from './texts/generated/en/code.ts';
      const show = (texts: { handed: string }) => texts.handed;
      export const read = (side: 'left' | 'right') => {
        const { rest } = codeTexts;
        return [codeTexts.title, show(codeTexts), codeTexts.chosen[side], codeTexts.some['first'], rest,
          Object.values(codeTexts.listed)];
      };`,
  };
  for (const { folder: printed } of Object.values(surfaces))
    mkdirSync(join(folder, printed), { recursive: true });
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const path = 'packages/react/src/texts/generated/en/code.ts';
  expect(findUnused(folder)).toEqual([`${path}: alone`, `${path}: second`]);
});
