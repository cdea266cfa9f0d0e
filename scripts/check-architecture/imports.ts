import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { cruise } from 'dependency-cruiser';
import { attackImports } from './attacks.ts';
import { edgeImports } from './edges.ts';
import { frameImports } from './frame.ts';
import type { ImportRule } from './importRule.ts';
import { moduleImports } from './modules.ts';
import { packageImports } from './packageImports.ts';
import type { Violation } from './tree.ts';

/** Rules about imports in docs/architecture.md, which dependency-cruiser checks. */
const importRules: readonly ImportRule[] = [
  ...attackImports,
  ...edgeImports,
  ...frameImports,
  ...moduleImports,
  ...packageImports,
];

/**
 * Checks the imports of a repository's sources.
 *
 * @param root its folder, with the `node_modules` that the sources import
 * @returns the imports that a rule forbids, without their lines, which dependency-cruiser does not report
 */
export async function checkImports(root: string): Promise<Violation[]> {
  const { output } = await cruise(
    listSources(root),
    {
      baseDir: root,
      validate: true,
      ruleSet: { forbidden: importRules.map((rule) => ({ ...rule, severity: 'error' })) },
      // Tests may import their subject by any path. The attacks are not a package, and all of their files are
      // checked.
      exclude: { path: '^(?:packages|apps)/[^/]+/src/.*\\.(?:test|testkit|d)\\.tsx?$' },
      doNotFollow: { path: 'node_modules' },
      // Includes imports that the compiler erases.
      tsPreCompilationDeps: true,
    },
    // Keeps the names of workspace packages in paths, so rules can distinguish imports by name from imports by path.
    {
      symlinks: false,
      exportsFields: ['exports'],
      conditionNames: ['@latchkey/source', 'types', 'import', 'default'],
    },
  );
  if (typeof output === 'string') throw new Error(output);
  return output.summary.violations.map(({ from, to, rule }) => ({
    path: from,
    message: `imports ${to.replace(/^node_modules\//, '')}: ${importRules.find(({ name }) => name === rule.name)?.comment}`,
  }));
}

function listSources(root: string): string[] {
  const packages = ['packages', 'apps'].flatMap((folder) =>
    existsSync(join(root, folder))
      ? readdirSync(join(root, folder)).map((name) => `${folder}/${name}/src`)
      : [],
  );
  return [...packages, 'e2e/attacks'].filter((folder) => existsSync(join(root, folder)));
}
