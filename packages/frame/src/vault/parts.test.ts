import { describe, expect, it } from 'vitest';
import { createDice } from '../dice.testkit.ts';
import { toAddress } from '../sign/address.ts';
import { createEntropy, entropyLength, toEthereumKey } from './entropy.ts';
import { createPair, openPair } from './parts.ts';

async function createWallet() {
  const entropy = createEntropy();
  return { entropy, address: toAddress(await toEthereumKey(entropy, 0)) };
}

describe('a pair of parts', () => {
  it('opens to the entropy that was split', async () => {
    for (let round = 0; round < 40; round += 1) {
      const { entropy, address } = await createWallet();
      const { own, auth } = await createPair(entropy, address);
      const opened = await openPair(own, auth, address);
      expect(opened.entropy).toEqual(entropy);
      expect(toAddress(opened.rootKey)).toBe(address);
    }
  });

  it('is another one each time, and neither part holds the entropy', async () => {
    const { entropy, address } = await createWallet();
    const first = await createPair(entropy, address);
    const second = await createPair(entropy, address);
    expect(first.own).not.toEqual(second.own);
    expect(first.auth).not.toEqual(second.auth);
    for (const part of [first.own, first.auth]) {
      expect(part).toHaveLength(entropyLength + 1);
      expect(part.subarray(0, entropyLength)).not.toEqual(entropy);
    }
  });

  it('[S10] with one bit turned is an error, never another key', async () => {
    const { entropy, address } = await createWallet();
    const { own, auth } = await createPair(entropy, address);
    const dice = createDice(10);
    for (let round = 0; round < 40; round += 1) {
      const damaged = Uint8Array.from(own);
      const at = dice.below(damaged.length);
      damaged[at] = (damaged[at] ?? 0) ^ (1 << dice.below(8));
      await expect(openPair(damaged, auth, address)).rejects.toThrow();
    }
  });

  it('[S10] of which one belongs to another split or another wallet is an error', async () => {
    const [mine, other] = [await createWallet(), await createWallet()];
    const pair = await createPair(mine.entropy, mine.address);
    const again = await createPair(mine.entropy, mine.address);
    const foreign = await createPair(other.entropy, other.address);
    await expect(openPair(pair.own, again.auth, mine.address)).rejects.toThrow();
    await expect(openPair(foreign.own, pair.auth, mine.address)).rejects.toThrow();
    await expect(openPair(foreign.own, foreign.auth, mine.address)).rejects.toThrow('do not open');
    await expect(openPair(new Uint8Array(), pair.auth, mine.address)).rejects.toThrow();
  });

  it('is not made for an address that the entropy does not derive to', async () => {
    const [mine, other] = [await createWallet(), await createWallet()];
    await expect(createPair(mine.entropy, other.address)).rejects.toThrow('do not open');
  });
});
