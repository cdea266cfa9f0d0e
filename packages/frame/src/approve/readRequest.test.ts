import { expect, it } from 'vitest';
import { approveEn } from './generated/en.ts';
import { readAsked } from './readRequest.ts';

const first = '0x11f4d0a3c12e86b4b5f39b213f7e19d048276dae';
const second = '0x8ba1f109551bd432803012645ac136ddd64dba72';
/** An address with the same first and last four digits as another one. */
const lookalikeOf = (address: string) => `${address.slice(0, 6)}${'0'.repeat(32)}${address.slice(-4)}`;

it.each([
  ['the wallet with index 0', first],
  ['the wallet that signs', second],
])('warns of a recipient whose address resembles that of %s', (_, known) => {
  const warningsFor = (to: string) => {
    const transaction = {
      from: second,
      to,
      value: 1,
      chainId: 1,
      nonce: 0,
      gasLimit: 21_000,
      gasPrice: 1,
      type: 0,
    };
    const asked = readAsked(
      { method: 'eth_signTransaction', params: [transaction] },
      { texts: approveEn.transaction, language: 'en', domainTitle: '', wallet: first, signer: null },
    );
    return asked?.warnings;
  };
  expect(warningsFor(lookalikeOf(known))).toContain(approveEn.transaction.warnings['resembles-known']);
  expect(warningsFor(known)).not.toContain(approveEn.transaction.warnings['resembles-known']);
});
