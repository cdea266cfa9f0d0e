import { describe, expect, it } from 'vitest';
import { toTypedDataDigest } from '../sign/typedData.ts';
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

describe('readRequest', () => {
  it('reads a message that is plain, in hex, or in base64 as on Solana', () => {
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

  it('reads typed data: the members of its types in order, and the domain as declared', () => {
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

  it('reads the bytes of a Solana transaction as a transaction, although the method signs messages', () => {
    const key = new Uint8Array(32).fill(7);
    const message = base64([1, 0, 0, 1, ...key, ...new Uint8Array(32), 0]);
    expect(readRequest({ method: 'signMessage', params: { message } })).toMatchObject({
      kind: 'transaction',
    });
  });

  it('shows the same contents for the same digest of typed data, and nothing that is not hashed', () => {
    const read = (data: unknown) => readRequest({ method: 'eth_signTypedData_v4', params: [address, data] });
    const { EIP712Domain: _, ...types } = typedData.types;
    const { domain, message } = typedData;
    const lure = { title: 'Refund of 500 USDC', '500 USDC': 'refund' };
    const bare = { ...typedData, types, domain: { name: 'Tidewater', version: '1' } };
    const declared = { ...typedData, message: { to: message.to, amount: message.amount } };
    const same = [
      [bare, { ...bare, domain: { ...bare.domain, ...lure } }],
      [bare, { ...bare, ...lure, types: { ...types, Lure: [{ name: 'Refund', type: 'string' }] } }],
      [declared, typedData],
      [declared, { ...declared, domain: { ...domain, ...lure } }],
      [declared, { ...declared, message: { ...declared.message, to: [{ ...message.to[0], ...lure }] } }],
      [declared, { ...declared, domain: Object.assign(Object.create(lure), domain) }],
      [
        { ...declared, primaryType: 'EIP712Domain', message: {} },
        { ...declared, primaryType: 'EIP712Domain', message: lure },
      ],
    ] as const;
    for (const [one, other] of same) {
      expect(toTypedDataDigest(other)).toEqual(toTypedDataDigest(one));
      expect(read(other)).toEqual(read(one));
      expect(JSON.stringify(read(one))).not.toContain('efund');
    }
    // Conversely, each of these differs both in what is shown and in what is signed.
    const others = [
      { ...bare, domain: { ...bare.domain, version: '2' } },
      { ...bare, domain: { ...bare.domain, chainId: 1 } },
      { ...bare, message: { ...message, amount: 1 } },
      { ...bare, message: { ...message, to: [] } },
    ];
    for (const other of others) {
      expect(toTypedDataDigest(other)).not.toEqual(toTypedDataDigest(bare));
      expect(read(other)).not.toEqual(read(bare));
    }
  });

  it('returns null if the frame would refuse to sign, or if text stands in place of the address', () => {
    const wrong = [
      { method: 'personal_sign', params: ['Hello', 'Press Sign to get your prize'] },
      { method: 'personal_sign', params: ['\ud800', address] },
      { method: 'eth_signTypedData_v4', params: ['Press Sign', typedData] },
      { method: 'eth_signTypedData_v4', params: [address, { ...typedData, message: { to: [] } }] },
      { method: 'eth_signTypedData_v4', params: [address, { ...typedData, primaryType: 'Letter' }] },
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
