import type { Chance } from './chance.ts';

/** The part of JSON Schema that hostile values follow. */
export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
}

/** Valid values, with which a request gets past the first checks. */
export interface Own {
  /** Ids and similar texts, for any field. */
  readonly texts: readonly string[];
  /** Values by field name. */
  readonly byName: Readonly<Record<string, readonly unknown[]>>;
}

/** Texts that parsers may misinterpret. */
const texts = [
  ...[
    '',
    ' ',
    '\u0000',
    'a\u0000b',
    '\ud800',
    'a\udc00',
    '\uffff',
    '\ufeff',
    '\u202e',
    '👩‍👩‍👧‍👦',
    'é',
    'İ',
    'ß',
  ],
  ...[
    '__proto__',
    'constructor',
    'toString',
    'null',
    'undefined',
    'NaN',
    '[object Object]',
    'true',
    '0',
    '-1',
  ],
  ...[
    '1e400',
    '9007199254740993',
    '00',
    '0x0',
    '٣',
    "'; drop table users; --",
    '%00',
    '%zz',
    '../..',
    '\\',
    '$(x)',
  ],
  ...[
    'a@example.com',
    'a@b',
    '@',
    `${'a'.repeat(300)}@example.com`,
    'a@xn--',
    '"a b"@example.com',
    'a@[127.0.0.1]',
  ],
  ...[
    '+15005550006',
    '+',
    '+999999999999999999',
    'http://[',
    'https://example.com',
    'http://localhost:3000/x?y#z',
  ],
  ...['javascript:x', 'data:,', `0x${'0'.repeat(40)}`, `0x${'f'.repeat(64)}`, '0x', '1'.repeat(32)],
  ...[
    'did:privy:x',
    'a.b.c',
    'eyJhbGciOiJub25lIn0.e30.',
    'AAAA',
    'A',
    '=',
    '-_-_',
    'eyJ',
    '{"id":1}',
    '[',
    '123456',
  ],
  ...[
    '2020-01-01T00:00:00Z',
    'not a date',
    'x'.repeat(5_000),
    '{'.repeat(2_000),
    'A'.repeat(43),
    'A'.repeat(22),
  ],
];

function hostileText(chance: Chance, own: Own): string {
  switch (chance.integer(12)) {
    case 0:
      return chance.bytes(32).toString('base64url');
    case 1:
      return chance.bytes(65).toString('hex');
    default:
      return chance.integer(3) === 0 ? chance.pick([...own.texts, '']) : chance.pick(texts);
  }
}

const numbers = [0, 1, -1, 1.5, 2 ** 31, 2 ** 53, -(2 ** 53), 1e21, 1e308, 5e-324, 10_000_000_000_000, 300];

/** Returns any value, sometimes a deeply nested one. */
export function hostileValue(chance: Chance, own: Own, depth = 0): unknown {
  switch (chance.integer(depth > 3 ? 5 : 8)) {
    case 0:
      return chance.pick(numbers);
    case 1:
      return chance.pick([true, false, null]);
    case 2:
    case 3:
    case 4:
      return hostileText(chance, own);
    case 5:
      return Array.from({ length: chance.integer(5) }, () => hostileValue(chance, own, depth + 1));
    case 6: {
      let deep: unknown = 1;
      for (let level = chance.integer(60); level > 0; level -= 1)
        deep = chance.integer(2) ? [deep] : { a: deep };
      return deep;
    }
    default:
      return Object.fromEntries(
        Array.from({ length: chance.integer(5) }, () => [
          hostileText(chance, own).slice(0, 50),
          hostileValue(chance, own, depth + 1),
        ]),
      );
  }
}

/** Returns a value with roughly the structure of a schema and some hostile leaves; sometimes any value. */
export function hostileOf(chance: Chance, schema: JsonSchema, own: Own): unknown {
  if (chance.integer(12) === 0) return hostileValue(chance, own);
  if ('const' in schema) return schema.const;
  if (schema.enum) return chance.pick(schema.enum);
  const variants = schema.anyOf ?? schema.oneOf;
  if (variants) return hostileOf(chance, chance.pick(variants), own);
  if (schema.allOf) {
    const parts = schema.allOf.map((part) => hostileOf(chance, part, own));
    return parts.every((part) => typeof part === 'object') ? Object.assign({}, ...parts) : parts[0];
  }
  const type = Array.isArray(schema.type) ? chance.pick(schema.type as readonly string[]) : schema.type;
  if (type === 'object' || schema.properties) return hostileObject(chance, schema, own);
  if (type === 'array') {
    return Array.from({ length: chance.integer(4) }, () => hostileOf(chance, schema.items ?? {}, own));
  }
  if (type === 'number' || type === 'integer') return chance.pick(numbers);
  if (type === 'boolean') return chance.integer(2) === 0;
  if (type === 'null') return null;
  if (type !== 'string') return hostileValue(chance, own);
  return chance.integer(4) > 0 ? shapedText(chance, schema, own) : hostileText(chance, own);
}

/** Returns a text that fits a schema, if one of the known texts does. */
function shapedText(
  chance: Chance,
  { pattern = '', minLength = 0, maxLength = 64 }: JsonSchema,
  own: Own,
): string {
  const length = minLength + chance.integer(Math.max(1, Math.min(maxLength, 200) - minLength + 1));
  const letters = chance.bytes(200).toString('base64url');
  const shapes = [
    ...[
      letters.slice(0, length),
      letters.slice(0, 43),
      letters.slice(0, 22),
      letters.slice(0, 86),
      ...own.texts,
    ],
    ...[
      '123456',
      '1',
      '+15005550006',
      'US',
      '#fff',
      'eip155:1',
      'a@example.com',
      'https://example.com/x',
      'iCloud.x',
    ],
    ...[
      chance.bytes(32).toString('hex'),
      `0x${chance.bytes(65).toString('hex')}`,
      'a'.repeat(25),
      'A'.repeat(10),
    ],
    ...['localhost', 't:x', 'eyJhbGciOiJFUzI1NiJ9.e30.AAAA', '{"id":1,"first_name":"\\u0000"}', '1.5'],
  ];
  const form = new RegExp(pattern);
  const fitting = shapes.filter(
    (text) => form.test(text) && text.length >= minLength && text.length <= maxLength,
  );
  return chance.pick(fitting.length > 0 ? fitting : shapes);
}

function hostileObject(chance: Chance, schema: JsonSchema, own: Own): object {
  const required = new Set(schema.required);
  const entries = Object.entries(schema.properties ?? {})
    .filter(([name]) => (required.has(name) ? chance.integer(15) > 0 : chance.integer(2) === 0))
    .map(([name, inner]) => {
      const right = own.byName[name];
      return [
        name,
        right && chance.integer(4) > 0 ? chance.pick(right) : hostileOf(chance, inner, own),
      ] as const;
    });
  if (chance.integer(8) === 0)
    entries.push([hostileText(chance, own).slice(0, 50), hostileValue(chance, own)]);
  return Object.fromEntries(entries);
}

/** Returns the text of a body: mostly JSON of the value, sometimes another text. */
export function hostileBody(chance: Chance, value: unknown): string {
  const json = JSON.stringify(value) ?? 'null';
  const texts = [
    ...[json.slice(0, chance.integer(json.length + 1)), `${json}${json}`, `\ufeff${json}`, `[${json}]`],
    ...[json.replace('{', '{"__proto__":{"a":1},'), json.replace(/\d+/, '1e400'), json.replace(/"/, "'")],
    ...[
      '',
      'null',
      '"x"',
      '{"a":1,"a":2}',
      '['.repeat(30_000),
      '{"a":'.repeat(10_000),
      `{"a":"${'x'.repeat(70_000)}"}`,
    ],
    ...['{"\\u0000":"\\u0000"}', '{"a":"\\ud800"}', '{"a":-0,"b":1e-400}', '\u0000'],
  ];
  return chance.integer(5) === 0 ? chance.pick(texts) : json;
}
