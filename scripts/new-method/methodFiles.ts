import { coreFiles } from './core.ts';
import { reactFiles } from './react.ts';
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

/** What stands in files that were there before, words for people aside. The compiler asks for each of them. */
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
      path: 'packages/wire/src/methods/ids.ts',
      after: 'export const methodFacts = {\n',
      line: `  ${key}: { flag: '${snake}_auth', type: '${snake}' },`,
    },
    exported(
      'packages/wire/src/schemas/account-types/list.ts',
      `export { ${camel}Account as ${snake} } from './${name}.ts';`,
    ),
    exported(
      'packages/wire/src/schemas/features/methods.ts',
      `export { ${camel}Method as ${key} } from './${name}.ts';`,
    ),
    exported('packages/wire/src/index.ts', `export * from './public/${name}.ts';`),
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

/** The lines for the words that people read: in English where every text stands, and in each language. */
export function textLines(name: string): readonly OutsideLine[] {
  const { camel } = wordsOf(name);
  const path = 'packages/react/src/screens/texts.ts';
  const languages = ['ar', 'de', 'es', 'ja'].map((language) => ({
    path: `packages/react/src/locales/${language}.ts`,
    after: `export const ${language} = {\n`,
    line: `  ${camel}: { row: '…', title: '…', placeholder: '…', submit: '…', failed: '…' },`,
  }));
  return [
    {
      path,
      after: "import type { captchaTexts } from './captcha/CaptchaView.tsx';\n",
      line: `import type { ${camel}Texts } from './methods/${name}/${camel}Texts.ts';`,
    },
    { path, after: 'export interface ScreenTexts {\n', line: `  ${camel}: typeof ${camel}Texts;` },
    ...languages,
  ];
}
