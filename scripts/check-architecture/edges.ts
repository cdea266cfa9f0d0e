import ts from 'typescript';
import { erased, fromPackage, type ImportRule } from './importRule.ts';
import { lineOf, type Rule, type SourceFile, type Violation, visitNodes } from './tree.ts';

/** Files that may read environment variables (docs/architecture.md, rule 4). */
const environmentReaders = /^packages\/((server|sandbox)\/src\/config|cli\/src\/main)\.ts$/;
const coreEdges = /^packages\/core\/src\/(environment\.ts|storage\/|frame\/)/;
/** Includes `countStore.ts` beside `store.ts`, with further queries of a module, but not `restore.ts`. */
const sqlPlaces = /^packages\/server\/src\/db\/|\/(store|[a-z]+Store|table)\.ts$/;
const fetchEdges =
  /^packages\/(core\/src\/(http\/|environment\.ts)|frame\/src\/(api\.ts|cloud\/callCloud\.ts)|(cli|server)\/src\/main\.ts)/;

const browserGlobals = new Set([
  'window',
  'document',
  'localStorage',
  'sessionStorage',
  'navigator',
  'indexedDB',
]);
const sqlText =
  /^\s*(select\s[\s\S]*\sfrom\s|insert\s+into\s|update\s+\S+\s+set\s|delete\s+from\s|create\s+(table|index)\s)/i;

/**
 * Allows the server to import SQL packages at run time only in {@link sqlPlaces}, and `flow/` to import nothing of
 * React.
 */
export const edgeImports: readonly ImportRule[] = [
  {
    name: 'sql-edges',
    comment: 'SQL lives in stores, table.ts and db/ only.',
    from: { path: '^packages/server/src/', pathNot: sqlPlaces.source },
    to: { path: fromPackage(['drizzle-orm', 'pg', '@electric-sql/pglite']), dependencyTypesNot: [...erased] },
  },
  {
    name: 'pure-flow',
    comment: 'flow/ is pure and knows no React (packages/react/README.md).',
    from: { path: '^packages/react/src/flow/' },
    to: { path: fromPackage(['react', 'react-dom', '@types/react', '@types/react-dom']) },
  },
];

/**
 * Refuses in packages, except the testkit, environment variables, the global `fetch`, SQL (in server) and the browser
 * (in core) outside the named files.
 */
export const edges: Rule = ({ files }) =>
  files
    .filter((file) => file.path.startsWith('packages/') && file.path.includes('/src/'))
    .filter((file) => !file.isTest && file.packagePath !== 'packages/testkit')
    .flatMap(checkNodes);

function checkNodes(file: SourceFile): Violation[] {
  const found: Violation[] = [];
  const bound = namesBoundIn(file.ast);
  const report = (node: ts.Node, message: string) =>
    found.push({ path: file.path, line: lineOf(file.ast, node), message });

  visitNodes(file.ast, (node) => {
    if (
      isGlobalProperty(node, 'process', 'env') &&
      !environmentReaders.test(file.path) &&
      !isBuildFlag(node)
    ) {
      report(node, 'reads process.env: config.ts is the only reader of the environment.');
    }
    if (file.packagePath === 'packages/core' && isBrowserGlobal(node, bound) && !coreEdges.test(file.path)) {
      report(node, `touches ${node.getText(file.ast)}: core sees the browser only at its named edges.`);
    }
    if (isGlobalFetch(node, bound) && !fetchEdges.test(file.path)) {
      report(node, 'calls the global fetch: use core/http, frame/api.ts or the fetch that was passed in.');
    }
    if (file.packagePath === 'packages/server' && isSqlText(node) && !sqlPlaces.test(file.path)) {
      report(node, 'holds SQL: it lives in stores, table.ts and db/ only.');
    }
  });
  return found;
}

function isGlobalProperty(
  node: ts.Node,
  object: string,
  property: string,
): node is ts.PropertyAccessExpression {
  return (
    ts.isPropertyAccessExpression(node) &&
    node.name.text === property &&
    ts.isIdentifier(node.expression) &&
    node.expression.text === object
  );
}

/** True for `process.env.NODE_ENV`, a build flag that bundlers replace. */
function isBuildFlag(node: ts.PropertyAccessExpression): boolean {
  return ts.isPropertyAccessExpression(node.parent) && node.parent.name.text === 'NODE_ENV';
}

function isBrowserGlobal(node: ts.Node, bound: ReadonlySet<string>): node is ts.Identifier {
  return ts.isIdentifier(node) && browserGlobals.has(node.text) && !bound.has(node.text) && isValue(node);
}

/** True if an identifier is used as a variable, by the kind of its parent. Misses default values and class fields. */
function isValue(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node;
  if (ts.isPropertyAssignment(parent)) return parent.initializer === node;
  if (ts.isBindingElement(parent)) return false;
  return !(
    ts.isTypeNode(parent) ||
    ts.isPropertySignature(parent) ||
    ts.isMethodSignature(parent) ||
    ts.isParameter(parent) ||
    ts.isPropertyDeclaration(parent) ||
    ts.isQualifiedName(parent)
  );
}

function isGlobalFetch(node: ts.Node, bound: ReadonlySet<string>): boolean {
  if (isGlobalProperty(node, 'globalThis', 'fetch')) return true;
  return (
    ts.isCallExpression(node) &&
    ts.isIdentifier(node.expression) &&
    node.expression.text === 'fetch' &&
    !bound.has('fetch')
  );
}

function isSqlText(node: ts.Node): boolean {
  const isText =
    ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) || ts.isTemplateHead(node);
  return isText && sqlText.test(node.text);
}

function namesBoundIn(ast: ts.SourceFile): Set<string> {
  const names = new Set<string>();
  visitNodes(ast, (node) => {
    const isBinding = ts.isVariableDeclaration(node) || ts.isParameter(node) || ts.isBindingElement(node);
    if (isBinding && ts.isIdentifier(node.name)) names.add(node.name.text);
    if (ts.isFunctionDeclaration(node) && node.name) names.add(node.name.text);
  });
  return names;
}
