import { hmac } from '@noble/hashes/hmac.js';
import { sha512 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { HDKey } from '@scure/bip32';
import { entropyToMnemonic, mnemonicToSeedWebcrypto } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { concatBytes, utf8 } from '../bytes.ts';
import { toBase58 } from '../decode/base58.ts';
import { toAddress } from '../sign/address.ts';
import { deriveKey, toPhrase } from './entropy.ts';
import { readPhrase, readPrivateKey } from './imported.ts';
import { assertOpens, createPair, openPair } from './parts.ts';
import { deriveEd25519 } from './slip10.ts';
import { type Wiping, watchWiping } from './wiping.testkit.ts';

// [S7] Functions overwrite secrets that they no longer need, after a success and after a failure.

const words = 'test test test test test test test test test test test junk';
const { entropy } = readPhrase(words);
let seed: Uint8Array;
let wiping: Wiping;

beforeEach(async () => {
  seed = await mnemonicToSeedWebcrypto(entropyToMnemonic(entropy, wordlist));
  wiping = watchWiping();
});
afterEach(() => {
  wiping.stop();
  vi.restoreAllMocks();
});

describe('a derivation', () => {
  it.each(['ethereum', 'solana'] as const)('[S7] overwrites the BIP-39 seed: %s', async (chainType) => {
    await deriveKey('created', entropy, chainType, 0);
    expect(wiping.countOf(seed)).toBeGreaterThan(0);
  });

  it('[S7] overwrites every intermediate BIP-32 node', async () => {
    const wipe = vi.spyOn(HDKey.prototype, 'wipePrivateData');
    const key = await deriveKey('created', entropy, 'ethereum', 3);
    expect(key).toHaveLength(32);
    // The master node, and one for each of the five steps.
    expect(wipe).toHaveBeenCalledTimes(6);
    for (const node of wipe.mock.contexts) expect((node as HDKey).privateKey).toBeNull();
  });

  it('[S7] overwrites the seed and all nodes, even if a derivation fails', async () => {
    const wipe = vi.spyOn(HDKey.prototype, 'wipePrivateData');
    await expect(deriveKey('created', entropy, 'ethereum', -1)).rejects.toThrow();
    expect(wipe).toHaveBeenCalledTimes(5);
    expect(wiping.countOf(seed)).toBeGreaterThan(0);
  });

  it('[S7] overwrites every intermediate SLIP-0010 node and the hashed data', () => {
    const master = hmac(sha512, utf8('ed25519 seed'), seed);
    const data = concatBytes(Uint8Array.of(0), master.subarray(0, 32), Uint8Array.of(0x80, 0, 0, 44));
    const child = hmac(sha512, master.subarray(32), data);
    const [before, key] = [[master, data, child].map(wiping.countOf), child.slice(0, 32)];
    expect(deriveEd25519(seed, [44])).toEqual(key);
    const after = [master, data, child].map(wiping.countOf);
    for (const [at, count] of after.entries()) expect(count).toBeGreaterThan(before[at] ?? 0);
  });

  it('returns a copy of an imported key, and derives no other key from it', async () => {
    const imported = new Uint8Array(32).fill(7);
    const key = await deriveKey('imported-key', imported, 'ethereum', 0);
    expect(key).toEqual(imported);
    expect(key).not.toBe(imported);
    await expect(deriveKey('imported-key', imported, 'solana', 1)).rejects.toThrow('one wallet');
    for (const length of [16, 31, 33])
      await expect(deriveKey('imported-key', new Uint8Array(length), 'solana', 0)).rejects.toThrow(
        'one wallet',
      );
  });

  it('returns the recovery phrase of entropy', () => {
    expect(toPhrase(entropy)).toBe(words);
  });
});

describe('an imported Ethereum key', () => {
  it('[S7] overwrites an Ethereum key that is not below the order of the curve', () => {
    const key = new Uint8Array(32).fill(0xff);
    expect(() => readPrivateKey('ethereum', bytesToHex(key))).toThrow('below the order');
    expect(wiping.countOf(key)).toBe(1);
  });

  it('does not copy an imported Ethereum key, and does not overwrite it', () => {
    const from = vi.spyOn(Uint8Array, 'from');
    const key = new Uint8Array(32).fill(7);
    expect(readPrivateKey('ethereum', bytesToHex(key)).entropy).toEqual(key);
    expect(from).not.toHaveBeenCalled();
    expect(wiping.countOf(key)).toBe(0);
  });
});

describe('an imported Solana key', () => {
  const privateKey = new Uint8Array(32).fill(7);

  it('[S7] overwrites the decoded form of an imported Solana key, whether it is valid or not', () => {
    const whole = concatBytes(privateKey, fromAddress(toAddress('solana', privateKey)));
    const wrong = concatBytes(privateKey, privateKey);
    expect(readPrivateKey('solana', toBase58(whole)).entropy).toEqual(privateKey);
    expect(() => readPrivateKey('solana', toBase58(wrong))).toThrow('public half');
    expect([whole, wrong].map(wiping.countOf)).toEqual([1, 1]);
  });

  it('[S7] overwrites the decoded form of a Solana key that is refused', () => {
    const wrongHalf = concatBytes(privateKey, privateKey);
    const long = new Uint8Array(33).fill(5);
    expect(() => readPrivateKey('solana', toBase58(wrongHalf))).toThrow('public half');
    expect(() => readPrivateKey('solana', toBase58(long))).toThrow('32 or 64 bytes');
    // The seed is copied from the decoded form.
    expect([wrongHalf, privateKey, long].map(wiping.countOf)).toEqual([1, 1, 1]);
  });

  function fromAddress(address: string): Uint8Array {
    const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
    const value = [...address].reduce((sum, char) => sum * 58n + BigInt(alphabet.indexOf(char)), 0n);
    return Uint8Array.from(Buffer.from(value.toString(16).padStart(64, '0'), 'hex'));
  }
});

describe('a pair of parts', () => {
  const rootOf = async () => {
    const rootKey = await deriveKey('created', entropy, 'ethereum', 0);
    return { kind: 'created', rootAddress: toAddress('ethereum', rootKey) } as const;
  };

  it("[S7] overwrites the library's copies of the parts, and the entropy that a check opened", async () => {
    const before = wiping.countOf(entropy);
    const { own, auth } = await createPair(entropy);
    // Once as the result of the split, once as the copy that was opened.
    expect([own, auth].map(wiping.countOf)).toEqual([2, 2]);
    // Once as the library's input, once as what the check opened.
    expect(wiping.countOf(entropy)).toBe(before + 2);
  });

  it('[S7] overwrites the copies of the parts when it opens a pair, but not its inputs and its result, which it does not copy', async () => {
    const root = await rootOf();
    const pair = await createPair(entropy);
    const before = [pair.own, pair.auth, entropy].map(wiping.countOf);
    const copies = vi.spyOn(Uint8Array, 'from');
    const opened = await openPair(pair.own, pair.auth, root);
    // Entropy has 16 bytes.
    expect(copies.mock.results.filter(({ value }) => (value as Uint8Array).length === 16)).toEqual([]);
    expect([pair.own, pair.auth, entropy].map(wiping.countOf)).toEqual(
      before.map((count, at) => (at < 2 ? count + 1 : count)),
    );
    expect(opened).toMatchObject({ ...root, entropy });
    expect(pair.own.some((byte) => byte !== 0) && pair.auth.some((byte) => byte !== 0)).toBe(true);
  });

  it('[S7] overwrites everything that it opened if a pair opens to another wallet', async () => {
    const pair = await createPair(entropy);
    const rootKey = await deriveKey('created', entropy, 'ethereum', 0);
    const before = [pair.own, pair.auth, entropy, rootKey].map(wiping.countOf);
    const other = {
      kind: 'created',
      rootAddress: toAddress('ethereum', new Uint8Array(32).fill(9)),
    } as const;
    await expect(openPair(pair.own, pair.auth, other)).rejects.toThrow('do not open to the wallet');
    const after = [pair.own, pair.auth, entropy, rootKey].map(wiping.countOf);
    for (const [at, count] of after.entries()) expect(count, `${at}`).toBeGreaterThan(before[at] ?? 0);
  });

  it('[S7] overwrites a new pair and its copies if the entropy was overwritten before the pair was checked', async () => {
    const made = vi.spyOn(Uint8Array, 'from');
    const given = entropy.slice();
    const pending = createPair(given);
    // As a vault that locks meanwhile does.
    given.fill(0);
    await expect(pending).rejects.toThrow('do not open to what was split');
    const parts = made.mock.results
      .map(({ value }) => value as Uint8Array)
      .filter(({ length }) => length === 17);
    // The pair, and the copy of it that was opened.
    expect(parts).toHaveLength(4);
    for (const part of parts) expect(part).toEqual(new Uint8Array(17));
  });

  it('[S7] overwrites the parts and the entropy that a failed check opened', async () => {
    const pair = await createPair(entropy);
    const before = [pair.own, pair.auth, entropy].map(wiping.countOf);
    await expect(assertOpens(pair, new Uint8Array(16))).rejects.toThrow('do not open to what was split');
    const after = [pair.own, pair.auth, entropy].map(wiping.countOf);
    for (const [at, count] of after.entries()) expect(count, `${at}`).toBeGreaterThan(before[at] ?? 0);
    // Parts that cannot be combined are copied, too.
    const parts = [new Uint8Array(17).fill(3), new Uint8Array(16).fill(4)] as const;
    const [own, auth] = parts;
    await expect(assertOpens({ own, auth }, entropy)).rejects.toThrow();
    expect(parts.map(wiping.countOf)).toEqual([1, 1]);
  });
});
