import { describe, expect, it } from 'vitest';
import { readTypedData } from './index.ts';

const code = (text: string) => ({ kind: 'code', text });
const text = (given: string) => ({ kind: 'text', text: given });
const address = '0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826';

/** Reads typed data of one struct with one member, and returns what is shown of that member. */
function draw(type: string, value: unknown): unknown {
  const types = { EIP712Domain: [], Only: [{ name: 'field', type }] };
  const parts = readTypedData({ types, primaryType: 'Only', domain: {}, message: { field: value } }, 'For');
  expect(parts).toMatchObject([
    { title: 'Only', fields: [{ name: 'field' }] },
    { title: 'For', fields: [] },
  ]);
  return parts[0]?.fields[0]?.value;
}

describe('a value of typed data', () => {
  it.each([
    ['string', 'Größe\n\u202ehidden', text('Größe\n\\u202ehidden')],
    ['bool', true, code('true')],
    ['bool', false, code('false')],
    ['int8', -128, code('-128')],
    ['uint256', '0xff', code('255')],
    ['bytes', '0x', code('0x')],
    ['bytes', '0x00ff', code('0x00ff')],
    ['bytes4', '0x01020304', code('0x01020304')],
    ['address', address, code(address)],
    ['uint8[]', [], { kind: 'list', items: [] }],
    ['uint8[2][]', [[1, 2]], { kind: 'list', items: [{ kind: 'list', items: [code('1'), code('2')] }] }],
    ['string[1]', ['a'], { kind: 'list', items: [text('a')] }],
  ])('shows a value of type %s, given as %j, as it is signed', (type, value, drawn) => {
    expect(draw(type, value)).toEqual(drawn);
  });

  it('shows nested structs with the names of their members, down to the null that ends them', () => {
    const types = {
      Node: [
        { name: 'value', type: 'uint8' },
        { name: 'next', type: 'Node' },
      ],
    };
    const message = { value: 1, next: { value: 2, next: null } };
    const [node] = readTypedData({ types, primaryType: 'Node', domain: {}, message }, 'For');
    const inner = [
      { name: 'value', value: code('2') },
      { name: 'next', value: code('null') },
    ];
    expect(node).toEqual({
      title: 'Node',
      fields: [
        { name: 'value', value: code('1') },
        { name: 'next', value: { kind: 'fields', fields: inner } },
      ],
    });
  });
});

it('shows only the domain, in its declared order, if only the domain is signed', () => {
  const types = {
    EIP712Domain: [
      { name: 'chainId', type: 'uint256' },
      { name: 'name', type: 'string' },
    ],
  };
  const domain = { name: 'Tidewater', chainId: 5, version: 'not declared' };
  expect(readTypedData({ types, primaryType: 'EIP712Domain', domain }, 'For')).toEqual([
    {
      title: 'For',
      fields: [
        { name: 'chainId', value: code('5') },
        { name: 'name', value: text('Tidewater') },
      ],
    },
  ]);
});
