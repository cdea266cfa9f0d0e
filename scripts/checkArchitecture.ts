import { root } from './build/contentHash.ts';
import { cycles, listKnots } from './check-architecture/cycles.ts';
import { edges } from './check-architecture/edges.ts';
import { errors } from './check-architecture/errors.ts';
import { frame } from './check-architecture/frame.ts';
import { homonyms } from './check-architecture/homonyms.ts';
import { checkImports } from './check-architecture/imports.ts';
import { literals } from './check-architecture/literals.ts';
import { modules } from './check-architecture/modules.ts';
import { names } from './check-architecture/names.ts';
import { approvals, proofs } from './check-architecture/proofs.ts';
import { publicNames } from './check-architecture/publicNames.ts';
import { secrets } from './check-architecture/secrets.ts';
import { signatures } from './check-architecture/signatures.ts';
import { listLong, sizes } from './check-architecture/sizes.ts';
import { statements } from './check-architecture/statements.ts';
import { terms } from './check-architecture/terms.ts';
import { testTitles } from './check-architecture/testTitles.ts';
import { readTree, type Tree, type Violation } from './check-architecture/tree.ts';

const rules = [
  approvals,
  modules,
  cycles,
  edges,
  frame,
  homonyms,
  literals,
  names,
  proofs,
  publicNames,
  secrets,
  signatures,
  sizes,
  statements,
  terms,
  testTitles,
  errors,
];

/** Checks a tree against every rule except those of `checkImports`, and returns all violations. */
export function checkArchitecture(tree: Tree): Violation[] {
  return rules.flatMap((rule) => rule(tree));
}

/**
 * Lists long files and functions outside the frame, and groups of files that reach each other by imports. The list
 * fails nothing.
 */
export function reportOn({ files }: Tree): string[] {
  const long = listLong(files).map(describe);
  const knots = listKnots(files).map((knot) => `${knot.length} files, among them ${knot[0]}`);
  return [
    `${long.length} long files and functions`,
    ...long,
    '',
    `${knots.length} knots of files that reach each other by imports, types included`,
    ...knots,
  ];
}

function describe({ path, line, message }: Violation): string {
  return `${path}${line ? `:${line}` : ''}  ${message}`;
}

if (process.argv[1] === import.meta.filename) {
  const tree = readTree(root);
  if (process.argv.includes('--report')) console.log(`${reportOn(tree).join('\n')}\n`);
  const violations = [...checkArchitecture(tree), ...(await checkImports(root))];
  for (const violation of violations) console.log(describe(violation));
  if (violations.length > 0) {
    console.log(`\n${violations.length} violations of docs/architecture.md.`);
    process.exit(1);
  }
}
