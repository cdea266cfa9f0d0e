import ts from 'typescript';
import { lineOf, type Rule, type SourceFile, visitNodes } from './tree.ts';

interface Declaration {
  name: string;
  path: string;
  line: number;
}

/** Exceptions: an app chooses the chain with the entry from which it imports these, as with Privy's packages. */
const chosenByEntry = new Set([
  'SignMessageInput',
  'UseFundWallet',
  'UseFundWalletOptions',
  'useFundWallet',
  'useSignMessage',
  'useSignTransaction',
]);

/**
 * Refuses two exported declarations with the same name in a package, so a search for a name has one result. A
 * re-export is not a declaration.
 */
export const homonyms: Rule = ({ files }) => {
  const first = new Map<string, Declaration>();
  return files.flatMap((file) =>
    exportedBy(file).flatMap((declaration) => {
      const { name, path, line } = declaration;
      if (file.packagePath === 'packages/react' && chosenByEntry.has(name)) return [];
      const key = `${file.packagePath} ${name}`;
      const known = first.get(key);
      if (!known) first.set(key, declaration);
      return known
        ? [
            {
              path,
              line,
              message: `exports ${name}, as ${known.path} does. Name each by what it stands for, or merge the two if they are the same.`,
            },
          ]
        : [];
    }),
  );
};

/**
 * Returns the names that a file declares and exports, each once: a type and a value with the same name belong
 * together.
 */
function exportedBy({ path, ast }: SourceFile): Declaration[] {
  const names = new Map<string, Declaration>();
  for (const statement of ast.statements) {
    for (const node of namesOf(statement)) {
      const name = node.text;
      if (!names.has(name)) names.set(name, { name, path, line: lineOf(ast, node) });
    }
  }
  return [...names.values()];
}

function namesOf(statement: ts.Statement): ts.Identifier[] {
  const modifiers = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : [];
  const isExported = modifiers.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
  const isDefault = modifiers.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword);
  if (!isExported || isDefault) return [];
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations
      .filter((declaration) => !loadsItsNamesake(declaration))
      .flatMap(({ name }) => boundBy(name));
  }
  const { name } = statement as ts.DeclarationStatement;
  return name && ts.isIdentifier(name) ? [name] : [];
}

function boundBy(name: ts.BindingName): ts.Identifier[] {
  if (ts.isIdentifier(name)) return [name];
  return name.elements.flatMap((element) => (ts.isBindingElement(element) ? boundBy(element.name) : []));
}

/**
 * True for a lazy operation or view with the name of its import: `export const open = lazy(async () => (await
 * import('./open.ts')).open)`.
 */
function loadsItsNamesake({ name, initializer }: ts.VariableDeclaration): boolean {
  let isLoaded = false;
  if (!initializer || !ts.isIdentifier(name) || !ts.isCallExpression(initializer)) return false;
  visitNodes(initializer, (node) => {
    if (!ts.isPropertyAccessExpression(node) || node.name.text !== name.text) return;
    const loaded = ts.isParenthesizedExpression(node.expression) ? node.expression.expression : null;
    const call = loaded && ts.isAwaitExpression(loaded) ? loaded.expression : null;
    if (call && ts.isCallExpression(call)) isLoaded ||= call.expression.kind === ts.SyntaxKind.ImportKeyword;
  });
  return isLoaded;
}
