import { join } from 'node:path';
import ts from 'typescript';
import { root } from '../build/contentHash.ts';
import { placeOf, type Shown } from './typeCheck.ts';

/**
 * Calls of ours in blocks of TypeScript whose failure nothing catches: neither `try` around an `await`, nor `.catch()`, nor
 * the second callback of `.then()`. What people copy fails in the hands of others.
 *
 * @returns each with the page and its line
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

/** Whether a node is a call of ours that answers later, or hands such a function to an element as it is. */
function mayFail(node: ts.Node, checker: ts.TypeChecker): boolean {
  if (ts.isCallExpression(node)) {
    const signature = checker.getResolvedSignature(node);
    const type = checker.getTypeAtLocation(node);
    // What answers a request answers its own refusals; the rest is its framework's to log.
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

/** Of a package's sources: pages of packages show code too, and what stands there is the reader's. */
const isOurs = (declaration: ts.Node | undefined) => {
  const [, folder] = declaration?.getSourceFile().fileName.split(join(root, 'packages/')) ?? [];
  return /^[^/]+\/src\//.test(folder ?? '');
};
const isPromise = (type: ts.Type) => type.getProperty('then') !== undefined;

function isCaught(call: ts.Node): boolean {
  return hasCatch(call) || isInTry(call);
}

/** `call().catch(…)`, or `.then(one, other)`, at any place of a chain. */
function hasCatch(call: ts.Node): boolean {
  const access = call.parent;
  const next = access?.parent;
  if (!access || !ts.isPropertyAccessExpression(access) || !next || !ts.isCallExpression(next)) return false;
  if (access.name.text === 'catch') return true;
  return (access.name.text === 'then' && next.arguments.length > 1) || hasCatch(next);
}

/** Awaited where a `try` of the same function catches. */
function isInTry(call: ts.Node): boolean {
  if (!ts.isAwaitExpression(call.parent)) return false;
  let child: ts.Node = call;
  for (let node = call.parent as ts.Node; node && !ts.isFunctionLike(node); node = node.parent) {
    if (ts.isTryStatement(node) && node.catchClause && node.tryBlock === child) return true;
    child = node;
  }
  return false;
}
