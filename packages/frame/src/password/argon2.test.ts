import { limits } from '@latchkey/wire';
import { argon2id as argon2idOfNoble } from '@noble/hashes/argon2.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { argon2id } from 'hash-wasm';
import { describe, expect, it } from 'vitest';
import { fromBase64url, randomBytes, utf8 } from '../bytes.ts';
import { runArgon2 } from './argon2.ts';
import { createPasswordSettings, derivePasswordKeys, passwordKdf, toProofHash } from './passwordKeys.ts';
import { passwordWorkMs } from './stretch.ts';

// The independent implementation is tested with RFC 9106 first, and the frame's is then compared with it.
const of = (byte: number, length: number) => new Uint8Array(length).fill(byte);
const rfc = { password: of(1, 32), salt: of(2, 16), key: of(3, 8), personalization: of(4, 12) };
const small = { algorithm: 'argon2id', memory_kib: 256, iterations: 3, parallelism: 1 } as const;

describe('[S11] Argon2id', () => {
  it('Argon2id agrees with an independent implementation, which returns the result of RFC 9106 §5.3', async () => {
    const { password, salt, key, personalization } = rfc;
    const options = { t: 3, m: 32, p: 4, dkLen: 32 };
    expect(bytesToHex(argon2idOfNoble(password, salt, { ...options, key, personalization }))).toBe(
      '0d640df58d78766c08c037a34a8b53c9d01ef0452d75b65eb52520e96b01e659',
    );
    // The frame's implementation takes no associated data, so the RFC's vector is used without it.
    const ours = await argon2id({
      password,
      salt,
      secret: key,
      outputType: 'hex',
      iterations: 3,
      memorySize: 32,
      parallelism: 4,
      hashLength: 32,
    });
    expect(ours).toBe(bytesToHex(argon2idOfNoble(password, salt, { ...options, key })));
  });

  it('Argon2id agrees with an independent implementation for random passwords and salts', async () => {
    for (const length of [1, 6, 31, 200]) {
      const [password, salt] = [randomBytes(length), randomBytes(16)];
      const expected = argon2idOfNoble(password, salt, { t: 3, m: 256, p: 1, dkLen: 32 });
      expect(await runArgon2({ password, salt, kdf: small })).toEqual(expected);
    }
  });

  it('Argon2id returns a known result at the strength that the frame uses', async () => {
    const salt = hexToBytes('000102030405060708090a0b0c0d0e0f');
    const stretched = await runArgon2({ password: utf8('correct-horse-battery'), salt, kdf: passwordKdf });
    expect(passwordKdf).toEqual({ algorithm: 'argon2id', memory_kib: 65_536, iterations: 3, parallelism: 1 });
    // Computed with the independent implementation, too.
    expect(bytesToHex(stretched)).toBe('d742ee322f5d0823f5083e9f2ef1b37981be718c97804c6f04fd5adf8b60d593');
  });
});

it('allows the derivation from a password the same time as the client does', () => {
  expect(passwordWorkMs).toBe(limits.passwordWorkMs);
});

describe('the keys of a password', () => {
  const place = { appId: 'app', userId: 'user', entropyUid: 'uid', recoveryId: 'set' };
  const settings = { kdf: passwordKdf, salt: 'AAECAwQFBgcICQoLDA0ODw' };
  const stretch = async ({ password }: { password: Uint8Array }) =>
    Uint8Array.from([...password, ...of(0, 20)]);
  const derive = (password: string, given = settings, at = place) =>
    derivePasswordKeys(stretch, password, given, at);

  it('derives two keys from a password, which differ for another place or another password', async () => {
    const { wrapKey, proof } = await derive('secret1');
    expect(wrapKey.length).toBe(32);
    expect(proof.length).toBe(32);
    const all = [wrapKey, proof];
    for (const name of ['appId', 'userId', 'entropyUid', 'recoveryId'] as const) {
      const other = await derive('secret1', settings, { ...place, [name]: 'other' });
      all.push(other.wrapKey, other.proof);
    }
    const other = await derive('secret2');
    all.push(other.wrapKey, other.proof);
    expect(new Set(all.map(bytesToHex)).size).toBe(12);
    expect(await derive('secret1')).toEqual({ wrapKey, proof });
    expect(await toProofHash(proof)).toMatch(/^[\w-]{43}$/);
  });

  it('[S11] creates settings for a password with a fresh salt of 128 bits', () => {
    const made = Array.from({ length: 50 }, createPasswordSettings);
    expect(new Set(made.map(({ salt }) => salt)).size).toBe(50);
    for (const { kdf, salt } of made) {
      expect(kdf).toEqual(passwordKdf);
      expect(fromBase64url(salt).length).toBe(16);
    }
  });

  it('derives the same keys from either form of a composed letter', async () => {
    expect(await derive('Zu\u0308rich-1')).toEqual(await derive('Z\u00fcrich-1'));
  });

  it('[S11] refuses settings of the service that are weaker than those of new passwords, or excessive', async () => {
    const weaker = [
      { memory_kib: 65_535 },
      { iterations: 2 },
      { parallelism: 0 },
      { algorithm: 'argon2i' },
      { memory_kib: 4_000_000 },
      { iterations: 1_000_000 },
      { parallelism: 17 },
      { memory_kib: Number.NaN },
    ];
    const asked = weaker.map((change) => ({
      ...settings,
      kdf: { ...passwordKdf, ...change } as typeof passwordKdf,
    }));
    for (const given of [...asked, { ...settings, salt: 'AAAA' }, { ...settings, salt: '' }]) {
      await expect(derive('secret1', given)).rejects.toMatchObject({ name: 'Refusal', type: 'error' });
    }
    const stronger = { ...settings, kdf: { ...passwordKdf, memory_kib: 131_072, iterations: 4 } };
    expect((await derive('secret1', stronger as unknown as typeof settings)).proof).toHaveLength(32);
  });

  it('[S11] accepts the highest settings for a password that the service stores', async () => {
    const kdf = { ...passwordKdf, memory_kib: 1_048_576, iterations: 64, parallelism: 16 };
    const highest = { ...settings, kdf } as unknown as typeof settings;
    expect((await derive('secret1', highest)).proof).toHaveLength(32);
  });
});
