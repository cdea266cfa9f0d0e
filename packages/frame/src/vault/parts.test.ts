import { entropyKinds } from '@latchkey/wire';
import { combine, split } from 'shamir-secret-sharing';
import { describe, expect, it } from 'vitest';
import { randomBytes } from '../bytes.ts';
import { createDice } from '../dice.testkit.ts';
import { toAddress } from '../sign/address.ts';
import { createEntropy, deriveKey, entropyLength } from './entropy.ts';
import { assertOpens, createPair, openPair } from './parts.ts';

async function createWallet() {
  const entropy = createEntropy();
  const rootKey = await deriveKey('created', entropy, 'ethereum', 0);
  return { kind: 'created', entropy, rootAddress: toAddress('ethereum', rootKey) } as const;
}

describe('a pair of parts', () => {
  it('opens a pair of parts to the entropy that was split', async () => {
    for (let round = 0; round < 40; round += 1) {
      const wallet = await createWallet();
      const { own, auth } = await createPair(wallet.entropy);
      const opened = await openPair(own, auth, wallet);
      expect(opened.entropy).toEqual(wallet.entropy);
      expect(toAddress('ethereum', opened.rootKey)).toBe(wallet.rootAddress);
    }
  });

  it('splits entropy differently each time, and neither part begins with the entropy', async () => {
    const wallet = await createWallet();
    const first = await createPair(wallet.entropy);
    const second = await createPair(wallet.entropy);
    expect(first.own).not.toEqual(second.own);
    expect(first.auth).not.toEqual(second.auth);
    for (const part of [first.own, first.auth]) {
      expect(part).toHaveLength(entropyLength + 1);
      expect(part.subarray(0, entropyLength)).not.toEqual(wallet.entropy);
    }
  });

  it('[S10] refuses to open a pair with a flipped bit, instead of opening it to another key', async () => {
    const wallet = await createWallet();
    const { own, auth } = await createPair(wallet.entropy);
    const dice = createDice(10);
    for (let round = 0; round < 40; round += 1) {
      const damaged = Uint8Array.from(own);
      const at = dice.below(damaged.length);
      damaged[at] = (damaged[at] ?? 0) ^ (1 << dice.below(8));
      await expect(openPair(damaged, auth, wallet)).rejects.toThrow();
    }
  });

  it('[S10] does not open a pair if one part belongs to another split or another wallet', async () => {
    const [mine, other] = [await createWallet(), await createWallet()];
    const pair = await createPair(mine.entropy);
    const again = await createPair(mine.entropy);
    const foreign = await createPair(other.entropy);
    await expect(openPair(pair.own, again.auth, mine)).rejects.toThrow();
    await expect(openPair(foreign.own, pair.auth, mine)).rejects.toThrow();
    await expect(openPair(foreign.own, foreign.auth, mine)).rejects.toThrow('do not open');
    await expect(openPair(new Uint8Array(), pair.auth, mine)).rejects.toThrow();
  });

  it('asserts that a pair opens to the entropy that was split, and to nothing else', async () => {
    const [mine, other] = [await createWallet(), await createWallet()];
    const [pair, foreign] = [await createPair(mine.entropy), await createPair(other.entropy)];
    await assertOpens(pair, mine.entropy);
    await expect(assertOpens(foreign, mine.entropy)).rejects.toThrow('do not open');
    // One time in 255, parts of two splits have the same position, which the library refuses with its own error.
    for (const mixed of [
      { ...pair, auth: foreign.auth },
      { ...pair, own: foreign.own },
    ])
      await expect(assertOpens(mixed, mine.entropy)).rejects.toThrow();
    await expect(assertOpens(pair, mine.entropy.subarray(1))).rejects.toThrow('do not open');
  });

  it('splits and combines a secret of each length from 16 to 64 bytes', async () => {
    const dice = createDice(11);
    for (let length = 16; length <= 64; length += 1) {
      const secret = dice.bytes(length);
      const parts = await split(secret, 2, 2);
      expect(parts.map((part) => part.length)).toEqual([length + 1, length + 1]);
      expect(await combine(parts.map((part) => Uint8Array.from(part)))).toEqual(secret);
    }
  });

  it('agrees with an independent implementation of Shamir’s scheme, in both directions', async () => {
    const dice = createDice(12);
    for (let round = 0; round < 10; round += 1) {
      const wallet = await createWallet();
      const { own, auth } = await createPair(wallet.entropy);
      expect(combineByHand(own, auth)).toEqual(wallet.entropy);
      const places = dice.pick([
        [1, 2],
        [7, 255],
        [200, 3],
      ] as const);
      const [one, other] = splitByHand(wallet.entropy, dice.bytes(entropyLength), places);
      expect((await openPair(one, other, wallet)).entropy).toEqual(wallet.entropy);
    }
  });

  it('opens pairs of every kind of entropy and either chain', async () => {
    for (const kind of entropyKinds) {
      for (const chainType of ['ethereum', 'solana'] as const) {
        for (const length of kind === 'imported-key' ? [32] : [16, 20, 24, 28, 32]) {
          const entropy = randomBytes(length);
          const rootAddress = toAddress(chainType, await deriveKey(kind, entropy, chainType, 0));
          const pair = await createPair(entropy);
          expect((await openPair(pair.own, pair.auth, { kind, rootAddress })).entropy).toEqual(entropy);
        }
      }
    }
  });

  it('[S10] does not open a pair if the service names a key as a phrase, or a phrase as a key', async () => {
    const entropy = randomBytes(32);
    for (const [kind, other] of [
      ['imported-key', 'imported-phrase'],
      ['imported-phrase', 'imported-key'],
    ] as const) {
      const rootAddress = toAddress('ethereum', await deriveKey(kind, entropy, 'ethereum', 0));
      const { own, auth } = await createPair(entropy);
      await expect(openPair(own, auth, { kind: other, rootAddress })).rejects.toThrow('do not open');
    }
  });
});

/** Multiplies in GF(256) with the polynomial of AES (FIPS 197 §4.2), bit by bit. */
function multiply(a: number, b: number): number {
  let product = 0;
  for (let bit = 0; bit < 8; bit += 1) {
    if ((b >> bit) & 1) product ^= a << bit;
  }
  for (let bit = 14; bit >= 8; bit -= 1) {
    if ((product >> bit) & 1) product ^= 0x11b << (bit - 8);
  }
  return product;
}

const divide = (a: number, b: number) => {
  for (let quotient = 0; quotient < 256; quotient += 1) if (multiply(quotient, b) === a) return quotient;
  throw new Error('division by zero');
};

/**
 * Evaluates the line through two points at zero (Shamir, How to share a secret, 1979), for two of two. The last byte
 * of a part is its position.
 */
function combineByHand(one: Uint8Array, other: Uint8Array): Uint8Array {
  const [x, z] = [one.at(-1) ?? 0, other.at(-1) ?? 0];
  const [ofOne, ofOther] = [divide(z, x ^ z), divide(x, x ^ z)];
  return one.slice(0, -1).map((byte, index) => multiply(byte, ofOne) ^ multiply(other[index] ?? 0, ofOther));
}

function splitByHand(secret: Uint8Array, slopes: Uint8Array, places: readonly [number, number]) {
  const at = (place: number) =>
    Uint8Array.from([...secret.map((byte, index) => byte ^ multiply(slopes[index] ?? 0, place)), place]);
  return [at(places[0]), at(places[1])] as const;
}
