import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

export type ImportGraph = ReadonlyMap<string, readonly string[]>;

/** Resolves an import of a workspace package to a file of the tree: `@latchkey/core/hosted` → its source. */
export type ResolvePackage = (specifier: string) => string | null;

const roots = ['packages', 'apps', 'scripts', 'bench', 'e2e', 'conformance', 'examples', 'mutation'];
const isSource = (path: string) =>
  /\.[jt]sx?$/.test(path) && !/(^|\/)(node_modules|dist|\.next)\//.test(path);

/**
 * Sources that tests use without an import: a program that they start, pages that one of our servers reads from a
 * folder.
 */
const unseen: Readonly<Record<string, readonly string[]>> = {
  'e2e/harness/service/process.ts': ['e2e/harness/service/program.ts'],
  'e2e/harness/hosted.ts': ['apps/hosted/src/main.ts'],
  'packages/server/src/frame-pages/index.ts': ['packages/frame/build.ts'],
  'packages/frame/build.ts': ['packages/frame/src/main.ts'],
};

export function readSources(root: string): Map<string, string> {
  const paths = roots
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) =>
        join(folder, path),
      ),
    );
  return new Map(paths.filter(isSource).map((path) => [path, readFileSync(join(root, path), 'utf8')]));
}

/** Resolves imports of workspace packages with the condition `@latchkey/source` of their `exports`. */
export function createPackageResolver(root: string): ResolvePackage {
  const sources = new Map<string, string>();
  for (const name of readdirSync(join(root, 'packages'))) {
    const manifest = join(root, 'packages', name, 'package.json');
    if (!existsSync(manifest)) continue;
    const { name: packageName, exports = {} } = JSON.parse(readFileSync(manifest, 'utf8')) as {
      name: string;
      exports?: Record<string, Record<string, string> | string>;
    };
    for (const [entry, conditions] of Object.entries(exports)) {
      const source = typeof conditions === 'string' ? conditions : conditions['@latchkey/source'];
      if (source) sources.set(join(packageName, entry), join('packages', name, source));
    }
  }
  return (specifier) => sources.get(specifier) ?? null;
}

/**
 * Finds the imports of each file. Counts `import`, `export … from`, `import()`, and every string that names a source
 * file relative to this file or to the root, because tests name the host apps that they bundle that way. Type imports
 * do not count, because they are erased.
 */
export function readImports(
  sources: ReadonlyMap<string, string>,
  resolvePackage: ResolvePackage,
): ImportGraph {
  return new Map(
    [...sources].map(([path, text]) => {
      const named = [...text.matchAll(/(import type[^;]*?from\s+)?['"]([@./\w][^'"\n]*)['"]/g)]
        .filter(([, isType]) => isType === undefined)
        .map(([, , specifier = '']) => specifier);
      const targets = named.flatMap(
        (specifier) => resolvePackage(specifier) ?? fileAt(path, specifier, sources) ?? [],
      );
      return [path, [...new Set([...targets, ...(unseen[path] ?? [])])]];
    }),
  );
}

function fileAt(path: string, specifier: string, sources: ReadonlyMap<string, string>): string | null {
  if (!isSource(specifier)) return null;
  const beside = normalize(join(dirname(path), specifier));
  return [beside, specifier].find((target) => sources.has(target)) ?? null;
}

/** Returns these files and all files that import one of them, directly or indirectly. */
export function dependentsOf(changed: readonly string[], imports: ImportGraph): Set<string> {
  const importers = new Map<string, string[]>();
  for (const [path, targets] of imports) {
    for (const target of targets) importers.set(target, [...(importers.get(target) ?? []), path]);
  }
  const found = new Set<string>();
  const open = [...changed];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (found.has(path)) continue;
    found.add(path);
    open.push(...(importers.get(path) ?? []));
  }
  return found;
}
