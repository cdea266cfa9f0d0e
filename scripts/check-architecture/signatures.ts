import ts from 'typescript';
import { lineOf, type Rule, type SourceFile, type Violation, visitNodes } from './tree.ts';

/** File of the type that names a user. */
const home = 'packages/server/src/userKey.ts';

/**
 * Requires `UserKey` for naming a user on the server, and a transaction as the first parameter. The compiler does not
 * notice two exchanged strings, and one app could then read the user of another.
 */
export const signatures: Rule = ({ files }) =>
  files
    .filter(({ path, isTest }) => path.startsWith('packages/server/src/') && path !== home && !isTest)
    .flatMap(checkFile);

function checkFile({ path, ast }: SourceFile): Violation[] {
  const found: Violation[] = [];
  visitNodes(ast, (node) => {
    const message = complaint(node);
    if (message) found.push({ path, line: lineOf(ast, node), message });
  });
  return found;
}

function complaint(node: ts.Node): string | null {
  const isShape = ts.isTypeLiteralNode(node) || ts.isInterfaceDeclaration(node);
  if (isShape && namesUser(node.members)) return 'spells out app and user: take `UserKey` of userKey.ts.';
  if (!ts.isFunctionLike(node)) return null;
  if (namesUser(node.parameters)) return 'takes app and user side by side: take a `UserKey`.';
  if (node.parameters.slice(1).some(isTransaction)) return 'takes a transaction: it is the first parameter.';
  return null;
}

/**
 * True if `appId` and `userId` are both among the members, as required strings. A parameter without a type gets its
 * type from the context.
 */
function namesUser(members: readonly ts.Node[]): boolean {
  const names = members.flatMap((one) => {
    if (!(ts.isParameter(one) || ts.isPropertySignature(one)) || !ts.isIdentifier(one.name)) return [];
    const isText = one.type === undefined || one.type.kind === ts.SyntaxKind.StringKeyword;
    return isText && !one.questionToken ? [one.name.text] : [];
  });
  return names.includes('appId') && names.includes('userId');
}

function isTransaction(parameter: ts.ParameterDeclaration): boolean {
  return (
    parameter.type?.getText() === 'Db' || (ts.isIdentifier(parameter.name) && parameter.name.text === 'tx')
  );
}
