import ts from 'typescript';
import { lineOf, type Rule, type SourceFile, type Violation, visitNodes } from './tree.ts';

/**
 * The only file of the server, besides tests, that is not checked. Its comparison takes a time that does not depend on
 * where two secrets differ (S52).
 */
const comparison = 'packages/server/src/crypto/hash.ts';

/** Names of values that an attacker could find out byte by byte if they were compared with `===`. */
const secretName = /(?:hash|secret|mac|signature|digest|code|password|otp|pin|pepper)$/i;
/** Names that are not checked, because they are usually public: error and exit codes, and hashes of public content. */
const openName = /^(?:code|status_?code|exit_?code|error_?code|body_?hash|sha256|floor_?hash)$/i;

/**
 * Refuses on the server `===`, `==` and their negations for values with the name of a secret, and imports of
 * `timingSafeEqual`, in favour of `isEqual`.
 */
export const secrets: Rule = ({ files }) =>
  files.filter((file) => file.path.startsWith('packages/server/src/') && !file.isTest).flatMap(checkFile);

function checkFile({ path, ast }: SourceFile): Violation[] {
  const found: Violation[] = [];
  if (path === comparison) return found;
  visitNodes(ast, (node) => {
    if (ts.isIdentifier(node) && node.text === 'timingSafeEqual' && ts.isImportSpecifier(node.parent)) {
      const message = 'imports timingSafeEqual: compare with isEqual of the crypto module.';
      found.push({ path, line: lineOf(ast, node), message });
    }
    if (isLeakyComparison(node)) {
      const message = `compares ${node.getText(ast)} in a time that tells where it differs: use isEqual of the crypto module.`;
      found.push({ path, line: lineOf(ast, node), message });
    }
  });
  return found;
}

const equalities = new Set([
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
  ts.SyntaxKind.EqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsToken,
]);

function isLeakyComparison(node: ts.Node): node is ts.BinaryExpression {
  if (!ts.isBinaryExpression(node) || !equalities.has(node.operatorToken.kind)) return false;
  const sides = [node.left, node.right];
  // A comparison with a literal, null or undefined counts as a check for existence or type.
  return sides.some(isSecret) && !sides.some(isConstant);
}

function isSecret(node: ts.Expression): boolean {
  const name = ts.isPropertyAccessExpression(node) ? node.name.text : ts.isIdentifier(node) ? node.text : '';
  return secretName.test(name) && !openName.test(name);
}

function isConstant(node: ts.Expression): boolean {
  return (
    ts.isLiteralExpression(node) ||
    node.kind === ts.SyntaxKind.NullKeyword ||
    (ts.isIdentifier(node) && node.text === 'undefined')
  );
}
