import ts from 'typescript';
import { lineOf, type Rule, type Violation, visitNodes } from './tree.ts';

/**
 * Refuses an object literal that is spread into another literal or into the attributes of an element. It only makes
 * the formatter keep properties on one line, where readers miss them.
 */
export const literals: Rule = ({ files }) =>
  files.flatMap(({ path, ast }) => {
    const found: Violation[] = [];
    visitNodes(ast, (node) => {
      const isSpread = ts.isSpreadAssignment(node) || ts.isJsxSpreadAttribute(node);
      if (!isSpread || !ts.isObjectLiteralExpression(node.expression)) return;
      const message = 'spreads an object literal into another. Write its properties out.';
      found.push({ path, line: lineOf(ast, node), message });
    });
    return found;
  });
