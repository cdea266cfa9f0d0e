import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { root } from '../../build/contentHash.ts';
import { entry } from './pages.ts';

const file = 'packages/core/src/config/options.ts';

/**
 * Prints each option of an interface with its type, default and meaning, from its declaration and docstring.
 *
 * @param prefix the option that has this interface as its type, with a dot, or ''
 * @throws Error for an option without a docstring
 */
export function printOptions(name: string, prefix = ''): string {
  const source = ts.createSourceFile(
    file,
    readFileSync(join(root, file), 'utf8'),
    ts.ScriptTarget.ES2022,
    true,
  );
  return membersOf(source, name)
    .flatMap((member) => entriesOf(source, member, prefix))
    .join('\n\n');
}

function membersOf(source: ts.SourceFile, name: string): ts.TypeElement[] {
  const found = source.statements.find(
    (statement): statement is ts.InterfaceDeclaration =>
      ts.isInterfaceDeclaration(statement) && statement.name.text === name,
  );
  if (!found) throw new Error(`${file} has no interface ${name}.`);
  return [...found.members];
}

function entriesOf(source: ts.SourceFile, member: ts.TypeElement, prefix: string): string[] {
  const name = `${prefix}${member.name?.getText(source) ?? ''}`;
  const nested = nestedOf(source, member);
  const { text, fallback } = docOf(member);
  if (!nested) {
    if (!text) throw new Error(`${file}: ${name} has no docstring.`);
    const standard = member.questionToken ? fallback && `default: ${fallback}` : 'required';
    return [entry(name, typeText(source, member), standard, text)];
  }
  const own = text ? [entry(name, 'object', '', text)] : [];
  return [...own, ...nested.flatMap((inner) => entriesOf(source, inner, `${name}.`))];
}

/** Returns the members of an option that is an object: a type literal, or `HostLook`. Null for other options. */
function nestedOf(source: ts.SourceFile, member: ts.TypeElement): ts.TypeElement[] | null {
  const type = ts.isPropertySignature(member) ? member.type : undefined;
  if (!type) return null;
  const parts = ts.isIntersectionTypeNode(type) ? [...type.types] : [type];
  const members = parts.flatMap((part) => {
    if (ts.isTypeLiteralNode(part)) return [...part.members];
    const isLook = ts.isTypeReferenceNode(part) && part.typeName.getText(source) === 'HostLook';
    return isLook ? membersOf(source, 'HostLook') : [];
  });
  // An object whose fields have no docstrings is printed as one option.
  const isTold = members.some((inner) => docOf(inner).text !== '');
  return isTold ? members : null;
}

function typeText(source: ts.SourceFile, member: ts.TypeElement): string {
  const text = ts.isPropertySignature(member)
    ? (member.type?.getText(source) ?? 'unknown')
    : callText(source, member);
  return text
    .replaceAll(/\s+/g, ' ')
    .replaceAll('readonly ', '')
    .replaceAll(/Readonly<((?:[^<>]|<(?:[^<>]|<[^<>]*>)*>)+)>/g, '$1')
    .replace(/^([^(]*) \| undefined$/, '$1');
}

function callText(source: ts.SourceFile, member: ts.TypeElement): string {
  return ts.isMethodSignature(member) ? `() => ${member.type?.getText(source) ?? 'void'}` : 'unknown';
}

function docOf(member: ts.TypeElement): { text: string; fallback: string } {
  const docs = ts.getJSDocCommentsAndTags(member).filter(ts.isJSDoc);
  const text = docs.map(({ comment }) => ts.getTextOfJSDocComment(comment) ?? '').join(' ');
  const tag = ts.getJSDocTags(member).find(({ tagName }) => tagName.text === 'default');
  return { text: text.trim(), fallback: (ts.getTextOfJSDocComment(tag?.comment) ?? '').trim() };
}
