import { join } from 'node:path';
import { root } from '../build/contentHash.ts';
import { readCatalogues } from '../messages/readCatalogues.ts';
import { coreFiles } from './core.ts';
import { englishMessages, reactFiles } from './react.ts';
import { serverFiles } from './server.ts';
import { wireFiles } from './wire.ts';
import { wordsOf } from './words.ts';

/**
 * The files of a new login method in every package: path from the root → text. They compile once its lines stand in the lists
 * ({@link outsideLines}); no one gets in by it until someone writes what verifies, and its tests fail until someone writes
 * the stories.
 */
export function methodFiles(name: string): Record<string, string> {
  const words = wordsOf(name);
  return { ...wireFiles(words), ...serverFiles(words), ...coreFiles(words), ...reactFiles(words) };
}

/** A line that a list of before gets. */
export interface OutsideLine {
  /** From the root. */
  readonly path: string;
  /** The words of the file behind which it stands; null where it stands anywhere, as the lines of a list alone do. */
  readonly after: string | null;
  readonly line: string;
}

/** Lines in files that were there before, texts for people aside. The compiler asks for each of them. */
export function outsideLines(name: string): readonly OutsideLine[] {
  const { camel, key, screen, snake } = wordsOf(name);
  const exported = (path: string, line: string) => ({ path, after: null, line });
  /** A list that imports what it lists. */
  const listed = (path: string, record: string, from: string, variable: string): OutsideLine[] => [
    { path, after: '*/\n', line: `import { ${variable} } from '${from}';` },
    { path, after: record, line: key === variable ? `  ${variable},` : `  ${key}: ${variable},` },
  ];
  const as = (variable: string, called: string) =>
    variable === called ? called : `${variable} as ${called}`;
  return [
    {
      path: 'packages/wire/src/methodFacts.ts',
      after: 'export const methodFacts = {\n',
      line: `  ${key}: { flag: '${snake}_auth', type: '${snake}' },`,
    },
    exported(
      'packages/wire/src/account-types/list.ts',
      `export { ${camel}Account as ${snake} } from './${name}.ts';`,
    ),
    exported('packages/wire/src/methods/list.ts', `export { ${camel}Method as ${key} } from './${name}.ts';`),
    exported('packages/wire/src/methods/index.ts', `export * from './${name}.ts';`),
    exported(
      'packages/server/src/methods/list.ts',
      `export { ${as(camel, key)} } from './${name}/${camel}.ts';`,
    ),
    ...listed(
      'packages/core/src/methods/account-types/index.ts',
      'export const accountTypes = {\n',
      `./${camel}.ts`,
      camel,
    ),
    ...listed(
      'packages/react/src/flow/account-types/index.ts',
      'const accountTypes = {\n',
      `./${camel}.ts`,
      camel,
    ),
    ...listed(
      'packages/react/src/screens/methods/index.ts',
      'const methods = {\n',
      `./${name}/${camel}Method.ts`,
      `${camel}Method`,
    ),
    exported(
      'apps/gallery/src/states/methods/list.ts',
      `export { ${camel} as ${screen} } from './${camel}.ts';`,
    ),
  ];
}

/** The lines of the texts in the catalogue of each language; `npm run messages` prints modules from them. */
export function textLines(name: string): readonly OutsideLine[] {
  const words = wordsOf(name);
  const english = englishMessages(words);
  const untranslated = Object.fromEntries(Object.keys(english).map((key) => [key, '…']));
  return readCatalogues(join(root, 'messages')).map(({ language }) => ({
    path: `messages/${language}.json`,
    after: '  "modal": {\n',
    line: `    "${words.camel}": ${JSON.stringify(language === 'en' ? english : untranslated)},`,
  }));
}
