import ts from 'typescript';
import { lineOf, type Rule, type SourceFile, type Violation, visitNodes } from './tree.ts';

/**
 * Requires our errors to be recognised by their code: a page that bundles two copies of a package has two classes
 * with the same name, so `instanceof` fails.
 */
export const errors: Rule = ({ files }) => {
  const classes = classesOf(files);
  return files.filter(({ isTest }) => !isTest).flatMap((file) => checkFile(file, classes));
};

function classesOf(files: readonly SourceFile[]): Set<string> {
  const found = new Set<string>();
  for (const { text } of files) {
    for (const match of text.matchAll(/\bclass (\w+) extends \w*Error\b/g)) found.add(match[1] ?? '');
  }
  return found;
}

function checkFile({ path, ast }: SourceFile, classes: ReadonlySet<string>): Violation[] {
  const found: Violation[] = [];
  visitNodes(ast, (node) => {
    if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.InstanceOfKeyword) return;
    const name = node.right.getText(ast);
    if (!classes.has(name)) return;
    const message = `asks for \`instanceof ${name}\`, which another copy of the module is not: ask for its code or name.`;
    found.push({ path, line: lineOf(ast, node), message });
  });
  return found;
}
