import { tiers } from '../check-architecture/modules.ts';
import type { SourceFile, Tree } from '../check-architecture/tree.ts';

/** Packages that communicate without an import: over HTTP, or with messages between windows. */
const talks: readonly (readonly [from: string, how: string, to: string])[] = [
  ['core', 'HTTPS', 'server'],
  ['core', 'window messages', 'frame'],
  ['frame', 'custody routes', 'server'],
  ['cli', 'HTTPS', 'server'],
  ['node', 'HTTPS', 'server'],
];

/** True for sources of packages and apps, except tests. */
const isDrawn = ({ packagePath, isTest, path }: SourceFile) =>
  /^(packages|apps)\//.test(packagePath) && path.startsWith(`${packagePath}/src/`) && !isTest;

const nameOf = (folder: string) => folder.split('/')[1] ?? folder;

/**
 * Draws a diagram of the imports between packages, and of how they communicate otherwise. A dotted line means that all
 * imports are of types, which the compiler erases.
 */
export function drawPackages({ files }: Tree): string {
  const sources = files.filter(isDrawn);
  const names = new Set(sources.map(({ packagePath }) => nameOf(packagePath)));
  const edges = new Map<string, boolean>();
  for (const { packagePath, imports } of sources) {
    for (const { specifier, isTypeOnly } of imports) {
      const to = /^@latchkey\/([^/]+)/.exec(specifier)?.[1];
      if (to === undefined || !names.has(to)) continue;
      const edge = `${nameOf(packagePath)} ${to}`;
      edges.set(edge, (edges.get(edge) ?? true) && isTypeOnly);
    }
  }
  const alone = [...names].filter(
    (name) => ![...edges.keys()].some((edge) => edge.split(' ').includes(name)),
  );
  const lines = [...edges].sort().map(([edge, isType]) => edge.replace(' ', isType ? ' -.-> ' : ' --> '));
  const spoken = talks.map(([from, how, to]) => `${from} <== "${how}" ==> ${to}`);
  return [
    '```mermaid',
    'flowchart LR',
    ...[...lines, ...spoken, ...alone.sort()].map((line) => `  ${line}`),
    '```',
  ].join('\n');
}

/**
 * Lists the modules of a package, each with the opening comment of its `index.ts`, in one table per tier, the highest
 * first.
 */
export function listModules({ files }: Tree, folder: string): string {
  const headers = new Map(
    files
      .filter(
        ({ packagePath, path, module }) =>
          packagePath === folder && path === `${folder}/src/${module}/index.ts`,
      )
      .map(({ module, text }) => [module, headerOf(text)]),
  );
  return [...(tiers[folder] ?? [[...headers.keys()]])]
    .reverse()
    .map((tier) => tier.filter((name) => headers.has(name)).sort())
    .filter((tier) => tier.length > 0)
    .map((tier) => {
      const rows = tier.map((name) => `| \`${name}/\` | ${headers.get(name)} |`);
      return ['| module | purpose |', '|---|---|', ...rows].join('\n');
    })
    .join('\n\n');
}

function headerOf(text: string): string {
  const comment = /^\/\*\*([\s\S]*?)\*\//.exec(text.trimStart())?.[1] ?? '';
  return comment
    .replace(/^\s*\*/gm, '')
    .replace(/\{@link (\w+)\}/g, '`$1`')
    .replace(/\s+/g, ' ')
    .replaceAll('|', '\\|')
    .trim();
}
