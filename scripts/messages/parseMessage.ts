import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';

export type Piece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'value'; readonly name: string }
  | { readonly kind: 'number'; readonly name: string }
  | {
      readonly kind: 'plural' | 'select';
      readonly name: string;
      readonly forms: Readonly<Record<string, Message>>;
    };
export type Message = readonly Piece[];

/**
 * Type of a value in a text: a string or number that is shown, a number that is formatted or counted, or one of some
 * names.
 */
export type ValueType = 'shown' | 'number' | readonly string[];

/**
 * Parses a message in ICU MessageFormat: values, `number` and `#` (printed with Latin digits), `plural` and
 * `select`. A tag is text.
 *
 * @throws Error for a message with a mistake, or with a feature that no text needs: dates, times, ordinals,
 *   offsets, styles
 */
export function parseMessage(message: string): Message {
  return toPieces(parse(message, { ignoreTag: true, requiresOtherClause: true }), null);
}

function toPieces(elements: readonly MessageFormatElement[], counted: string | null): Message {
  return elements.map((element): Piece => {
    if (element.type === TYPE.literal) return { kind: 'text', text: element.value };
    if (element.type === TYPE.argument) return { kind: 'value', name: element.value };
    if (element.type === TYPE.number && !element.style) return { kind: 'number', name: element.value };
    if (element.type === TYPE.pound && counted !== null) return { kind: 'number', name: counted };
    if (element.type === TYPE.select)
      return { kind: 'select', name: element.value, forms: toForms(element, counted) };
    if (element.type === TYPE.plural && element.pluralType === 'cardinal' && element.offset === 0)
      return { kind: 'plural', name: element.value, forms: toForms(element, element.value) };
    throw new Error(`no text is printed with ${TYPE[element.type]} in it`);
  });
}

function toForms(
  {
    options,
  }: { readonly options: Readonly<Record<string, { readonly value: readonly MessageFormatElement[] }>> },
  counted: string | null,
): Record<string, Message> {
  return Object.fromEntries(
    Object.entries(options).map(([name, { value }]) => [name, toPieces(value, counted)]),
  );
}

/** Returns the values that a message shows or branches on, each once, in order of first use. */
export function valuesOf(message: Message): ReadonlyMap<string, ValueType> {
  const found = new Map<string, ValueType>();
  const add = (name: string, type: ValueType) => {
    if (!found.has(name) || type !== 'shown') found.set(name, type);
  };
  for (const piece of message) {
    if (piece.kind === 'text') continue;
    if (piece.kind === 'value') add(piece.name, 'shown');
    else if (piece.kind === 'select') add(piece.name, Object.keys(piece.forms));
    else add(piece.name, 'number');
    if ('forms' in piece)
      for (const form of Object.values(piece.forms))
        for (const [name, type] of valuesOf(form)) add(name, type);
  }
  return found;
}

/** True if a message contains a piece of this kind, also inside a form. */
export function hasPiece(message: Message, kind: Piece['kind']): boolean {
  return message.some(
    (piece) =>
      piece.kind === kind ||
      ('forms' in piece && Object.values(piece.forms).some((form) => hasPiece(form, kind))),
  );
}

/** Lists the plurals of a message, each with the names of its forms. */
export function listPlurals(message: Message): readonly (readonly string[])[] {
  return message.flatMap((piece) => {
    if (!('forms' in piece)) return [];
    const inside = Object.values(piece.forms).flatMap(listPlurals);
    return piece.kind === 'plural' ? [Object.keys(piece.forms), ...inside] : inside;
  });
}
