import { join } from 'node:path';
import ts from 'typescript';
import { root } from '../../build/contentHash.ts';
import { code, table } from './pages.ts';

const file = 'packages/core/src/config/options.ts';

/** The types that the page shows, in its order, each with a note that its docstring lacks. */
const shown: readonly [name: string, note: string][] = [
  ['LoginEntry', 'Used by `config.loginMethods` and `config.loginMethodsAndOrder`.'],
  ['CreateOnLogin', 'Used by `config.embeddedWallets`, and by the setting `embedded_wallet_config`.'],
  ['WalletListEntry', 'Used by `config.appearance.walletList`.'],
  [
    'Chain',
    'Used by `config.chains` and `config.defaultChain`. Chains of `viem/chains` are valid. [The local chain](../guide/testing.md#use-the-local-chain) is an example.',
  ],
  ['CoinbaseConnection', 'Used by `config.externalWallets.coinbaseWallet`.'],
  ['SolanaChain', 'Used by `config.solana.rpcUrls`.'],
];

/**
 * Prints the types in `shown` from the sources: every value of a choice, every member of an object.
 *
 * @throws Error for a type that the options neither declare nor import
 */
export function printOptionTypes(): string {
  const program = ts.createProgram([join(root, file)], {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    customConditions: ['@latchkey/source'],
    allowImportingTsExtensions: true,
    strict: true,
    noEmit: true,
    skipLibCheck: true,
  });
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(join(root, file));
  if (!source) throw new Error(`${file} is missing.`);
  return shown
    .map(([name, note]) => {
      const symbol = checker
        .getSymbolsInScope(source, ts.SymbolFlags.Type | ts.SymbolFlags.Alias)
        .find((found) => found.name === name);
      if (!symbol) throw new Error(`${file} names no type ${name}.`);
      const own =
        symbol.flags & ts.SymbolFlags.Alias
          ? checker.getAliasedSymbol(symbol)
          : checker.getExportSymbolOfSymbol(symbol);
      const about = textOf(own, checker);
      const type = checker.getDeclaredTypeOfSymbol(own);
      const members = type.isUnion() ? choicesOf(type, checker) : fieldsOf(type, checker);
      return [`## ${name}`, ...(about ? [about] : []), note, members].join('\n\n');
    })
    .join('\n\n');
}

function choicesOf(type: ts.UnionType, checker: ts.TypeChecker): string {
  const choices = type.types.map((choice) => {
    // The text of a template literal type contains backticks.
    return choice.isStringLiteral() ? code(`'${choice.value}'`) : `\`\` ${checker.typeToString(choice)} \`\``;
  });
  return choices.map((choice) => `- ${choice}`).join('\n');
}

function fieldsOf(type: ts.Type, checker: ts.TypeChecker): string {
  const rows = type.getProperties().map((member) => {
    const declaration = member.valueDeclaration;
    const isOptional = (member.flags & ts.SymbolFlags.Optional) !== 0;
    const written =
      declaration && ts.isPropertySignature(declaration)
        ? (declaration.type?.getText() ?? 'unknown')
        : 'unknown';
    const short = written
      .replaceAll(/\s+/g, ' ')
      .replaceAll('readonly ', '')
      .replace(/^\| /, '')
      .replace(/ \| undefined$/, '');
    return [code(member.name), code(short), isOptional ? '' : 'yes', textOf(member, checker)];
  });
  return table(['member', 'type', 'required', 'meaning'], rows);
}

/** Returns the docstring of a declaration, with its default. */
function textOf(symbol: ts.Symbol, checker: ts.TypeChecker): string {
  const text = ts.displayPartsToString(symbol.getDocumentationComment(checker));
  const tag = symbol.getJsDocTags(checker).find(({ name }) => name === 'default');
  const standard = ts.displayPartsToString(tag?.text);
  return [text, standard && `Default: ${standard}.`].filter(Boolean).join(' ');
}
