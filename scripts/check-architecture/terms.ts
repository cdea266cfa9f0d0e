import ts from 'typescript';
import { lineOf, type Rule, type SourceFile, type Violation, visitNodes } from './tree.ts';

/** Words that were used only in this project → their replacements (the glossary in CONTRIBUTING.md). */
const replaced: ReadonlyMap<string, string> = new Map([
  ['ask', 'request, call, fetch or confirm'],
  ['asker', 'prompt handler'],
  ['brought', 'external'],
  ['course', 'flow machine'],
  ['departure', 'exit'],
  ['detour', 'step-up'],
  ['door', 'lazy operation, modal controller, request handler or public API'],
  ['duty', 'job'],
  ['floor', 'tier'],
  ['hall', 'admission'],
  ['hands', 'page object'],
  ['house', 'package'],
  ['pledge', 'deferred'],
  ['rig', 'harness'],
  ['road', 'transition'],
  ['room', 'module'],
  ['stage', 'fixture'],
  ['street', 'wire protocol'],
  ['walk', 'journey'],
  ['wish', 'prompt'],
]);

/** Uninformative names of files and folders: a file is named after its operation, a folder after its content. */
const replacedNames: Readonly<Record<string, string>> = {
  acts: 'one file per operation',
  kinds: 'account-types',
};

/** Names that may contain such a word, each with the reason. */
const exceptions: Readonly<Record<string, string>> = {
  floor: '`Math.floor`',
  floorHash: 'the column `floor_hash` of an applied migration',
  floorSequence: 'the column `floor_sequence` of an applied migration',
};

/** Refuses the words of {@link replaced} in identifiers, and in names of files and folders. */
export const terms: Rule = ({ files }) => files.flatMap((file) => [...inPath(file), ...inIdentifiers(file)]);

function inPath({ path }: SourceFile): Violation[] {
  const parts = path.replace(/(\.(test|testkit))?\.tsx?$/, '').split('/');
  const named = parts.find((part) => Object.hasOwn(replacedNames, part));
  if (named) return [{ path, message: `is in or called "${named}": name it ${replacedNames[named]}.` }];
  return parts.flatMap((part) => {
    const word = wordIn(part);
    return word ? [{ path, message: `has the word "${word}" in its path: ${advice(word)}` }] : [];
  });
}

function inIdentifiers({ path, ast }: SourceFile): Violation[] {
  const lines = new Map<string, number>();
  visitNodes(ast, (node) => {
    if (!ts.isIdentifier(node) && !ts.isPrivateIdentifier(node)) return;
    if (!lines.has(node.text)) lines.set(node.text, lineOf(ast, node));
  });
  return [...lines].flatMap(([name, line]) => {
    const word = Object.hasOwn(exceptions, name) ? null : wordIn(name);
    return word ? [{ path, line, message: `has the word "${word}" in ${name}: ${advice(word)}` }] : [];
  });
}

/** Returns the first replaced word of a name: in camel case, capitals or with hyphens, singular or plural. */
function wordIn(name: string): string | null {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/);
  const singular = (word: string) =>
    word
      .replace(/ies$/, 'y')
      .replace(/(?<=sh)es$/, '')
      .replace(/(?<!^hand)s$/, '');
  for (const word of words) {
    for (const form of [word, singular(word)]) if (replaced.has(form)) return form;
  }
  return null;
}

const advice = (word: string) => `the term is ${replaced.get(word)}.`;
