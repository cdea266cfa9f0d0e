import { isCode } from '@latchkey/wire';
import * as AbiParameters from 'ox/AbiParameters';
import * as Address from 'ox/Address';
import * as Hex from 'ox/Hex';
import * as PersonalMessage from 'ox/PersonalMessage';
import * as Secp256k1 from 'ox/Secp256k1';
import * as Signature from 'ox/Signature';
import { describe, expect, test } from 'vitest';
import type { ChainReader } from '../../ethereum/index.ts';
import { type ExpectedSignIn, proveSignIn } from './proveSignIn.ts';

const privateKey = Hex.padLeft('0x5eed', 32);
const address = Address.fromPublicKey(Secp256k1.getPublicKey({ privateKey }), { checksum: true });
const nowMs = Date.parse('2026-11-22T12:00:00Z');
const expected: ExpectedSignIn = {
  nonce: 'a1b2c3d4e5f60718',
  origin: 'https://harbour.example',
  madeAtMs: nowMs - 60_000,
  nowMs,
};
const lines = [
  'harbour.example wants you to sign in with your Ethereum account:',
  address,
  '',
  'Farcaster Auth',
  '',
  'URI: https://harbour.example/',
  'Version: 1',
  'Chain ID: 10',
  'Nonce: a1b2c3d4e5f60718',
  'Issued At: 2026-11-22T11:59:30Z',
  'Resources:',
  '- farcaster://fid/42',
];
const good = lines.join('\n');

const sign = (message: string) =>
  Signature.toHex(
    Secp256k1.sign({ payload: PersonalMessage.getSignPayload(Hex.fromString(message)), privateKey }),
  );
const word = (value: bigint | number) => Hex.fromNumber(value, { size: 32 });

/**
 * Returns a chain on which an address holds id 42 and has added no keys. A contract accepts a signature if `isSigned`
 * returns true.
 */
function chainOf(holder: Hex.Hex, isSigned: (data: Hex.Hex) => boolean = () => false): ChainReader {
  return {
    async call({ to, data }) {
      if (!to) return isSigned(data) ? '0x01' : '0x00';
      if (data.startsWith('0x65269e47'))
        return BigInt(Hex.slice(data, 4)) === 42n ? Hex.padLeft(holder, 32) : word(0);
      return Hex.concat(word(0), word(0));
    },
  };
}
const mine = chainOf(address);
const prove = (message: string, chain = mine, fid = 42) =>
  proveSignIn(chain, { message, signature: sign(message), fid }, { expected, profile: null });
const isRefused = (message: string, chain = mine, fid = 42) =>
  prove(message, chain, fid).then(
    () => false,
    (error) => isCode(error, 'invalid_credentials'),
  );
const change = (from: string, to: string) => good.replace(from, to);

describe('a Farcaster sign-in', () => {
  test('[S42] a message of FIP-11 that the custody address signed proves a Farcaster sign-in', async () => {
    expect(await prove(good)).toMatchObject({
      method: 'farcaster',
      account: {
        type: 'farcaster',
        subject: '42',
        details: { fid: 42, owner_address: address.toLowerCase() },
      },
    });
    const timed = change(
      '\nResources',
      '\nExpiration Time: 2026-11-22T12:01:00.5Z\nNot Before: 2026-11-22T11:00:00+00:00\nRequest ID: 7\nResources',
    );
    expect(await prove(timed)).toMatchObject({ account: { subject: '42' } });
  });

  test.each([
    ['another site', change('harbour.example wants', 'evil.example wants')],
    ['an address of another site', change('https://harbour.example/', 'https://evil.example/')],
    ['the site without TLS', change('https://harbour.example/', 'http://harbour.example/')],
    ['another nonce', change('a1b2c3d4e5f60718', 'a1b2c3d4e5f60719')],
    ['another statement', change('Farcaster Auth', 'Farcaster Connect')],
    ['no statement', change('Farcaster Auth\n', '')],
    ['another chain', change('Chain ID: 10', 'Chain ID: 1')],
    ['another version', change('Version: 1', 'Version: 2')],
    ['no id', change('\nResources:\n- farcaster://fid/42', '')],
    ['another id', change('fid/42', 'fid/43')],
    ['two ids', `${good}\n- farcaster://fid/43`],
    ['an id with a leading zero', change('fid/42', 'fid/042')],
    ['an address without its checksum', change(address, address.toLowerCase())],
    ['an expiry in the past', change('\nResources', '\nExpiration Time: 2026-11-22T12:00:00Z\nResources')],
    ['a start in the future', change('\nResources', '\nNot Before: 2026-11-22T12:00:01Z\nResources')],
    ['a time of issue more than five minutes before the nonce was made', change('11:59:30Z', '11:53:59Z')],
    ['a time of issue more than five minutes in the future', change('11:59:30Z', '12:05:01Z')],
    ['a second nonce in the statement', change('Farcaster Auth', 'Farcaster Auth\nNonce: ffffffffffffffff')],
    ['text after the message', `${good}\n\nand more`],
    ['Windows line ends', good.replaceAll('\n', '\r\n')],
    ['an empty message', ''],
  ])('[S42] a Farcaster sign-in is refused for %s', async (_, message) => {
    expect(message).not.toBe(good);
    expect(await isRefused(message)).toBe(true);
  });

  test('[S42] a Farcaster sign-in is refused if another address or nobody holds the id, even with a valid signature', async () => {
    expect(await isRefused(good, chainOf('0x00000000000000000000000000000000000000ee'))).toBe(true);
    expect(await isRefused(good, chainOf('0x0000000000000000000000000000000000000000'))).toBe(true);
    expect(await isRefused(change('fid/42', 'fid/43'), mine, 43)).toBe(true);
  });

  test('[S42] a Farcaster sign-in is refused for a signature of another message, or a malformed one', async () => {
    const attempt = (signature: string) =>
      proveSignIn(mine, { message: good, signature, fid: 42 }, { expected, profile: null });
    for (const signature of [sign(`${good} `), '0x00', `0x${'00'.repeat(65)}`, `0x${'ff'.repeat(65)}`])
      await expect(attempt(signature)).rejects.toMatchObject({ code: 'invalid_credentials' });
  });

  test('a Farcaster sign-in of a contract is accepted only if the contract confirms the signature (ERC-1271, ERC-6492)', async () => {
    const wallet = '0xA0Cf798816D4b9b9866b5330EEa46a18382f251e';
    const message = change(address, wallet);
    const signature = '0xc0ffee';
    const hash = PersonalMessage.getSignPayload(Hex.fromString(message));
    const types = AbiParameters.from(['address', 'bytes32', 'bytes']);
    const asked = AbiParameters.encode(types, [wallet, hash, signature]).slice(2);
    const attempt = (isOwn: (data: Hex.Hex) => boolean) =>
      proveSignIn(chainOf(wallet, isOwn), { message, signature, fid: 42 }, { expected, profile: null });
    expect(await attempt((data) => data.endsWith(asked))).toMatchObject({ account: { subject: '42' } });
    await expect(attempt(() => false)).rejects.toMatchObject({ code: 'invalid_credentials' });
  });
});
