import ts from 'typescript';
import { lineOf, type Rule, type SourceFile, type Violation, visitNodes } from './tree.ts';

/** Maximum lines in the frame (custody "Budgets"). */
const limits = { file: 200, function: 65, frame: 6_800, signingPath: 1_340 };

/** Lines above which a file or function outside the frame is reported. */
const told = { file: 400, function: 60 };

const ofFrame = 'packages/frame/src/';
/**
 * Folders of the frame without code that runs beside the vault: descriptions of requests, the pages for approval and
 * export, the passkey popup, the offline page. {@link checkFolders} checks that.
 */
const besideNoKey = /^packages\/frame\/src\/(readable|approve|export|offline|page|passkey\/popup)\//;
/** Entry files of the vault's page: its script, the worker that it starts, the parts that it imports on first use. */
const onVaultPage = /^packages\/frame\/src\/(main|password\/worker|parts\/\w+)\.ts$/;
const signingPath = /^packages\/frame\/src\/(vault|decode|sign)\//;

/** Files of data: test vectors and printed texts. */
const exemptFiles = [/\.vectors\.ts$/, /\/generated\//];

const isOfFrame = ({ path }: SourceFile) => path.startsWith(ofFrame);

/**
 * Limits the size of the frame, so that those who trust it with keys can read all of it. Elsewhere long files are
 * reported, not refused ({@link listLong}): a split that only obeys a number would spread one idea over two files.
 */
export const sizes: Rule = ({ files }) => {
  const frame = files.filter((file) => isOfFrame(file) && !file.isTest);
  return [
    ...frame.flatMap((file) => longFile(file, limits.file)),
    ...frame.flatMap((file) => longFunctions(file, limits.function)),
    ...checkFolders(frame),
    ...checkTotal(
      'packages/frame/src without {readable,approve,export,offline,page,passkey/popup}',
      listBesideKeys(frame),
      limits.frame,
    ),
    ...checkTotal(
      'packages/frame/src/{vault,decode,sign}',
      frame.filter((file) => signingPath.test(file.path)),
      limits.signingPath,
    ),
  ];
};

/**
 * Returns the files of the frame that count towards its budget: all except those in folders that do not run beside
 * the vault. Files in these folders count if the vault's page imports them.
 */
export function listBesideKeys(files: readonly SourceFile[]): SourceFile[] {
  const frame = files.filter((file) => isOfFrame(file) && !file.isTest);
  const reached = listReached(frame);
  return frame.filter(({ path }) => !besideNoKey.test(path) || reached.has(path));
}

/** Returns the paths of files that run on the vault's page, by imports that the compiler keeps. */
function listReached(frame: readonly SourceFile[]): ReadonlySet<string> {
  const byPath = new Map(frame.map((file) => [file.path, file]));
  const reached = new Set<string>();
  const visit = (path: string) => {
    const file = byPath.get(path);
    if (!file || reached.has(path)) return;
    reached.add(path);
    for (const { target, isTypeOnly } of file.imports) if (target !== null && !isTypeOnly) visit(target);
  };
  for (const { path } of frame) if (onVaultPage.test(path)) visit(path);
  return reached;
}

/**
 * Reports files in the uncounted folders that the vault's page imports. Reviewers would otherwise trust that code in
 * these folders cannot reach keys.
 */
function checkFolders(frame: readonly SourceFile[]): Violation[] {
  const reached = listReached(frame);
  return frame
    .filter(({ path }) => besideNoKey.test(path) && reached.has(path))
    .map(({ path }) => ({
      path,
      message: "runs on the vault's page, and stands in a folder that is not counted for it. Move it.",
    }));
}

export function listLong(files: readonly SourceFile[]): Violation[] {
  const others = files.filter((file) => !isOfFrame(file));
  return [
    ...others.flatMap((file) => longFile(file, told.file)),
    ...others.filter((file) => !file.isTest).flatMap((file) => longFunctions(file, told.function)),
  ];
}

function longFile(file: SourceFile, limit: number): Violation[] {
  if (exemptFiles.some((exempt) => exempt.test(file.path))) return [];
  const lines = linesOf(file.text);
  return lines > limit
    ? [{ path: file.path, message: `has ${lines} lines; the ceiling is ${limit}. Split it by act.` }]
    : [];
}

function longFunctions({ path, ast }: SourceFile, limit: number): Violation[] {
  const found: Violation[] = [];
  visitNodes(ast, (node) => {
    if (!isFunction(node)) return;
    const lines = ownLinesOf(ast, node);
    if (lines > limit) {
      const message = `is a function of ${lines} lines of its own; the ceiling is ${limit}.`;
      found.push({ path, line: lineOf(ast, node), message });
    }
  });
  return found;
}

function isFunction(node: ts.Node): boolean {
  return ts.isFunctionLike(node) && 'body' in node && node.body !== undefined;
}

/**
 * Counts the lines of a function without those of inner functions, so a factory of an object with small functions is
 * small.
 */
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

function checkTotal(path: string, files: readonly SourceFile[], limit: number): Violation[] {
  const lines = files.reduce((sum, file) => sum + linesOf(file.text), 0);
  return lines > limit ? [{ path, message: `has ${lines} lines in all; the ceiling is ${limit}.` }] : [];
}

function linesOf(text: string): number {
  return text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
}
