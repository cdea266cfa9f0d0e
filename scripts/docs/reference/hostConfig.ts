import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { root } from '../../build/contentHash.ts';
import { code, table } from './pages.ts';

const file = 'packages/core/src/config/options.ts';

/**
 * Every option of the named interfaces: type, default and meaning, as their docstrings say.
 *
 * @throws Error for an option without a docstring
 */
export function printOptions(...names: readonly string[]): string {
  const source = ts.createSourceFile(
    file,
    readFileSync(join(root, file), 'utf8'),
    ts.ScriptTarget.ES2022,
    true,
  );
  const rows = names.flatMap((name) =>
    membersOf(source, name).flatMap((member) => rowsOf(source, member, '')),
  );
  return table(['option', 'type', 'default', 'meaning'], rows);
}

/** The members of an interface, and those of the type that it extends. */
function membersOf(source: ts.SourceFile, name: string): ts.TypeElement[] {
  const found = source.statements.find(
    (statement): statement is ts.InterfaceDeclaration =>
      ts.isInterfaceDeclaration(statement) && statement.name.text === name,
  );
  if (!found) throw new Error(`${file} has no interface ${name}.`);
  return [...found.members];
}

function rowsOf(source: ts.SourceFile, member: ts.TypeElement, prefix: string): string[][] {
  const name = `${prefix}${member.name?.getText(source) ?? ''}`;
  const nested = nestedOf(source, member);
  const { text, fallback } = docOf(member);
  if (!nested) {
    if (!text) throw new Error(`${file}: ${name} has no docstring.`);
    const isRequired = !member.questionToken;
    return [[code(name), code(typeText(source, member)), isRequired ? 'required' : fallback, text]];
  }
  const own = text ? [[code(name), code('object'), '', text]] : [];
  return [...own, ...nested.flatMap((inner) => rowsOf(source, inner, `${name}.`))];
}

/** The members of an option that is an object, written in place or by the name of an interface of this file. */
function nestedOf(source: ts.SourceFile, member: ts.TypeElement): ts.TypeElement[] | null {
  const type = ts.isPropertySignature(member) ? member.type : undefined;
  if (!type) return null;
  const parts = ts.isIntersectionTypeNode(type) ? [...type.types] : [type];
  const members = parts.flatMap((part) => {
    if (ts.isTypeLiteralNode(part)) return [...part.members];
    const isLook = ts.isTypeReferenceNode(part) && part.typeName.getText(source) === 'HostLook';
    return isLook ? membersOf(source, 'HostLook') : [];
  });
  // One whose fields say nothing by themselves is told of as a whole.
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
