import { dirname, join } from 'node:path';
import ts from 'typescript';
import { root } from '../build/contentHash.ts';
import type { Block } from './markdown.ts';

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  // A guide shows what the sources offer now, not what was built last.
  customConditions: ['@latchkey/source'],
  allowImportingTsExtensions: true,
  jsx: ts.JsxEmit.ReactJSX,
  // Vite's are in every app that the guides make by its template; what a page declares besides must agree with them.
  types: ['node', 'vite/client'],
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: true,
  noEmit: true,
};

/** Blocks of TypeScript as a program, each a module of its own beside its page. */
export interface Shown {
  readonly program: ts.Program;
  readonly files: ReadonlyMap<string, Block>;
}

/** Type-checks blocks. @returns what is wrong, each with the page and its line */
export function typeCheck({ program, files }: Shown): string[] {
  return [...files].flatMap(([path, block]) => {
    const source = program.getSourceFile(path);
    const problems = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
    return problems.map(
      ({ start = 0, messageText }) =>
        `${placeOf(block, start)}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`,
    );
  });
}

/**
 * Makes a program of blocks: what takes the time, once for all that looks at them.
 *
 * @param changed sources by their path that are read instead of those on the disk, or beside them
 */
export function programOf(blocks: readonly Block[], changed: ReadonlyMap<string, string> = new Map()): Shown {
  const files = new Map(blocks.map((block) => [fileOf(block), block]));
  const host = ts.createCompilerHost(options);
  // As the compiler itself does: what comments say changes no type.
  host.jsDocParsingMode = ts.JSDocParsingMode.ParseForTypeErrors;
  const { fileExists, readFile, getSourceFile } = host;
  const { directoryExists } = host;
  const folders = [...changed.keys()].map((path) => dirname(path));
  host.directoryExists = (path) => folders.includes(path) || (directoryExists?.(path) ?? true);
  host.fileExists = (path) => files.has(path) || changed.has(path) || fileExists(path);
  host.readFile = (path) => files.get(path)?.text ?? changed.get(path) ?? readFile(path);
  host.getSourceFile = (path, languageVersion, ...rest) => {
    const block = files.get(path);
    const text = block ? `${block.text}\nexport {};\n` : changed.get(path);
    return text === undefined
      ? getSourceFile(path, languageVersion, ...rest)
      : ts.createSourceFile(path, text, languageVersion);
  };
  return { program: ts.createProgram([...files.keys()], options, host), files };
}

/** Page and line of a place in a block. */
export function placeOf({ page, line, text }: Block, start: number): string {
  return `${page}:${line + text.slice(0, start).split('\n').length - 1}`;
}

/** Beside its page, so that relative imports and packages resolve from there. */
function fileOf({ page, line, language }: Block): string {
  return join(root, `${page.replace(/\.md$/, '')}.line${line}.${language}`);
}
