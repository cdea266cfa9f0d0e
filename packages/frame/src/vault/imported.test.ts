import { describe, expect, it } from 'vitest';
import { toBase58 } from '../decode/base58.ts';
import { toAddress } from '../sign/address.ts';
import { readPhrase, readPrivateKey } from './imported.ts';

const ones = '11'.repeat(32);
const order = 'fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141';
const seed = Uint8Array.from({ length: 32 }, (_, index) => index + 1);
const words = 'test test test test test test test test test test test junk';

/** Expects a refusal with a reason that does not quote the whole secret. */
function expectRefused(read: () => unknown, reason: string, secret: string) {
  let message = '';
  try {
    read();
  } catch (error) {
    expect(error).toMatchObject({ name: 'Refusal', type: 'invalid_request_arguments' });
    message = (error as Error).message;
  }
  expect(message).toContain(reason);
  if (secret.length > 3) expect(message).not.toContain(secret);
}

describe('an Ethereum private key', () => {
  it('reads an Ethereum private key of 64 hex digits in any letter case, with or without 0x and white space around it', () => {
    for (const text of [ones, `0x${ones}`, `0X${ones}`, ` ${ones}\n`, 'AB'.repeat(32)]) {
      const { kind, entropy } = readPrivateKey('ethereum', text);
      expect(kind).toBe('imported-key');
      expect(entropy.length).toBe(32);
    }
    const { entropy } = readPrivateKey('ethereum', `0x${'0'.repeat(63)}1`);
    expect(toAddress('ethereum', entropy)).toBe('0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf');
  });

  it.each([
    ['', '64 hex digits'],
    [ones.slice(1), '64 hex digits'],
    [`${ones}1`, '64 hex digits'],
    [`${ones.slice(2)}zz`, 'other characters'],
    [`${ones.slice(32)}0x${ones.slice(32)}`, 'other characters'],
    [`${'ff'.repeat(31)}00`, 'not below the order'],
    ['0'.repeat(64), 'zero'],
    [order, 'not below the order'],
    ['f'.repeat(64), 'not below the order'],
  ])('refuses the Ethereum private key %j', (text, reason) => {
    expectRefused(() => readPrivateKey('ethereum', text), reason, text);
  });

  it('accepts the highest Ethereum private key below the order of the curve', () => {
    const { entropy } = readPrivateKey('ethereum', `${order.slice(0, 63)}0`);
    expect(entropy.at(-1)).toBe(0x40);
  });
});

describe('a Solana private key', () => {
  const address = toAddress('solana', seed);
  const publicKey = Buffer.from('79b5562e8fe654f94078b112e8a98ba7901f853ae695bed7e0e3910bad049664', 'hex');
  const whole = Buffer.concat([seed, publicKey]);

  it('reads a Solana private key from base 58 of 64 bytes, or of the 32 bytes of its seed', () => {
    expect(address).toBe(toBase58(publicKey));
    for (const bytes of [whole, seed]) {
      const { kind, entropy } = readPrivateKey('solana', ` ${toBase58(bytes)} `);
      expect(kind).toBe('imported-key');
      expect(toAddress('solana', entropy)).toBe(address);
    }
  });

  it.each([
    [toBase58(whole.subarray(0, 63)), '32 or 64 bytes'],
    [toBase58(seed.subarray(0, 31)), '32 or 64 bytes'],
    [`${toBase58(seed)}0`, 'other characters'],
    [`0x${ones}`, 'other characters'],
    [toBase58(Buffer.concat([seed, seed])), 'public half'],
    [toBase58(new Uint8Array(32)), 'zero'],
    ['1'.repeat(128), '32 or 64 bytes'],
    ['2'.repeat(500), 'other characters'],
  ])('refuses the Solana private key %j', (text, reason) => {
    expectRefused(() => readPrivateKey('solana', text), reason, text);
  });
});

describe('a recovery phrase', () => {
  it('reads a recovery phrase of 12 to 24 words, also in upper case and with further spaces and line feeds', () => {
    const twelve = readPhrase(words);
    expect(twelve).toMatchObject({ kind: 'imported-phrase', entropy: { length: 16 } });
    expect(readPhrase(`  ${words.toUpperCase().replaceAll(' ', '\n ')}`)).toEqual(twelve);
    for (const [count, last] of [
      [15, 'address'],
      [18, 'agent'],
      [21, 'admit'],
      [24, 'art'],
    ] as const) {
      expect(readPhrase(`${'abandon '.repeat(count - 1)}${last}`).entropy).toEqual(
        new Uint8Array((count * 4) / 3),
      );
    }
  });

  it.each([
    ['', 'must have 12'],
    ['test', 'must have 12'],
    [`${words} test`, 'must have 12'],
    [words.replace('junk', 'jumk'), 'word 12 is not in the English list'],
    [words.replace('junk', 'test'), 'checksum is wrong'],
    [`${'abandon '.repeat(11)}abandon`, 'checksum is wrong'],
  ])('refuses the recovery phrase %j', (text, reason) => {
    expectRefused(() => readPhrase(text), reason, text);
  });
});
