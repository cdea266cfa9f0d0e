import { root } from './build/contentHash.ts';
import { attacks } from './check-rooms/attacks.ts';
import { cycles, listKnots } from './check-rooms/cycles.ts';
import { edges } from './check-rooms/edges.ts';
import { errors } from './check-rooms/errors.ts';
import { frame } from './check-rooms/frame.ts';
import { homonyms } from './check-rooms/homonyms.ts';
import { houses } from './check-rooms/houses.ts';
import { literals } from './check-rooms/literals.ts';
import { names } from './check-rooms/names.ts';
import { approvals, proofs } from './check-rooms/proofs.ts';
import { rooms } from './check-rooms/rooms.ts';
import { secrets } from './check-rooms/secrets.ts';
import { signatures } from './check-rooms/signatures.ts';
import { listLong, sizes } from './check-rooms/sizes.ts';
import { statements } from './check-rooms/statements.ts';
import { testTitles } from './check-rooms/testTitles.ts';
import { readTree, type Tree, type Violation } from './check-rooms/tree.ts';

const rules = [
  approvals,
  houses,
  rooms,
  cycles,
  edges,
  frame,
  homonyms,
  literals,
  names,
  proofs,
  secrets,
  signatures,
  sizes,
  statements,
  testTitles,
  attacks,
  errors,
];

/** Checks a tree against the rules of docs/architecture.md and returns every violation. */
export function checkRooms(tree: Tree): Violation[] {
  return rules.flatMap((rule) => rule(tree));
}

/** What no rule refuses, for planning a change: what is long, and what hangs together. */
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
  const violations = checkRooms(tree);
  for (const violation of violations) console.log(describe(violation));
  if (violations.length > 0) {
    console.log(`\n${violations.length} violations of docs/architecture.md.`);
    process.exit(1);
  }
}
