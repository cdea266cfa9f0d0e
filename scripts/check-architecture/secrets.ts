import ts from 'typescript';
import { lineOf, type Rule, type SourceFile, type Violation, visitNodes } from './tree.ts';

/** Where secrets are compared: one function, in a time that tells nothing of where they differ (S52). */
const comparison = 'packages/server/src/crypto/hash.ts';

/** Names of what an attacker could find out byte by byte, were it compared with `===`. */
const secretName = /(?:hash|secret|mac|signature|digest|code|password|otp|pin|pepper)$/i;
/** Names that end so and hold no secret: what a request says of itself, codes of errors and processes, public hashes. */
const openName = /^(?:code|status_?code|exit_?code|error_?code|body_?hash|sha256|floor_?hash)$/i;

/** On the server secrets are compared by `isEqual` of the crypto module and by nothing else. */
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
  // Asking whether there is one, or of what kind, compares no secret.
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
