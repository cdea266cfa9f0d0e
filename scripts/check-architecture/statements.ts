import ts from 'typescript';
import { lineOf, type Rule, type SourceFile, type Violation, visitNodes } from './tree.ts';

interface Named {
  readonly name: string;
  readonly text: string;
  readonly path: string;
  readonly line: number;
}

/**
 * Requires one text per name of a prepared statement, because the service and its tests share connections. PostgreSQL
 * would refuse a second text under the same name, or run the first one instead.
 */
export const statements: Rule = ({ files }) => {
  const first = new Map<string, Named>();
  return files
    .filter(({ packagePath }) => packagePath === 'packages/server' || packagePath === 'packages/testkit')
    .flatMap(statementsOf)
    .flatMap((one): Violation[] => {
      const known = first.get(one.name) ?? one;
      first.set(one.name, known);
      if (known.text === one.text) return [];
      const message = `prepares another text as "${one.name}", which is taken: ${known.path}:${known.line}.`;
      return [{ path: one.path, line: one.line, message }];
    });
};

function statementsOf({ path, ast }: SourceFile): Named[] {
  const found: Named[] = [];
  visitNodes(ast, (node) => {
    if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return;
    const [name, text] = node.arguments;
    if (node.expression.name.text !== 'statement' || !name || !text || !ts.isStringLiteralLike(name)) return;
    found.push({ name: name.text, text: text.getText(ast), path, line: lineOf(ast, node) });
  });
  return found;
}
