import ts from 'typescript';
import { idsIn, readLedger } from '../spec/ledger.ts';
import { lineOf, type Rule, type SourceFile, type Violation, visitNodes } from './tree.ts';

const testFunctions = new Set(['it', 'test', 'describe', 'suite']);
const evasions = new Set(['skip', 'only', 'todo', 'fails', 'skipIf', 'runIf']);
const maxIdsInTitle = 3;
/** Starting a browser test costs more than its steps, so one test proves several requirements. */
const maxIdsOfVisit = 8;

/**
 * Refuses tests that are marked (`.skip`, `.only` and the like) or repeated, and titles that name unknown requirements
 * or more than three, in `e2e` and `conformance` more than eight.
 */
export const testTitles: Rule = (tree) => {
  const known = readLedger(tree.read);
  return tree.files.filter((file) => file.isTest).flatMap((file) => checkFile(file, known));
};

function checkFile(file: SourceFile, known: ReadonlySet<string>): Violation[] {
  const found: Violation[] = [];
  const mostIds = /^(e2e|conformance)\//.test(file.path) ? maxIdsOfVisit : maxIdsInTitle;
  visitNodes(file.ast, (node) => {
    if (
      ts.isPropertyAccessExpression(node) &&
      evasions.has(node.name.text) &&
      isTestFunction(node.expression)
    ) {
      const message = `uses .${node.name.text}: every test runs. Repair it or remove it.`;
      found.push({ path: file.path, line: lineOf(file.ast, node), message });
    }
    if (ts.isCallExpression(node) && isTestFunction(node.expression)) {
      const line = lineOf(file.ast, node);
      for (const message of callComplaints(node, known, mostIds))
        found.push({ path: file.path, line, message });
    }
  });
  return found;
}

function isTestFunction(node: ts.Expression): boolean {
  if (ts.isIdentifier(node)) return testFunctions.has(node.text);
  if (ts.isPropertyAccessExpression(node) || ts.isCallExpression(node))
    return isTestFunction(node.expression);
  return ts.isTaggedTemplateExpression(node) && isTestFunction(node.tag);
}

function callComplaints(call: ts.CallExpression, known: ReadonlySet<string>, mostIds: number): string[] {
  const [title] = call.arguments;
  const isText = title && (ts.isStringLiteralLike(title) || ts.isTemplateExpression(title));
  const ids = isText ? idsIn(title.getText()) : [];
  const unknown = ids.filter((id) => !known.has(id));
  const retries = call.arguments.some(
    (argument) =>
      ts.isObjectLiteralExpression(argument) &&
      argument.properties.some((property) => ['retry', 'repeats'].includes(property.name?.getText() ?? '')),
  );
  return [
    ...(ids.length > mostIds
      ? [`names ${ids.length} requirements; one test proves at most ${mostIds}.`]
      : []),
    ...unknown.map(
      (id) => `names ${id}, which is in neither ledger (docs/spec/requirements.tsv, security.md).`,
    ),
    ...(retries ? ['asks for another try: a test that fails sometimes is wrong. Find the reason.'] : []),
  ];
}
