import ts from 'typescript';
import { lineOf, type Rule, type SourceFile, type Violation, walk } from './tree.ts';

/** Lines (architecture §11, custody "Budgets"). */
const limits = { file: 400, frameFile: 200, frame: 4_900, signingPath: 1_200, function: 60 };
const maxFilesInFolder = 12;
const maxFoldersBelowSrc = 3;

/** Code of the frame that never runs beside the vault: what a request says, the pages that ask and show, the offline page. */
const besideNoKey = /^packages\/frame\/src\/(readable|approve|export|offline|page|passkey\/popup)\//;
const signingPath = /^packages\/frame\/src\/(vault|sign)\//;

/** Files whose length is that of their matter: tables and vectors, not code. */
const exemptFiles = [/\.vectors\.ts$/, /\/locales\//];

/** Small files, small functions, shallow and short folders. */
export const sizes: Rule = ({ files }) => {
  const sources = files.filter((file) => !file.isTest);
  const frame = sources.filter((file) => file.path.startsWith('packages/frame/src/'));
  return [
    ...files.flatMap(checkFile),
    ...sources.flatMap(checkFunctions),
    ...checkFolders(sources),
    ...checkTotal(
      'packages/frame/src without {readable,approve,export,offline,page,passkey/popup}',
      frame.filter((file) => !besideNoKey.test(file.path)),
      limits.frame,
    ),
    ...checkTotal(
      'packages/frame/src/{vault,sign}',
      frame.filter((file) => signingPath.test(file.path)),
      limits.signingPath,
    ),
  ];
};

function checkFile(file: SourceFile): Violation[] {
  if (exemptFiles.some((exempt) => exempt.test(file.path))) return [];
  const isFrame = file.path.startsWith('packages/frame/src/') && !file.isTest;
  const limit = isFrame ? limits.frameFile : limits.file;
  const lines = linesOf(file.text);
  return lines > limit
    ? [{ path: file.path, message: `has ${lines} lines; the ceiling is ${limit}. Split it by act.` }]
    : [];
}

function checkFunctions({ path, ast }: SourceFile): Violation[] {
  const found: Violation[] = [];
  walk(ast, (node) => {
    if (!isFunction(node)) return;
    const lines = ownLinesOf(ast, node);
    if (lines > limits.function) {
      const message = `is a function of ${lines} lines of its own; the ceiling is ${limits.function}.`;
      found.push({ path, line: lineOf(ast, node), message });
    }
  });
  return found;
}

function isFunction(node: ts.Node): boolean {
  return ts.isFunctionLike(node) && 'body' in node && node.body !== undefined;
}

/** Functions inside count for themselves, so a factory that returns an object of small functions is small. */
function ownLinesOf(ast: ts.SourceFile, node: ts.Node): number {
  let inner = 0;
  const visit = (child: ts.Node) => {
    if (isFunction(child)) inner += spanOf(ast, child) - 1;
    else ts.forEachChild(child, visit);
  };
  ts.forEachChild(node, visit);
  return spanOf(ast, node) - inner;
}

function spanOf(ast: ts.SourceFile, node: ts.Node): number {
  return ast.getLineAndCharacterOfPosition(node.getEnd()).line + 2 - lineOf(ast, node);
}

function checkFolders(files: readonly SourceFile[]): Violation[] {
  const folders = new Map<string, number>();
  for (const { path } of files) {
    const folder = path.slice(0, path.lastIndexOf('/'));
    folders.set(folder, (folders.get(folder) ?? 0) + 1);
  }
  return [...folders].flatMap(([path, count]) => {
    const depth = path.split('/src/')[1]?.split('/').length ?? 0;
    return [
      ...(count > maxFilesInFolder
        ? [{ path, message: `holds ${count} files; the ceiling is ${maxFilesInFolder} (tests not counted).` }]
        : []),
      ...(depth > maxFoldersBelowSrc
        ? [{ path, message: `lies ${depth} folders below src; the ceiling is ${maxFoldersBelowSrc}.` }]
        : []),
    ];
  });
}

function checkTotal(path: string, files: readonly SourceFile[], limit: number): Violation[] {
  const lines = files.reduce((sum, file) => sum + linesOf(file.text), 0);
  return lines > limit ? [{ path, message: `has ${lines} lines in all; the ceiling is ${limit}.` }] : [];
}

function linesOf(text: string): number {
  return text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
}
