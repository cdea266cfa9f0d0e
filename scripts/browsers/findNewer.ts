import ts from 'typescript';
import { features } from 'web-features';
import { oldest } from '../build/browserTargets.ts';

export interface Newer {
  /** Key in MDN's compatibility data. */
  key: string;
  /** File and line, relative to the root. */
  place: string;
  /** Browsers that lack it, each with the version that added it, or `none`. */
  since: string[];
}

type Support = Readonly<Record<string, string | undefined>>;

const supports = new Map<string, Support>(
  Object.values(features).flatMap((feature) =>
    'status' in feature
      ? Object.entries(feature.status.by_compat_key ?? {}).map(
          ([key, { support }]) => [key, support as Support] as const,
        )
      : [],
  ),
);

/** Returns the supported browsers that lack the feature with this key, or an empty list if the key is unknown. */
export function lackingOf(key: string): string[] {
  const support = supports.get(key);
  if (!support) return [];
  return Object.entries(oldest).flatMap(([browser, version]) => {
    const since = support[browser];
    return since !== undefined && !isLater(since, version) ? [] : [`${browser} ${since ?? 'none'}`];
  });
}

const isKnown = (key: string) => supports.has(key);

function isLater(version: string, than: string): boolean {
  const [a = 0, b = 0] = version.replace('≤', '').split('.').map(Number);
  const [c = 0, d = 0] = than.split('.').map(Number);
  return a > c || (a === c && b > d);
}

/**
 * Finds uses of web and language APIs that are newer than the supported browsers. A call that checks first
 * (`a.b?.()`) is allowed.
 */
export function findNewer(program: ts.Program, files: readonly string[], root: string): Newer[] {
  const checker = program.getTypeChecker();
  const found: Newer[] = [];
  for (const file of files) {
    const source = program.getSourceFile(file);
    if (!source) throw new Error(`${file} is not in the program`);
    const visit = (node: ts.Node): void => {
      for (const key of keysOf(checker, node)) {
        const since = lackingOf(key);
        if (since.length === 0) continue;
        const { line } = source.getLineAndCharacterOfPosition(node.getStart());
        found.push({ key, place: `${file.slice(root.length + 1)}:${line + 1}`, since });
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return found;
}

function keysOf(checker: ts.TypeChecker, node: ts.Node): string[] {
  if (ts.isPropertyAccessExpression(node)) {
    if (ts.isCallExpression(node.parent) && node.parent.questionDotToken) return [];
    if (!isOfLibrary(checker.getSymbolAtLocation(node.name))) return [];
    const owners = ownersOf(checker, checker.getTypeAtLocation(node.expression));
    const member = node.name.text;
    const keys = owners.flatMap((owner) => [
      `api.${owner}.${member}`,
      `api.${owner}.${member}_static`,
      `javascript.builtins.${owner}.${member}`,
    ]);
    return keys.filter(isKnown).slice(0, 1);
  }
  if (ts.isIdentifier(node) && ts.isExpression(node) && !ts.isPropertyAccessExpression(node.parent)) {
    if (!isOfLibrary(checker.getSymbolAtLocation(node))) return [];
    const name = node.text;
    const isMade = ts.isNewExpression(node.parent);
    const keys = [
      ...(isMade ? [`api.${name}.${name}`, `javascript.builtins.${name}.${name}`] : []),
      `api.${name}`,
      `javascript.builtins.${name}`,
      `api.Window.${name}`,
    ];
    return keys.filter(isKnown).slice(0, 1);
  }
  return [];
}

function isOfLibrary(symbol: ts.Symbol | undefined): boolean {
  return (
    symbol?.declarations?.some((declaration) =>
      /\/lib\.[\w.]+\.d\.ts$/.test(declaration.getSourceFile().fileName),
    ) ?? false
  );
}

function ownersOf(checker: ts.TypeChecker, type: ts.Type): string[] {
  const parts = type.isUnionOrIntersection() ? type.types : [type];
  return parts.flatMap((part) => {
    const apparent = checker.getApparentType(part);
    const symbol = apparent.getSymbol();
    // The data has the language's names: `Promise` instead of TypeScript's `PromiseConstructor`, and a variable's
    // name for its unnamed type.
    const own = symbol ? [symbol.name.replace(/Constructor$|(?<=^Iterator)Object$/, '')] : [];
    const variable = symbol?.declarations?.[0]?.parent;
    if (variable && ts.isVariableDeclaration(variable)) own.push(variable.name.getText());
    const declared = symbol ? checker.getDeclaredTypeOfSymbol(symbol) : apparent;
    const bases = declared.isClassOrInterface() ? checker.getBaseTypes(declared) : [];
    return [...own, ...bases.flatMap((base) => ownersOf(checker, base))];
  });
}
