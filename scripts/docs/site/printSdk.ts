import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { errorTable } from '@latchkey/wire';
import { Application, type ProjectReflection } from 'typedoc';
import type { PluginOptions } from 'typedoc-plugin-markdown';
import { root } from '../../build/contentHash.ts';
import { buildAll } from '../../build.ts';
import { pagesFolder, titleOf } from './writePages.ts';

/**
 * Entries of the packages that apps and back ends import, with what each is for. A type that several entries export has
 * its page under the first of them.
 */
const entries: Readonly<Record<string, string>> = {
  '@latchkey/core': 'The client without a user interface.',
  '@latchkey/core/viem': 'The wallet as a viem account.',
  '@latchkey/core/ethers': 'The wallet as an ethers signer.',
  '@latchkey/react': 'Provider, hooks and modal for React.',
  '@latchkey/react/solana': "Solana's hooks.",
  '@latchkey/node': 'Checks and calls for back ends.',
  '@latchkey/wagmi': 'A wagmi connector for the wallet.',
  '@latchkey/walletconnect': 'A connector for wallets on phones.',
  '@latchkey/coinbase': "A connector for Coinbase's wallets.",
};

const folder = join(pagesFolder, 'reference/sdk');

interface SdkEntry {
  readonly text: string;
  readonly link: string;
}

/**
 * Prints a page for each function, hook and type of the packages, from the declarations that npm publishes: they
 * contain the docstrings of lazy operations too.
 *
 * @returns the entries for the sidebar
 */
export async function printSdk(): Promise<SdkEntry[]> {
  await buildAll({ only: ['libraries'] });
  const app = await Application.bootstrapWithPlugins({
    plugin: ['typedoc-plugin-markdown'],
    entryPoints: Object.keys(entries).map((name) => join(root, declarationOf(name))),
    basePath: join(root, 'packages'),
    tsconfig: join(root, 'apps/docs/tsconfig.sdk.json'),
    skipErrorChecking: true,
    disableSources: true,
    readme: 'none',
    logLevel: 'Error',
    out: folder,
    ...markdown,
  });
  const project = await app.convert();
  if (!project) throw new Error('TypeDoc could not read the declarations.');
  nameModules(project);
  await app.generateOutputs(project);
  if (app.logger.hasErrors()) throw new Error('TypeDoc reported errors.');
  await addFacts();
  return Object.keys(entries).map((text) => ({ text, link: `/reference/sdk/${text}/` }));
}

const markdown = {
  router: 'member',
  entryFileName: 'index',
  hidePageHeader: true,
  hideBreadcrumbs: true,
  groupOrder: ['Functions', 'Variables', 'Classes', 'Interfaces', 'Type Aliases', 'References', '*'],
  useCodeBlocks: true,
  sanitizeComments: true,
  tableColumnSettings: { hideModifiers: true },
  parametersFormat: 'table',
  interfacePropertiesFormat: 'table',
  typeAliasPropertiesFormat: 'table',
  pageTitleTemplates: {
    index: () => 'SDK',
    module: ({ name }: { name: string }) => name,
    member: ({ name }) => name,
  },
} satisfies Partial<PluginOptions> & { router: string; groupOrder: string[] };

/** `@latchkey/react/solana` is `packages/react/dist/solana.d.ts`. */
function declarationOf(entry: string): string {
  const [, name = '', part = 'index'] = entry.split('/');
  return `packages/${name}/dist/${part}.d.ts`;
}

/** Names the modules as apps import them. TypeDoc names them after their files. */
function nameModules(project: ProjectReflection): void {
  const names = new Map(
    Object.keys(entries).map((entry) => [declarationOf(entry).slice('packages/'.length, -5), entry]),
  );
  for (const module of project.children ?? []) {
    const entry = names.get(module.name) ?? names.get(`${module.name}/index`);
    if (!entry) throw new Error(`TypeDoc read the module ${module.name}, which is no entry.`);
    module.name = entry;
  }
}

/** Adds a title and a description to every page. Both contain the entry's name, because names repeat across entries. */
async function addFacts(): Promise<void> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const { name, parentPath } of files.filter((file) => file.isFile())) {
    const file = join(parentPath, name);
    const text = await readFile(file, 'utf8');
    const path = relative(folder, file).split(sep).join('/');
    const entry = Object.keys(entries)
      .filter((known) => path.startsWith(`${known}/`))
      .at(-1);
    const heading = titleOf(text).replaceAll('\\', '');
    const title = entry === undefined || heading === entry ? heading : `${heading} · ${entry}`;
    const description =
      entry === undefined
        ? 'Every function, hook and type of the packages.'
        : heading === entry
          ? `${entry}: ${entries[entry]}`
          : `${heading} of ${entry}.`;
    const lines = [
      `title: ${JSON.stringify(title)}`,
      `description: ${JSON.stringify(description)}`,
      'editLink: false',
    ];
    await writeFile(file, ['---', ...lines, '---', '', linkCodes(text)].join('\n'));
  }
}

function linkCodes(text: string): string {
  return text
    .split(/(^```[\s\S]*?^```$)/m)
    .map((part) =>
      part.startsWith('```')
        ? part
        : part.replace(/(?<![[`])`(\w+)`(?!`)/g, (code, name: string) =>
            Object.hasOwn(errorTable, name) ? `[${code}](/reference/errors#${name})` : code,
          ),
    )
    .join('');
}
