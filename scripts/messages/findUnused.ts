import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { type Surface, surfaces } from './surfaces.ts';

/** True if a source may read texts. */
const namesTexts = (source: string) => /texts\b|\/generated\//i.test(source);
const isPrinted = (path: string) => path.includes('/generated/');

/**
 * Finds texts that no code reads, with the compiler's types. A key of the texts counts as read if an expression names
 * it, passes the texts on to a type that names it, or selects it by a value.
 *
 * @param root folder of the repository
 * @returns the printed module and the name of each, such as `packages/react/src/texts/generated/en/code.ts:
 *   resendIn`
 */
export function findUnused(root: string): readonly string[] {
  const program = createProgram(root);
  const checker = program.getTypeChecker();
  const read = new Set<ts.Declaration>();
  for (const file of program.getSourceFiles()) {
    if (isPrinted(file.fileName) || !namesTexts(file.text)) continue;
    visit(file, (node) => markRead(node, checker, read));
  }
  const english = program.getSourceFiles().filter(({ fileName }) => isEnglish(fileName));
  return english.flatMap((file) => {
    const unused: string[] = [];
    visit(file, (node) => {
      if (
        ts.isPropertyAssignment(node) &&
        !ts.isObjectLiteralExpression(node.initializer) &&
        isText(node) &&
        !read.has(node)
      )
        unused.push(`${file.fileName.slice(root.length + 1)}: ${node.name.getText(file)}`);
    });
    return unused;
  });
}

const isEnglish = (path: string) =>
  Object.values(surfaces).some((surface) => path.includes(`/${englishOf(surface)}`));

const englishOf = ({ folder, layout }: Surface) =>
  `${folder}/${layout === 'parts' ? 'en/' : layout === 'together' ? 'texts.ts' : 'en.ts'}`;

/** False for a form of a plural, which is not a text of its own. */
function isText(node: ts.PropertyAssignment): boolean {
  for (let parent: ts.Node = node.parent; parent; parent = parent.parent)
    if (ts.isArrowFunction(parent)) return false;
  return true;
}

function markRead(node: ts.Node, checker: ts.TypeChecker, read: Set<ts.Declaration>): void {
  if (ts.isPropertyAccessExpression(node)) mark(checker.getSymbolAtLocation(node.name), read);
  if (ts.isElementAccessExpression(node)) {
    const type = checker.getTypeAtLocation(node.expression);
    if (hasTexts(type))
      for (const name of namesOf(checker.getTypeAtLocation(node.argumentExpression), type))
        mark(type.getProperty(name), read);
  }
  if (ts.isObjectBindingPattern(node)) {
    const type = checker.getTypeAtLocation(node);
    for (const { propertyName, name, dotDotDotToken } of node.elements)
      for (const one of dotDotDotToken
        ? type.getProperties()
        : [type.getProperty((propertyName ?? name).getText())])
        mark(one, read);
  }
  // The type of a conditional expression with two groups of the same keys names only one of the groups.
  if (ts.isConditionalExpression(node))
    for (const one of [node.whenTrue, node.whenFalse]) markAll(checker.getTypeAtLocation(one), checker, read);
  if (ts.isSpreadAssignment(node)) markAll(checker.getTypeAtLocation(node.expression), checker, read);
  if (ts.isIdentifier(node) || ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node)) {
    const type = checker.getTypeAtLocation(node);
    const target = hasTexts(type) ? checker.getContextualType(node) : undefined;
    for (const one of target?.isUnion() ? target.types : [target])
      if (one && one !== type) handOn(type, one, checker, read);
  }
}

/** Marks the texts that the receiving type names. */
function handOn(type: ts.Type, target: ts.Type, checker: ts.TypeChecker, read: Set<ts.Declaration>): void {
  const index = target.getStringIndexType();
  for (const property of type.getProperties()) {
    const named = target.getProperty(property.name);
    if (!named && !index) continue;
    // Passing texts on as their own type reads none of them.
    if (named?.declarations?.some((one) => isPrinted(one.getSourceFile().fileName))) continue;
    mark(property, read);
    markAll(checker.getTypeOfSymbol(property), checker, read);
  }
}

function markAll(type: ts.Type, checker: ts.TypeChecker, read: Set<ts.Declaration>): void {
  if (!hasTexts(type)) return;
  for (const property of type.getProperties()) {
    mark(property, read);
    markAll(checker.getTypeOfSymbol(property), checker, read);
  }
}

function mark(symbol: ts.Symbol | undefined, read: Set<ts.Declaration>): void {
  for (const declaration of symbol?.declarations ?? []) read.add(declaration);
}

/** Returns the names that a key may be: all names of the type if the key may be any string. */
function namesOf(value: ts.Type, type: ts.Type): readonly string[] {
  const values = value.isUnion() ? value.types : [value];
  return values.every((one) => one.isStringLiteral())
    ? values.map((one) => (one.isStringLiteral() ? one.value : ''))
    : type.getProperties().map(({ name }) => name);
}

const hasTexts = (type: ts.Type) =>
  type
    .getProperties()
    .some(({ declarations }) => declarations?.some((one) => isPrinted(one.getSourceFile().fileName)));

function visit(node: ts.Node, act: (node: ts.Node) => void): void {
  act(node);
  ts.forEachChild(node, (child) => visit(child, act));
}

/** Creates a program from the sources that name texts, and their imports. */
function createProgram(root: string): ts.Program {
  const folders = new Set(
    Object.values(surfaces).map(({ folder }) => /^.*?\/src/.exec(folder)?.[0] ?? folder),
  );
  const files = [...folders].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /(?<!\.test|\.testkit)\.tsx?$/.test(name))
      .map((name) => join(root, folder, name))
      .filter((path) => namesTexts(ts.sys.readFile(path) ?? '')),
  );
  const config = ts.readConfigFile(join(root, 'tsconfig.base.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config.config, ts.sys, dirname(root));
  return ts.createProgram(files, {
    ...options,
    composite: false,
    noEmit: true,
    jsx: ts.JsxEmit.ReactJSX,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    types: ['node'],
  });
}
