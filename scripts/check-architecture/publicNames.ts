import ts from 'typescript';
import { lineOf, type Rule, type Violation } from './tree.ts';

/** Files that list records by their id, such as `cross-app` on the wire. */
const listsById = /\/src\/(.*\/)?list\.ts$/;

/**
 * Refuses a re-export that renames: the developer of a host app must find an imported function in the sources by its
 * name, and each function has one public name.
 */
export const publicNames: Rule = ({ files }) =>
  files
    .filter(({ path, isTest }) => /^(packages|apps)\//.test(path) && !isTest && !listsById.test(path))
    .flatMap(({ path, ast }) =>
      ast.statements.flatMap((statement): Violation[] => {
        if (!ts.isExportDeclaration(statement)) return [];
        const { exportClause } = statement;
        if (!exportClause || !ts.isNamedExports(exportClause)) return [];
        return exportClause.elements
          .filter(({ name, propertyName }) => propertyName && propertyName.text !== name.text)
          .map((element) => ({
            path,
            line: lineOf(ast, element),
            message: `exports ${element.propertyName?.text} as ${element.name.text}. Declare it by the name that it is exported by.`,
          }));
      }),
    );
