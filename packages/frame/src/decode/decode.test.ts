import { describe, expect, it } from 'vitest';
import { decodeAtom, decodeMessage, decodeSolanaMessage } from './decode.ts';
import { decodeTypedData } from './decodeTypedData.ts';

const refusal = (message: string) => expect.objectContaining({ type: 'invalid_request_arguments', message });
const hex = (length: number) => `0x${'5a'.repeat(length)}`;

describe('decodeAtom', () => {
  it.each([
    ['uint8', 0, 0n],
    ['uint8', 255, 255n],
    ['int8', -128, -128n],
    ['int8', 127, 127n],
    ['uint', `0x${'f'.repeat(64)}`, 2n ** 256n - 1n],
    ['uint256', (2n ** 256n - 1n).toString(), 2n ** 256n - 1n],
    ['int', (-(2n ** 255n)).toString(), -(2n ** 255n)],
    ['int256', 2n ** 255n - 1n, 2n ** 255n - 1n],
    ['int16', '-32768', -32_768n],
    ['uint16', '0xFFff', 65_535n],
    ['uint64', 2 ** 53 - 1, 2n ** 53n - 1n],
    ['uint8', '007', 7n],
    ['uint8', '0'.repeat(78), 0n],
  ])('decodes %s %s as an integer', (type, value, integer) => {
    expect(decodeAtom(type, value, 'x')).toEqual({ kind: 'integer', value: integer });
  });

  it.each([
    ['uint8', 256],
    ['uint8', -1],
    ['int8', 128],
    ['int8', -129],
    ['uint', 2n ** 256n],
    ['int', 2n ** 255n],
    ['int256', -(2n ** 255n) - 1n],
    ['uint64', 2 ** 53],
    ['uint8', '0'.repeat(79)],
    ['uint8', `0x${'0'.repeat(65)}`],
    ['uint8', '1 '],
    ['uint8', 'x1'],
    ['uint8', '1n'],
    ['uint8', '--1'],
    ['uint8', '0x'],
    ['uint8', '0xg'],
    ['uint8', [1]],
    ['uint8', { toString: () => '1' }],
    ['bool', 1],
    ['bool', 'true'],
    ['string', null],
    ['address', hex(19)],
    ['address', hex(21)],
    ['address', hex(20).slice(2)],
    ['address', 5],
    ['bytes1', hex(2)],
    ['bytes1', '0x'],
    ['bytes32', hex(31)],
    ['bytes32', hex(33)],
    ['bytes', '0x123'],
    ['bytes', 'hello'],
    ['bytes', [1, 2]],
    ['bytes', ['0x00']],
  ])('refuses a value for %s: %s, and names its position in the error', (type, value) => {
    expect(() => decodeAtom(type, value, 'message.it')).toThrow(refusal(`message.it is not a valid ${type}`));
  });

  it.each([
    ['bytes', '0x', 'bytes'],
    ['bytes', hex(100), 'bytes'],
    ['bytes1', hex(1), 'fixed'],
    ['bytes32', hex(32), 'fixed'],
    ['bytes20', hex(20), 'fixed'],
    ['address', hex(20), 'address'],
  ])('decodes %s %s as %s', (type, value, kind) => {
    expect(decodeAtom(type, value, 'x')).toEqual({ kind, hex: value });
  });

  it('decodes texts and booleans, and refuses a text with half a surrogate pair', () => {
    expect(decodeAtom('string', 'ß😀', 'x')).toEqual({ kind: 'string', text: 'ß😀' });
    expect(decodeAtom('bool', false, 'x')).toEqual({ kind: 'bool', value: false });
    for (const half of ['\ud83d', '\ude00', 'a\ude00\ud83d'])
      expect(() => decodeAtom('string', half, 'x')).toThrow(refusal('The text to sign is not valid Unicode'));
  });
});

describe('a message to sign', () => {
  it('reads an Ethereum message as text or as bytes in hex, and refuses a value that is not a string', () => {
    expect(decodeMessage('0x0aFF')).toEqual(Uint8Array.of(10, 255));
    expect(decodeMessage('0x')).toEqual(new Uint8Array());
    expect(decodeMessage('é')).toEqual(Uint8Array.of(0xc3, 0xa9));
    for (const wrong of [null, undefined, 5, ['0x00'], Uint8Array.of(1)])
      expect(() => decodeMessage(wrong)).toThrow(refusal('The message of personal_sign must be a string'));
  });

  it('reads a Solana message as bytes in base64, and refuses an empty one or another form', () => {
    expect(decodeSolanaMessage({ message: 'AQI=' })).toEqual(Uint8Array.of(1, 2));
    const wrong = [
      ...[null, undefined, 'AQI=', ['AQI='], {}, { message: null }, { message: 5 }],
      ...[{ message: '' }, { message: 'AQI' }, { message: '0x1' }, Object.create({ message: 'AQI=' })],
    ];
    for (const params of wrong)
      expect(() => decodeSolanaMessage(params)).toThrow(
        refusal('The message of signMessage must be bytes in base64'),
      );
  });
});

describe('decodeTypedData', () => {
  const only = (type: string, field: unknown, domain: unknown = {}) => ({
    types: { EIP712Domain: [], Only: [{ name: 'field', type }] },
    primaryType: 'Only',
    domain,
    message: { field },
  });

  it('decodes a declared member by its type', () => {
    const { types, domain, message } = decodeTypedData(only('uint8[]', [1, '2']));
    expect([...types.keys()]).toEqual(['EIP712Domain', 'Only']);
    expect(domain).toEqual({ kind: 'struct', type: 'EIP712Domain', members: [] });
    const items = [1n, 2n].map((value) => ({ kind: 'integer', value }));
    expect(message).toEqual({
      kind: 'struct',
      type: 'Only',
      members: [{ name: 'field', value: { kind: 'list', items } }],
    });
  });

  it('builds an undeclared domain type from the members of the domain, in the order of EIP-712', () => {
    const whole = {
      salt: hex(32),
      verifyingContract: hex(20),
      chainId: 5,
      version: '1',
      name: 'N',
      note: 'of no type',
    };
    const namesOf = (domain?: object) => {
      const data = { types: { Only: [] }, primaryType: 'Only', message: {}, ...(domain ? { domain } : {}) };
      return decodeTypedData(data).domain.members.map(({ name, value }) => [name, value.kind]);
    };
    expect(namesOf(whole)).toEqual([
      ['name', 'string'],
      ['version', 'string'],
      ['chainId', 'integer'],
      ['verifyingContract', 'address'],
      ['salt', 'fixed'],
    ]);
    expect(namesOf({ chainId: 5 })).toEqual([['chainId', 'integer']]);
    expect(namesOf(Object.create(whole))).toEqual([]);
    expect(namesOf()).toEqual([]);
    expect(() => namesOf({ salt: hex(31) })).toThrow(refusal('domain.salt is not a valid bytes32'));
  });

  it.each<[unknown, string]>([
    ['{', 'The typed data is not valid JSON'],
    [[], 'typed data of the typed data must be an object'],
    [null, 'typed data of the typed data must be an object'],
    ['5', 'typed data of the typed data must be an object'],
    [only('bool', true, 'x'), 'domain of the typed data must be an object'],
    [only('bool', true, null), 'domain of the typed data must be an object'],
    [
      { ...only('bool', true), types: { Only: [] }, domain: [] },
      'domain of the typed data must be an object',
    ],
    [{ ...only('bool', true), message: null }, 'message of the typed data must be an object'],
    [{ ...only('bool', true), message: {} }, 'message.field is missing'],
    [
      { ...only('bool', true), primaryType: 'Other' },
      'The primaryType of the typed data must be one of its types',
    ],
    [
      { ...only('bool', true), primaryType: ['Only'] },
      'The primaryType of the typed data must be one of its types',
    ],
    [only('bool[2]', [true]), 'message.field must be a list of bool[2]'],
    [only('bool[2]', [true, true, true]), 'message.field must be a list of bool[2]'],
    [only('bool[]', { 0: true, length: 1 }), 'message.field must be a list of bool[]'],
    [only('bool[]', [true, 1]), 'message.field[1] is not a valid bool'],
    [only('bool[][]', [[true], [true, 1]]), 'message.field[1][1] is not a valid bool'],
    [only('Only', 'x'), 'message.field of the typed data must be an object'],
    [only('Only', { field: 1 }), 'message.field.field of the typed data must be an object'],
  ])('refuses wrong typed data with an error that says what is wrong: %j', (data, message) => {
    expect(() => decodeTypedData(data)).toThrow(refusal(message));
  });

  it('decodes typed data up to a depth of 32 and up to 20,000 values, and no more', () => {
    const types = { EIP712Domain: [], Node: [{ name: 'next', type: 'Node' }] };
    const chain = (depth: number) => {
      let message: unknown = null;
      for (let at = 0; at < depth; at += 1) message = { next: message };
      return { types, primaryType: 'Node', domain: {}, message };
    };
    expect(decodeTypedData(chain(32)).message?.type).toBe('Node');
    expect(() => decodeTypedData(chain(33))).toThrow(refusal('The typed data is too large to be signed'));
    // The list counts as a value, too.
    const many = (count: number) => only('bool[]', new Array(count).fill(true));
    expect(decodeTypedData(many(19_999)).message?.type).toBe('Only');
    expect(() => decodeTypedData(many(20_000))).toThrow(refusal('The typed data is too large to be signed'));
    const nested = (depth: number) => {
      let field: unknown = [];
      for (let at = 1; at < depth; at += 1) field = [field];
      return only(`bool${'[]'.repeat(depth)}`, field);
    };
    expect(decodeTypedData(nested(32)).message?.type).toBe('Only');
    expect(() => decodeTypedData(nested(33))).toThrow(refusal('The typed data is too large to be signed'));
  });
});
