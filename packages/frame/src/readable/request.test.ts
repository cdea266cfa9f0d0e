import { describe, expect, it } from 'vitest';
import { readRequest } from './index.ts';

const address = '0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826';
const typedData = {
  types: {
    EIP712Domain: [{ name: 'name', type: 'string' }],
    Mail: [
      { name: 'to', type: 'Person[]' },
      { name: 'amount', type: 'uint256' },
    ],
    Person: [{ name: 'name', type: 'string' }],
  },
  primaryType: 'Mail',
  domain: { name: 'Tidewater', chainId: 1 },
  message: { to: [{ name: 'Bob\u202e' }], amount: 2n ** 200n, unsigned: 'not shown' },
};
const base64 = (bytes: Iterable<number>) => Buffer.from([...bytes]).toString('base64');

describe('a request for a signature', () => {
  it('is a message: plain, in hex, or in base64 as Solana has it', () => {
    const message = { kind: 'message', content: 'Hello' };
    for (const text of ['Hello', '0x48656c6c6f'])
      expect(readRequest({ method: 'personal_sign', params: [text, address] })).toEqual({
        ...message,
        signer: address,
      });
    const solana = (bytes: Iterable<number>) =>
      readRequest({ method: 'signMessage', params: { message: base64(bytes) } });
    expect(solana(new TextEncoder().encode('Hello'))).toEqual({ ...message, signer: null });
    expect(solana([0xff, 0])).toMatchObject({ content: '0xff00' });
  });

  it('is typed data: what its types name, in their order, and the domain as it is declared', () => {
    const text = (given: string) => ({ kind: 'text', text: given });
    const params = [address, typedData];
    expect(readRequest({ method: 'eth_signTypedData_v4', params })).toEqual({
      kind: 'data',
      signer: address,
      content: [
        {
          title: 'Mail',
          fields: [
            {
              name: 'to',
              value: {
                kind: 'list',
                items: [{ kind: 'fields', fields: [{ name: 'name', value: text('Bob\\u202e') }] }],
              },
            },
            { name: 'amount', value: { kind: 'code', text: String(2n ** 200n) } },
          ],
        },
        { title: 'Domain', fields: [{ name: 'name', value: text('Tidewater') }] },
      ],
    });
    const asText = JSON.stringify({ ...typedData, message: { ...typedData.message, amount: 1 } });
    expect(readRequest({ method: 'eth_signTypedData_v4', params: [address, asText] })).toMatchObject({
      kind: 'data',
    });
  });

  it('is a transaction where Solana would take it for one, whatever it is called', () => {
    const key = new Uint8Array(32).fill(7);
    const message = base64([1, 0, 0, 1, ...key, ...new Uint8Array(32), 0]);
    expect(readRequest({ method: 'signMessage', params: { message } })).toMatchObject({
      kind: 'transaction',
    });
  });

  it('is nothing where it could not be shown in full', () => {
    const wrong = [
      { method: 'eth_sign', params: [address, '0x00'] },
      { method: 'personal_sign', params: ['Hello'] },
      { method: 'personal_sign', params: { 0: 'Hello', 1: address } },
      { method: 'eth_signTypedData_v4', params: [address, 'text'] },
      { method: 'eth_signTypedData_v4', params: [address, { ...typedData, types: { Mail: 'x' } }] },
      { method: 'eth_signTypedData_v4', params: [address, { ...typedData, message: [] }] },
      { method: 'signMessage', params: { message: '***' } },
      { method: 'signMessage', params: ['AAAA'] },
    ];
    for (const request of wrong)
      expect(readRequest(request), `${request.method} ${wrong.indexOf(request)}`).toBeNull();
  });
});
