import type { Import, Rule, SourceFile, Violation } from './tree.ts';

/**
 * Maximum number of files that may reach each other by imports, including type imports: files that change together
 * should be few.
 */
const largestKnot = 20;

type Graph = ReadonlyMap<string, readonly string[]>;

/**
 * Refuses files that import each other at run time: one of them runs before its import is ready, and neither can be
 * read, loaded or tested alone. Types are erased, so they may form cycles of a few files.
 */
export const cycles: Rule = ({ files }) => {
  const atRunTime = graphOf(files, ({ isTypeOnly }) => !isTypeOnly);
  const inAll = graphOf(files, () => true);
  return [
    ...knotsOf(atRunTime).map((knot) => circleIn(atRunTime, knot)),
    ...knotsOf(inAll)
      .filter((knot) => knot.length > largestKnot)
      .map((knot) => describeKnot(inAll, knot)),
  ];
};

/** Returns the sets of files that reach each other by any import, the largest first. */
export function listKnots(files: readonly SourceFile[]): string[][] {
  return knotsOf(graphOf(files, () => true));
}

function graphOf(files: readonly SourceFile[], counts: (one: Import) => boolean): Graph {
  const known = new Set(files.map(({ path }) => path));
  const targetsOf = ({ path, imports }: SourceFile) =>
    imports
      .filter(counts)
      .flatMap(({ target }) => (target !== null && target !== path && known.has(target) ? [target] : []));
  return new Map(files.map((file) => [file.path, [...new Set(targetsOf(file))]]));
}

/** Returns Tarjan's strongly connected components of more than one file. */
function knotsOf(graph: Graph): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const open = new Set<string>();
  const knots: string[][] = [];

  const lower = (path: string, to: number) => lowest.set(path, Math.min(lowest.get(path) ?? to, to));
  const visit = (path: string) => {
    order.set(path, order.size);
    lower(path, order.size - 1);
    stack.push(path);
    open.add(path);
    for (const target of graph.get(path) ?? []) {
      if (!order.has(target)) visit(target);
      if (open.has(target)) lower(path, lowest.get(target) ?? 0);
    }
    if (lowest.get(path) !== order.get(path)) return;
    const knot = stack.splice(stack.indexOf(path));
    for (const one of knot) open.delete(one);
    if (knot.length > 1) knots.push(knot.sort());
  };

  for (const path of graph.keys()) if (!order.has(path)) visit(path);
  return knots.sort((a, b) => b.length - a.length);
}

function circleIn(graph: Graph, knot: readonly string[]): Violation {
  const [path = ''] = knot;
  const cameFrom = new Map<string, string>();
  const queue = [path];
  for (const from of queue) {
    for (const to of graph.get(from) ?? []) {
      if (cameFrom.has(to) || !knot.includes(to)) continue;
      cameFrom.set(to, from);
      queue.push(to);
    }
  }
  const circle = [path];
  do circle.unshift(cameFrom.get(circle[0] ?? '') ?? path);
  while (circle[0] !== path);
  const way = circle.join(' → ');
  return { path, message: `imports itself in a circle: ${way}. What both need becomes a file of its own.` };
}

function describeKnot(graph: Graph, knot: readonly string[]): Violation {
  const [path = ''] = knot;
  const { from, to, left } = bestCut(graph, knot);
  const message =
    `is one of ${knot.length} files that reach each other by imports; the ceiling is ${largestKnot}. ` +
    `Without ${from} → ${to} it would be ${left}: move what that import names to where both may look.`;
  return { path, message };
}

/** Returns the import whose removal leaves the smallest component. */
function bestCut(graph: Graph, knot: readonly string[]) {
  const inside = (path: string) => (graph.get(path) ?? []).filter((target) => knot.includes(target));
  const cuts = knot.flatMap((from) =>
    inside(from).map((to) => {
      const without = new Map(
        knot.map((path) => [path, inside(path).filter((target) => path !== from || target !== to)]),
      );
      return { from, to, left: knotsOf(without)[0]?.length ?? 1 };
    }),
  );
  return cuts.reduce((best, cut) => (cut.left < best.left ? cut : best));
}
