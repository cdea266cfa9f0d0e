import { createTestClient, createTestService } from '@latchkey/testkit';
import { describe, expect, it, vi } from 'vitest';
import { createClient } from '../../../client.ts';
import { generateRecoveryPassword } from '../../../operations.ts';
import { findPasswordFlaw } from './checkPassword.ts';
import { generatePassword } from './generateRecoveryPassword.ts';
import { passwordStrengthOf, scorePassword } from './passwordStrength.ts';
import { wordList } from './wordList.ts';

describe('findPasswordFlaw', () => {
  it("[RECO-14] a recovery password needs at least 6 characters, or the app's minimum", () => {
    expect(findPasswordFlaw('abcde')).toEqual({ kind: 'too-short', minLength: 6 });
    expect(findPasswordFlaw('abcdef')).toBeNull();
    expect(findPasswordFlaw('')).toEqual({ kind: 'too-short', minLength: 6 });
    expect(findPasswordFlaw('abcdefgh', 9)).toEqual({ kind: 'too-short', minLength: 9 });
    expect(findPasswordFlaw('abcdefghi', 9)).toBeNull();
  });

  it('[RECO-15] a recovery password contains only letters, digits and ! @ # $ % ^ & * ( ) - _ + .', () => {
    const letters = 'abcdefghijklmnopqrstuvwxyz';
    const named = new Set(`${letters}${letters.toUpperCase()}0123456789!@#$%^&*()-_+.`);
    const ascii = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));
    for (const sign of [...ascii, 'é', 'ß', 'я', '漢', '😀', '\u00a0']) {
      const flaw = findPasswordFlaw(`abcdef${sign}`);
      expect(flaw === null, `${JSON.stringify(sign)} is allowed`).toBe(named.has(sign));
    }
  });

  it('[RECO-16] findPasswordFlaw lists each forbidden character of a recovery password once, in the order typed, with a space as SPACE', () => {
    expect(findPasswordFlaw('käse brot=käse 😀')).toEqual({
      kind: 'characters',
      offenders: ['ä', 'SPACE', '=', '😀'],
    });
  });
});

describe('the strength of a password', () => {
  const entropy = (length: number, pool: number) => (length * Math.log2(pool)) / 95 / 2;

  it.each([
    ['abcdefg', 0, 26],
    ['aB3$efg', 0, 95],
    ['abcdefgh', 1 / 3, 26],
    ['ABCDEFGH', 1 / 3, 26],
    ['12345678', 1 / 3, 10],
    ['!@#$%^&*', 1 / 3, 33],
    ['abcdEFGH', 2 / 3, 52],
    ['abcdEF12', 1, 62],
    ['abcdEF1!', 1, 95],
    ['abcd.123', 1, 69],
  ])(
    '[RECO-18] [RECO-19] scorePassword scores password %s with variety %d and a pool of %i',
    (password, variety, pool) => {
      expect(scorePassword(password)).toBeCloseTo(0.15 * variety + entropy(password.length, pool), 12);
    },
  );

  it('an empty password has the score zero and the rating Weak', () => {
    expect(scorePassword('')).toBe(0);
    expect(passwordStrengthOf('')).toBe('Weak');
  });

  it('[RECO-20] a password is Strong with a score above 0.9, Medium above 0.5, and Weak below or if it is not allowed', () => {
    const scores = { abcdefgh: 'Weak', abcdEF12gh: 'Weak', abcdEF12ghij: 'Medium' } as const;
    for (const [password, strength] of Object.entries(scores))
      expect(passwordStrengthOf(password), `${password} ${scorePassword(password)}`).toBe(strength);
    // Boundaries: the shortest password above each threshold, and the password with one character fewer.
    const digits = (length: number) => '7'.repeat(length);
    const first = (above: number) =>
      Array.from({ length: 100 }, (_, length) => length).find((n) => scorePassword(digits(n)) > above) ?? 0;
    expect(passwordStrengthOf(digits(first(0.5)))).toBe('Medium');
    expect(passwordStrengthOf(digits(first(0.5) - 1))).toBe('Weak');
    expect(passwordStrengthOf(digits(first(0.9)))).toBe('Strong');
    expect(passwordStrengthOf(digits(first(0.9) - 1))).toBe('Medium');
    expect(passwordStrengthOf('correct horse battery staple, all of it')).toBe('Weak');
    expect(passwordStrengthOf(digits(first(0.9)), 200)).toBe('Weak');
  });
});

describe('a generated password', () => {
  it('[RECO-21] a generated password is valid, not weak, and has four words from the word list, joined by -', () => {
    const password = generatePassword((bytes) => crypto.getRandomValues(bytes), 6);
    const words = password.split('-');
    expect(words).toHaveLength(4);
    expect(words.every((word) => wordList.includes(word))).toBe(true);
    expect(findPasswordFlaw(password)).toBeNull();
    expect(passwordStrengthOf(password)).not.toBe('Weak');
  });

  it('[RECO-21] generatePassword generates each of the 8192 words of a recovery password with the same probability', () => {
    expect(new Set(wordList).size).toBe(8192);
    expect(wordList.every((word) => /^[a-z]{4,8}$/.test(word))).toBe(true);
    // Each word corresponds to the same number of byte pairs: 65,536 / 8,192.
    const seen = new Map<string, number>();
    for (let pair = 0; pair < 65_536; pair += 4) {
      let next = pair;
      const random = (bytes: Uint8Array<ArrayBuffer>) => {
        bytes.set([next >> 8, next & 0xff]);
        next += 1;
        return bytes;
      };
      for (const word of generatePassword(random, 0).split('-')) seen.set(word, (seen.get(word) ?? 0) + 1);
    }
    expect(seen.size).toBe(8192);
    expect(new Set(seen.values())).toEqual(new Set([8]));
  });

  it("[RECO-21] generateRecoveryPassword generates a recovery password with the browser's cryptographic random generator", async () => {
    const draws: number[] = [];
    const drawn = vi.spyOn(crypto, 'getRandomValues').mockImplementation((bytes) => {
      draws.push(draws.length);
      return Object.assign(bytes as Uint8Array, [draws.length, 7]) as unknown as typeof bytes;
    });
    const client = createClient({
      appId: 'latchkey-demo-app-0000001',
      apiUrl: 'https://auth.tidewater.example',
    });
    draws.length = 0;
    const password = await generateRecoveryPassword(client);
    drawn.mockRestore();
    expect(password).toBe([1, 2, 3, 4].map((draw) => wordList[draw * 256 + 7]).join('-'));
  });

  it('a recovery password that the host generates before the client has started has the length that the app requires', async () => {
    const service = await createTestService({
      apps: [
        {
          id: 'latchkey-test-app-0000001',
          name: 'Test app',
          email_auth: true,
          allowed_origins: ['http://localhost:3000'],
          embedded_wallet_config: { create_on_login: 'off', recovery_password_min_length: 64 },
        },
      ],
    });
    const { client } = createTestClient(service);
    expect(findPasswordFlaw(await generateRecoveryPassword(client), 64)).toBeNull();
    const unknown = createTestClient(service, { appId: 'latchkey-test-app-0000404' });
    await expect(generateRecoveryPassword(unknown.client)).rejects.toMatchObject({ code: 'app_not_found' });
    await service.close();
  });

  it('generatePassword generates a recovery password of at least the length that the app requires', () => {
    const password = generatePassword((bytes) => crypto.getRandomValues(bytes), 60);
    expect(password.length).toBeGreaterThanOrEqual(60);
    expect(findPasswordFlaw(password, 60)).toBeNull();
  });
});
