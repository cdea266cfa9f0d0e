import { hexToBytes } from '@noble/hashes/utils.js';
import { describe, expect, it } from 'vitest';
import { toChecksumAddress } from '../decode/checksum.ts';
import { chainOf, readAddress, toAddress } from './address.ts';
import { signDigest, signDigestAsHex } from './signature.ts';

const ethereum = '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf';
const solana = 'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk';
const one = hexToBytes(`${'00'.repeat(31)}01`);

describe('an address', () => {
  it('determines the chain of an address', () => {
    expect(chainOf(ethereum)).toBe('ethereum');
    expect(chainOf(solana)).toBe('solana');
    expect(chainOf(toAddress('ethereum', one))).toBe('ethereum');
    expect(chainOf(toAddress('solana', one))).toBe('solana');
  });

  it('reads an address only for its own chain', () => {
    expect(readAddress('ethereum', ethereum.toLowerCase())).toBe(ethereum);
    expect(readAddress('ethereum', `0x${ethereum.slice(2).toUpperCase()}`)).toBe(ethereum);
    expect(readAddress('ethereum', solana)).toBeNull();
    expect(readAddress('solana', solana)).toBe(solana);
    expect(readAddress('solana', ethereum)).toBeNull();
    expect(readAddress('solana', '')).toBeNull();
  });

  it('accepts an Ethereum address only with 40 hex digits and nothing around them', () => {
    for (const text of [
      ` ${ethereum}`,
      `${ethereum} `,
      `x${ethereum}`,
      `${ethereum}a`,
      ethereum.slice(0, -1),
    ])
      expect(toChecksumAddress(text), text).toBeNull();
  });
});

it('ends signatures with 0 or 1 for the service, and with 27 or 28 as wallets do', () => {
  const seen = new Set<number>();
  for (let fill = 1; fill < 12; fill += 1) {
    const digest = new Uint8Array(32).fill(fill);
    const signature = signDigest(digest, one);
    expect(signature).toHaveLength(65);
    const written = hexToBytes(signDigestAsHex(digest, one).slice(2));
    expect(written.subarray(0, 64)).toEqual(signature.subarray(0, 64));
    expect(written[64]).toBe((signature[64] ?? 9) + 27);
    seen.add(signature[64] ?? 9);
  }
  expect([...seen].sort()).toEqual([0, 1]);
});
