import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { concatBytes, utf8 } from '../bytes.ts';
import { createSealingKey, open, seal, toSealingKey } from './sealing.ts';

interface Vector {
  readonly id: number;
  readonly comment: string;
  /** Hexadecimal, like the next five fields. */
  readonly key: string;
  readonly iv: string;
  readonly aad: string;
  readonly msg: string;
  readonly ct: string;
  readonly tag: string;
  readonly result: 'valid' | 'invalid';
}

const file = new URL('vectors/wycheproofAesGcm.json', import.meta.url);
const { tests } = JSON.parse(readFileSync(file, 'utf8')) as { tests: readonly Vector[] };
const bytesOf = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'));

describe('[S9] AES-256-GCM in the frame', () => {
  it('opens 39 valid AES-GCM vectors of Wycheproof, and none of 27 invalid ones', async () => {
    for (const { id, comment, key, iv, aad, msg, ct, tag, result } of tests) {
      const sealed = concatBytes(bytesOf(iv), bytesOf(ct), bytesOf(tag));
      const opened = await open(await toSealingKey(bytesOf(key)), sealed, bytesOf(aad)).catch(() => null);
      expect(opened && Buffer.from(opened).toString('hex'), `${id} ${comment}`).toBe(
        result === 'valid' ? msg : null,
      );
    }
    const good = tests.filter(({ result }) => result === 'valid');
    expect(good.length).toBe(39);
    expect(tests.length - good.length).toBe(27);
  });

  it('opens what it sealed, uses a new nonce each time, and refuses a flipped bit, other associated data and another key', async () => {
    const key = await createSealingKey();
    const [aad, part] = [utf8('place'), utf8('a part of an entropy')];
    const [once, again] = [await seal(key, part, aad), await seal(key, part, aad)];
    expect(once.slice(0, 12)).not.toEqual(again.slice(0, 12));
    expect(await open(key, again, aad)).toEqual(part);
    for (let bit = 0; bit < once.length * 8; bit += 1) {
      const damaged = Uint8Array.from(once);
      damaged[bit >> 3] = (damaged[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      await expect(open(key, damaged, aad)).rejects.toThrow();
    }
    await expect(open(key, once, utf8('Place'))).rejects.toThrow();
    await expect(open(await createSealingKey(), once, aad)).rejects.toThrow();
  });
});
