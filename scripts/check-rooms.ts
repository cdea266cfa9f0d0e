import { root } from './build/contentHash.ts';
import { attacks } from './check-rooms/attacks.ts';
import { edges } from './check-rooms/edges.ts';
import { errors } from './check-rooms/errors.ts';
import { frame } from './check-rooms/frame.ts';
import { houses } from './check-rooms/houses.ts';
import { names } from './check-rooms/names.ts';
import { proofs } from './check-rooms/proofs.ts';
import { rooms } from './check-rooms/rooms.ts';
import { secrets } from './check-rooms/secrets.ts';
import { sizes } from './check-rooms/sizes.ts';
import { testTitles } from './check-rooms/testTitles.ts';
import { readTree, type Tree, type Violation } from './check-rooms/tree.ts';

const rules = [houses, rooms, edges, frame, names, proofs, secrets, sizes, testTitles, attacks, errors];

/** Checks a tree against the rules of docs/architecture.md (§8, §11, §14) and returns every violation. */
export function checkRooms(tree: Tree): Violation[] {
  return rules.flatMap((rule) => rule(tree));
}

if (process.argv[1] === import.meta.filename) {
  const violations = checkRooms(readTree(root));
  for (const { path, line, message } of violations)
    console.log(`${path}${line ? `:${line}` : ''}  ${message}`);
  if (violations.length > 0) {
    console.log(`\n${violations.length} violations of docs/architecture.md.`);
    process.exit(1);
  }
}
