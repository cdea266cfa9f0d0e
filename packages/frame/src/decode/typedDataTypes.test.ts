import { describe, expect, it } from 'vitest';
import { encodeType, isAtomic, readStructTypes, toArrayType } from './typedDataTypes.ts';

describe('isAtomic', () => {
  it('isAtomic accepts every atomic or dynamic type of EIP-712', () => {
    const sizes = Array.from({ length: 32 }, (_, at) => at + 1);
    const all = [
      ...['address', 'bool', 'string', 'bytes', 'int', 'uint'],
      ...sizes.flatMap((size) => [`bytes${size}`, `int${8 * size}`, `uint${8 * size}`]),
    ];
    for (const type of all) expect(isAtomic(type), type).toBe(true);
  });

  it('isAtomic rejects other types, such as uint9, bytes33 and arrays', () => {
    const others = [
      ...[
        '',
        'Mail',
        'bytes0',
        'bytes33',
        'bytes01',
        'bytes310',
        'int0',
        'int7',
        'uint9',
        'uint264',
        'uint08',
      ],
      ...[
        'int 8',
        'xuint8',
        'uint8x',
        'uuint8',
        'aint8',
        'addresses',
        'a bool',
        'bool ',
        'strings',
        'xstring',
      ],
      ...['uint8[]', 'bytes4[2]', 'Bool', 'byte', 'float', 'bytes32\n'],
    ];
    for (const type of others) expect(isAtomic(type), type).toBe(false);
    for (let bits = 0; bits < 300; bits += 1) {
      if (bits % 8 !== 0 || bits === 0 || bits > 256) expect(isAtomic(`uint${bits}`), `${bits}`).toBe(false);
    }
  });
});

describe('toArrayType', () => {
  it.each([
    ['uint8[]', 'uint8', null],
    ['Mail[2]', 'Mail', 2],
    ['Mail[0]', 'Mail', 0],
    ['Mail[][3]', 'Mail[]', 3],
    ['Mail[3][]', 'Mail[3]', null],
    ['Mail[123456789]', 'Mail', 123_456_789],
  ])('splits %s into items of %s and the length %s', (type, item, length) => {
    expect(toArrayType(type)).toEqual({ item, length });
  });

  it.each([
    'Mail',
    '[]',
    '[2]',
    'Mail[x]',
    'Mail[-1]',
    'Mail[1234567890]',
    'Mail[]x',
    'Mail[',
    'Mail]',
    'Mail[2',
    'Mail\nMail[2]',
    '',
  ])('returns null for %j, which is not an array type', (type) => expect(toArrayType(type)).toBeNull());
});

describe('readStructTypes', () => {
  const member = (type: string, name = 'a') => ({ name, type });

  it('reads struct types in their order, with names of letters, digits, underscores, dollars, colons, dots and dashes', () => {
    const names = ['Mail', '_', '$a', 'a1', 'Exchange:Send', 'a.b-c', 'a'.repeat(100)];
    for (const name of names) {
      const members = [member('bool', name), member('uint8[2][]', 'z')];
      expect([...readStructTypes({ [name]: members })]).toEqual([[name, members]]);
    }
    expect([...readStructTypes({ B: [], A: [] }).keys()]).toEqual(['B', 'A']);
  });

  it('keeps only the name and type of a struct’s member', () => {
    expect(readStructTypes({ A: [{ ...member('bool'), note: 'x' }] }).get('A')).toEqual([member('bool')]);
  });

  it.each<[string, unknown, string]>([
    ['nothing', undefined, 'types must be an object'],
    ['null', null, 'types must be an object'],
    ['a list', [], 'types must be an object'],
    ['a text', 'Mail', 'types must be an object'],
    ...['', '1a', '-a', ':a', 'a b', 'a,b', 'a(b)', 'a\n', ' a', 'ä', 'a'.repeat(101), 'bool', 'uint8'].map(
      (name): [string, unknown, string] => [
        `a type called ${JSON.stringify(name)}`,
        { [name]: [] },
        'a type has a name',
      ],
    ),
    ['members that are not a list', { Mail: { a: 'bool' } }, 'the members of Mail must be a list'],
    ['a member that is null', { Mail: [null] }, 'a member must have a name and a type'],
    ['a member that is a text', { Mail: ['bool a'] }, 'a member must have a name and a type'],
    ...['', '1a', 'a b', 'a,b', 'a)', ' a', 'a ', 'a'.repeat(101)].map((name): [string, unknown, string] => [
      `a member called ${JSON.stringify(name)}`,
      { Mail: [member('bool', name)] },
      'a member has a name that is not allowed',
    ]),
    ['a member without a name', { Mail: [{ type: 'bool' }] }, 'a member has a name'],
    ['a member whose name is a number', { Mail: [{ name: 1, type: 'bool' }] }, 'a member has a name'],
    ['a member without a type', { Mail: [{ name: 'a' }] }, 'a member has a type that is not allowed'],
    ['a type of 129 characters', { Mail: [member(`bool${'[]'.repeat(62)}[]`)] }, 'is not allowed'],
    [
      'two members of one name',
      { Mail: [member('bool'), member('string')] },
      'Mail has two members of one name',
    ],
    ['a type that is not declared', { Mail: [member('Letter')] }, 'a type that is not declared'],
    ['a list of an undeclared type', { Mail: [member('Letter[2][]')] }, 'a type that is not declared'],
    ['a length in letters', { Mail: [member('bool[x]')] }, 'a type that is not declared'],
    ['a length of ten digits', { Mail: [member('bool[1234567890]')] }, 'a type that is not declared'],
    ['brackets before the end', { Mail: [member('bool[]x')] }, 'a type that is not declared'],
    ['brackets in the middle', { Mail: [member('bo[2]ol')] }, 'a type that is not declared'],
    ['an inner struct with a colon', { A: [member('B:C')], 'B:C': [] }, 'needs a plain name'],
    ['an outer struct with a colon', { 'A:B': [member('C')], C: [] }, 'needs a plain name'],
    ['an outer struct that ends in a dot', { 'A.': [member('C[]')], C: [] }, 'needs a plain name'],
    ['an inner struct that begins with a dollar', { A: [member('$C')], $C: [] }, 'needs a plain name'],
  ])('refuses the types of typed data: %s', (_, types, reason) => {
    expect(() => readStructTypes(types)).toThrow(
      expect.objectContaining({
        type: 'invalid_request_arguments',
        message: expect.stringMatching(/^The typed data cannot be signed: /),
      }),
    );
    expect(() => readStructTypes(types)).toThrow(reason);
  });

  it('accepts a member type of 128 characters', () => {
    const type = `boo${'l'}${'[]'.repeat(62)}`;
    expect(type).toHaveLength(128);
    expect(readStructTypes({ Mail: [member(type)] }).get('Mail')).toEqual([member(type)]);
  });
});

describe('encodeType', () => {
  const types = new Map([
    [
      'Mail',
      [
        { name: 'to', type: 'Person[2][]' },
        { name: 'sum', type: 'Amount' },
      ],
    ],
    [
      'Person',
      [
        { name: 'boss', type: 'Person' },
        { name: 'pays', type: 'Amount' },
      ],
    ],
    ['Amount', [{ name: 'value', type: 'uint256' }]],
    ['Apart', [{ name: 'mail', type: 'Mail' }]],
    ['Empty', []],
  ]);

  it('encodeType writes the struct, then every struct that it reaches, sorted by name, each once', () => {
    expect(encodeType('Mail', types)).toBe(
      'Mail(Person[2][] to,Amount sum)Amount(uint256 value)Person(Person boss,Amount pays)',
    );
    expect(encodeType('Person', types)).toBe('Person(Person boss,Amount pays)Amount(uint256 value)');
    expect(encodeType('Amount', types)).toBe('Amount(uint256 value)');
    expect(encodeType('Empty', types)).toBe('Empty()');
  });
});
