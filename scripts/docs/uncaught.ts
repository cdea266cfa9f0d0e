import { join } from 'node:path';
import ts from 'typescript';
import { root } from '../build/contentHash.ts';
import { placeOf, type Shown } from './typeCheck.ts';

/**
 * Finds calls of our asynchronous functions in blocks of TypeScript whose failure nothing catches: neither `try` around
 * an `await`, nor `.catch()`, nor the second callback of `.then()`. Developers copy these blocks, and uncaught failures
 * would reach their users.
 *
 * @returns each call with its page and line
 */
export function findUncaught({ program, files }: Shown): string[] {
  const checker = program.getTypeChecker();
  return [...files].flatMap(([path, block]) => {
    const source = program.getSourceFile(path);
    const found: string[] = [];
    const visit = (node: ts.Node): void => {
      if (mayFail(node, checker) && !isCaught(node))
        found.push(`${placeOf(block, node.getStart(source))}: ${node.getText(source)}`);
      ts.forEachChild(node, visit);
    };
    if (source) visit(source);
    return found;
  });
}

/** True if a node calls one of our asynchronous functions, or passes one directly to an element. */
function mayFail(node: ts.Node, checker: ts.TypeChecker): boolean {
  if (ts.isCallExpression(node)) {
    const signature = checker.getResolvedSignature(node);
    const type = checker.getTypeAtLocation(node);
    // A function that returns a `Response` answers refusals itself; its framework logs other failures.
    const isAnswer = checker.getAwaitedType(type)?.symbol?.name === 'Response';
    return isOurs(signature?.declaration) && isPromise(type) && !isAnswer;
  }
  if (!ts.isJsxExpression(node) || !ts.isJsxAttribute(node.parent) || !node.expression) return false;
  const signatures = checker.getTypeAtLocation(node.expression).getCallSignatures();
  return signatures.some(({ declaration }) => isOurs(declaration)) && signatures.some(returnsPromise);

  function returnsPromise(signature: ts.Signature): boolean {
    return isPromise(signature.getReturnType());
  }
}

/** True for declarations in a package's sources. Code on the pages of packages belongs to the reader. */
const isOurs = (declaration: ts.Node | undefined) => {
  const [, folder] = declaration?.getSourceFile().fileName.split(join(root, 'packages/')) ?? [];
  return /^[^/]+\/src\//.test(folder ?? '');
};
const isPromise = (type: ts.Type) => type.getProperty('then') !== undefined;

function isCaught(call: ts.Node): boolean {
  return hasCatch(call) || isInTry(call);
}

/** True for `call().catch(…)` or `.then(one, other)`, anywhere in a chain. */
function hasCatch(call: ts.Node): boolean {
  const access = call.parent;
  const next = access?.parent;
  if (!access || !ts.isPropertyAccessExpression(access) || !next || !ts.isCallExpression(next)) return false;
  if (access.name.text === 'catch') return true;
  return (access.name.text === 'then' && next.arguments.length > 1) || hasCatch(next);
}

/** True if the call is awaited inside a `try` with `catch` of the same function. */
function isInTry(call: ts.Node): boolean {
  if (!ts.isAwaitExpression(call.parent)) return false;
  let child: ts.Node = call;
  for (let node = call.parent as ts.Node; node && !ts.isFunctionLike(node); node = node.parent) {
    if (ts.isTryStatement(node) && node.catchClause && node.tryBlock === child) return true;
    child = node;
  }
  return false;
}
