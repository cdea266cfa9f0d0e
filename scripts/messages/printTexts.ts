import { hasPiece, type Message, parseMessage, type ValueType, valuesOf } from './parseMessage.ts';
import { listEntries, type Messages } from './readCatalogues.ts';

/** Returns the types of a message's values by name, over all languages. */
export type TypesOf = (path: string) => ReadonlyMap<string, ValueType>;

interface PrintInput {
  readonly language: string;
  readonly path: string;
  readonly messages: Messages;
  readonly typesOf: TypesOf;
}

/** Prints a module that exports some messages under a name: strings, and functions that take values by name. */
export function printModule(name: string, input: PrintInput): string {
  return `${printHead(`${input.language}.json`)}${printConst(name, input)}`;
}

/**
 * Prints the first line of a module. @param source file in `messages/`; empty if the module is printed from all of
 * them
 */
export const printHead = (source: string): string =>
  `// Printed from messages/${source} by \`npm run messages\`: change the messages, not this file.
`;

function printConst(name: string, { language, path, messages, typesOf }: PrintInput): string {
  const parsed = listEntries(messages).map(([, message]) => parseMessage(message ?? ''));
  return [
    ...(parsed.some((message) => hasPiece(message, 'plural')) ? [printForm(language)] : []),
    ...(parsed.some((message) => hasPiece(message, 'number')) ? [printNumber(language)] : []),
    `export const ${name} = ${printGroup(messages, path, typesOf, '  ')};\n`,
  ].join('');
}

const printNumber = (language: string) =>
  `const number = /* @__PURE__ */ new Intl.NumberFormat('${language}-u-nu-latn');
`;

const printForm = (language: string) => `const rules = /* @__PURE__ */ new Intl.PluralRules('${language}');
const form = (count: number, forms: { readonly [Category in Intl.LDMLPluralRule]?: string } & { readonly other: string }) =>
  forms[rules.select(count)] ?? forms.other;
`;

export function printGroup(messages: Messages, path: string, typesOf: TypesOf, indent: string): string {
  const lines = Object.entries(messages)
    .filter(([name]) => !name.startsWith('@'))
    .map(([name, value]) => {
      const place = `${path}.${name}`;
      const printed =
        value === null
          ? 'null'
          : typeof value === 'string'
            ? printMessage(parseMessage(value), typesOf(place))
            : printGroup(value, place, typesOf, `${indent}  `);
      return `${indent}${toKey(name)}: ${printed},\n`;
    });
  return `{\n${lines.join('')}${indent.slice(2)}}`;
}

function printMessage(message: Message, types: ReadonlyMap<string, ValueType>): string {
  const names = [...valuesOf(message).keys()];
  if (names.length === 0)
    return toLiteral(message.map((piece) => (piece.kind === 'text' ? piece.text : '')).join(''));
  const fields = names.map((name) => `readonly ${name}: ${printType(types.get(name) ?? 'shown')}`);
  return `({ ${names.join(', ')} }: { ${fields.join('; ')} }) => ${printTemplate(message)}`;
}

function printType(type: ValueType): string {
  if (type === 'shown') return 'string | number';
  return type === 'number' ? 'number' : type.map(toLiteral).join(' | ');
}

function printTemplate(message: Message): string {
  const pieces = message.map((piece) => {
    if (piece.kind === 'text') return piece.text.replace(/[`\\]|\$\{/g, '\\$&').replace(/\n/g, '\\n');
    if (piece.kind === 'value') return `\${${piece.name}}`;
    if (piece.kind === 'number') return `\${number.format(${piece.name})}`;
    return `\${${piece.kind === 'plural' ? printPlural(piece.name, piece.forms) : printSelect(piece.name, piece.forms)}}`;
  });
  return `\`${pieces.join('')}\``;
}

function printPlural(name: string, forms: Readonly<Record<string, Message>>): string {
  const exact = Object.entries(forms).filter(([form]) => form.startsWith('='));
  const named = Object.entries(forms).filter(([form]) => !form.startsWith('='));
  const choices = exact.map(
    ([form, message]) => `${name} === ${form.slice(1)} ? ${printTemplate(message)} : `,
  );
  const printed = named.map(([form, message]) => `${form}: ${printTemplate(message)}`);
  return `${choices.join('')}form(${name}, { ${printed.join(', ')} })`;
}

function printSelect(name: string, { other = [], ...forms }: Readonly<Record<string, Message>>): string {
  const choices = Object.entries(forms).map(
    ([form, message]) => `${name} === ${toLiteral(form)} ? ${printTemplate(message)} : `,
  );
  return `${choices.join('')}${printTemplate(other)}`;
}

const toKey = (name: string) => (/^[a-z_$][\w$]*$/i.test(name) ? name : toLiteral(name));

const toLiteral = (text: string) => `'${text.replace(/[\\']/g, '\\$&').replace(/\n/g, '\\n')}'`;
