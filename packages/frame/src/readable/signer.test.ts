import { describe, expect, it } from 'vitest';
import { isAddress, readRequest } from './index.ts';

const address = '0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826';

describe('the signer of a request', () => {
  const solana = 'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk';

  it('accepts an address of either chain, and none of nine other texts', () => {
    for (const one of [address, address.toLowerCase(), `0x${'A'.repeat(40)}`, solana])
      expect(isAddress(one), one).toBe(true);
    for (const one of [
      '',
      '0x',
      address.slice(0, -1),
      `${address}0`,
      ` ${address}`,
      `x${address}`,
      `0x${'g'.repeat(40)}`,
      'hello',
      `${solana}1`,
    ])
      expect(isAddress(one), one).toBe(false);
  });

  it('accepts only an Ethereum address as the signer of personal_sign', () => {
    const signerOf = (signer: unknown) => readRequest({ method: 'personal_sign', params: ['Hi', signer] });
    expect(signerOf(address)).toEqual({ kind: 'message', signer: address, content: 'Hi' });
    for (const signer of [solana, `0x${solana.slice(2)}`, 5, null, [address]])
      expect(signerOf(signer)).toBeNull();
  });

  it('shows the domain of typed data under the given title', () => {
    const data = { types: { EIP712Domain: [] }, primaryType: 'EIP712Domain', domain: {} };
    const request = { method: 'eth_signTypedData_v4', params: [address, data] };
    expect(readRequest(request)?.content).toEqual([{ title: 'Domain', fields: [] }]);
    expect(readRequest(request, 'Für')?.content).toEqual([{ title: 'Für', fields: [] }]);
  });
});
