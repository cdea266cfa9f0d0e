import { join } from 'node:path';
import ts from 'typescript';
import { root } from '../build/contentHash.ts';
import type { Block } from './markdown.ts';

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  // Guides show what the sources offer now, not what was built last.
  customConditions: ['@latchkey/source'],
  allowImportingTsExtensions: true,
  jsx: ts.JsxEmit.ReactJSX,
  // Apps that the guides create from Vite's template have these types, so declarations in a guide must agree with
  // them.
  types: ['node', 'vite/client'],
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: true,
  noEmit: true,
};

/** A program of TypeScript blocks, each a separate module beside its page. */
export interface Shown {
  readonly program: ts.Program;
  readonly files: ReadonlyMap<string, Block>;
}

/** Type-checks blocks. @returns the errors, each with its page and line */
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

/** Creates a program from blocks. This is slow, so all checks share one. */
export function programOf(blocks: readonly Block[]): Shown {
  const files = new Map(blocks.map((block) => [fileOf(block), block]));
  const host = ts.createCompilerHost(options);
  // Parses comments only as far as the compiler does.
  host.jsDocParsingMode = ts.JSDocParsingMode.ParseForTypeErrors;
  const { fileExists, readFile, getSourceFile } = host;
  host.fileExists = (path) => files.has(path) || fileExists(path);
  host.readFile = (path) => files.get(path)?.text ?? readFile(path);
  host.getSourceFile = (path, languageVersion, ...rest) => {
    const block = files.get(path);
    return block
      ? ts.createSourceFile(path, `${block.text}\nexport {};\n`, languageVersion)
      : getSourceFile(path, languageVersion, ...rest);
  };
  return { program: ts.createProgram([...files.keys()], options, host), files };
}

export function placeOf({ page, line, text }: Block, start: number): string {
  return `${page}:${line + text.slice(0, start).split('\n').length - 1}`;
}

/** Returns a path beside the block's page, so relative imports and packages resolve from there. */
function fileOf({ page, line, language }: Block): string {
  return join(root, `${page.replace(/\.md$/, '')}.line${line}.${language}`);
}
