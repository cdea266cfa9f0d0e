import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import ts from 'typescript';

export interface Import {
  /** Specifier as written. */
  specifier: string;
  /** Imported file relative to the root, if the specifier is relative. Otherwise null. */
  target: string | null;
  /** True if the compiler erases it. */
  isTypeOnly: boolean;
  /** True for `import()`, which loads when its line runs, not with the file. */
  isLazy: boolean;
  line: number;
}

export interface SourceFile {
  /** Relative to the root, with slashes. */
  path: string;
  text: string;
  /** `packages/server`, `apps/demo`, `scripts` … */
  packagePath: string;
  /** First folder below the package's `src`; '' for files directly in it or outside of it. */
  module: string;
  isTest: boolean;
  readonly imports: readonly Import[];
  readonly ast: ts.SourceFile;
}

export interface Violation {
  path: string;
  line?: number;
  /** Description of the problem and the solution. */
  message: string;
}

export interface Tree {
  files: readonly SourceFile[];
  /** Returns the text of a file that is not source (ledger, package.json), or null. */
  read(path: string): string | null;
}

export type Rule = (tree: Tree) => Violation[];

const ignored = new Set(['node_modules', 'dist', '.git', '.cache', '.latchkey', 'artifacts']);
const roots = ['packages', 'apps', 'scripts', 'bench', 'e2e', 'conformance', 'mutation'];

/** Reads the TypeScript files of the repository's source folders, except declarations. */
export function readTree(root: string): Tree {
  const paths = roots.flatMap((folder) => sourcesUnder(root, folder));
  const read = (path: string) => {
    try {
      return readFileSync(join(root, path), 'utf8');
    } catch {
      return null;
    }
  };
  return { files: paths.map((path) => fileOf(path, read(path) ?? '')), read };
}

/** Creates a tree from texts, for tests: `{ 'packages/wire/src/a.ts': "import 'react';" }`. */
export function treeOf(texts: Record<string, string>): Tree {
  const paths = Object.keys(texts).filter((path) => /\.tsx?$/.test(path));
  return {
    files: paths.map((path) => fileOf(path, texts[path] ?? '')),
    read: (path) => texts[path] ?? null,
  };
}

export function lineOf(ast: ts.SourceFile, node: ts.Node): number {
  return ast.getLineAndCharacterOfPosition(node.getStart(ast)).line + 1;
}

export function visitNodes(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node);
  ts.forEachChild(node, (child) => visitNodes(child, visit));
}

function sourcesUnder(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return ignored.has(entry.name) ? [] : sourcesUnder(root, path);
    return /\.tsx?$/.test(entry.name) && !entry.name.endsWith('.d.ts') ? [path] : [];
  });
}

/** No rule needs comments in the syntax tree. */
const parsing: ts.CreateSourceFileOptions = {
  languageVersion: ts.ScriptTarget.ES2022,
  jsDocParsingMode: ts.JSDocParsingMode.ParseNone,
};

/** Creates a file that is parsed on first use, because parsing is slow. */
function fileOf(path: string, text: string): SourceFile {
  let ast: ts.SourceFile | null = null;
  let imports: Import[] | null = null;
  const parse = () => {
    ast ??= ts.createSourceFile(path, text, parsing, true);
    return ast;
  };
  const packagePath = /^(packages|apps)\/[^/]+/.exec(path)?.[0] ?? path.split('/')[0] ?? '';
  const inside = path.startsWith(`${packagePath}/src/`) ? path.slice(packagePath.length + 5) : '';
  return {
    path,
    text,
    packagePath,
    module: inside.includes('/') ? (inside.split('/')[0] ?? '') : '',
    // `.testkit.ts` files are used only by tests.
    isTest: /\.(test|testkit)\.tsx?$/.test(path),
    get imports() {
      imports ??= importsOf(path, parse());
      return imports;
    },
    get ast() {
      return parse();
    },
  };
}

function importsOf(path: string, ast: ts.SourceFile): Import[] {
  const found: Import[] = [];
  visitNodes(ast, (node) => {
    const specifier = specifierOf(node);
    if (specifier === null) return;
    const target = specifier.startsWith('.') ? normalize(join(dirname(path), specifier)) : null;
    const isLazy = ts.isCallExpression(node);
    found.push({ specifier, target, isTypeOnly: isTypeOnly(node), isLazy, line: lineOf(ast, node) });
  });
  return found;
}

function specifierOf(node: ts.Node): string | null {
  if ((ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) && node.moduleSpecifier) {
    return ts.isStringLiteral(node.moduleSpecifier) ? node.moduleSpecifier.text : null;
  }
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
    const [argument] = node.arguments;
    return argument && ts.isStringLiteral(argument) ? argument.text : null;
  }
  if (
    ts.isImportTypeNode(node) &&
    ts.isLiteralTypeNode(node.argument) &&
    ts.isStringLiteral(node.argument.literal)
  ) {
    return node.argument.literal.text;
  }
  return null;
}

function isTypeOnly(node: ts.Node): boolean {
  if (ts.isImportTypeNode(node)) return true;
  if (ts.isExportDeclaration(node)) {
    const named = node.exportClause && ts.isNamedExports(node.exportClause) ? node.exportClause.elements : [];
    return node.isTypeOnly || (named.length > 0 && named.every((element) => element.isTypeOnly));
  }
  if (!ts.isImportDeclaration(node) || !node.importClause) return false;
  const { phaseModifier, name, namedBindings } = node.importClause;
  if (phaseModifier === ts.SyntaxKind.TypeKeyword) return true;
  const named = namedBindings && ts.isNamedImports(namedBindings) ? namedBindings.elements : [];
  return name === undefined && named.length > 0 && named.every((element) => element.isTypeOnly);
}
