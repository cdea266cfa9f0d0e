import { describe, expect, it } from 'vitest';
import { createKit, type ExitKit, openKit, readKit } from './exitKit.ts';

/** Digest of all inputs in place of Argon2id, which is tested with vectors of its own. */
const stretch = async ({ password, salt, kdf }: Parameters<Parameters<typeof openKit>[2]>[0]) => {
  const text = JSON.stringify([...password, ...salt, kdf.memory_kib, kdf.iterations, kdf.parallelism]);
  return new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
};
const entropy = () => Uint8Array.from({ length: 16 }, (_, index) => index);
const facts = {
  app_id: 'app-1',
  kind: 'created',
  wallets: [{ address: '0xA', chain_type: 'ethereum', wallet_index: 0 }],
} as const;
const make = () => createKit(facts, entropy(), 'correct horse', stretch);

describe('an exit kit', () => {
  it('opens a kit with its password, in either form of a composed letter, and not with another password', async () => {
    const kit = readKit(JSON.stringify(await make())) as ExitKit;
    expect(kit).toMatchObject({
      format: 'latchkey-exit-1',
      ...facts,
      kdf: { memory_kib: 65_536, iterations: 3 },
    });
    expect(await openKit(kit, 'correct horse', stretch)).toEqual(entropy());
    expect(await openKit(kit, 'correct horsf', stretch)).toBeNull();
    const composed = await createKit(facts, entropy(), 'pa\u00df\u00e9wort12', stretch);
    expect(await openKit(composed, 'pa\u00dfe\u0301wort12', stretch)).toEqual(entropy());
  });

  it('creates each kit with a new salt and ciphertext, and without the entropy in base64url', async () => {
    const [one, other] = [await make(), await make()];
    expect(one.salt).not.toBe(other.salt);
    expect(one.sealed).not.toBe(other.sealed);
    expect(JSON.stringify(one)).not.toContain('AAECAwQFBgcICQoLDA0ODw');
  });

  it.each<[string, (kit: ExitKit) => Partial<ExitKit>]>([
    ['app', () => ({ app_id: 'app-2' })],
    ['kind', () => ({ kind: 'imported-phrase' })],
    ['address', () => ({ wallets: [{ ...facts.wallets[0], address: '0xB' }] })],
    ['chain', () => ({ wallets: [{ ...facts.wallets[0], chain_type: 'solana' }] })],
    ['list of wallets', () => ({ wallets: [] })],
    ['number of iterations', ({ kdf }) => ({ kdf: { ...kdf, iterations: 4 } })],
    ['salt', () => ({ salt: 'AAAAAAAAAAAAAAAAAAAAAA' })],
    ['ciphertext', ({ sealed }) => ({ sealed: sealed.replace(/^./, (char) => (char === 'A' ? 'B' : 'A')) })],
  ])('does not open an exit kit whose %s was changed', async (_, change) => {
    const kit = await make();
    const changed = readKit(JSON.stringify({ ...kit, ...change(kit) })) as ExitKit;
    expect(await openKit(changed, 'correct horse', stretch)).toBeNull();
  });

  it.each<[string, (kit: ExitKit) => unknown]>([
    ['a later version', (kit) => ({ ...kit, format: 'latchkey-exit-2' })],
    ['another algorithm', (kit) => ({ ...kit, kdf: { ...kit.kdf, algorithm: 'scrypt' } })],
    ['more memory than there is', (kit) => ({ ...kit, kdf: { ...kit.kdf, memory_kib: 2 ** 31 } })],
    ['five times the memory of our kits', (kit) => ({ ...kit, kdf: { ...kit.kdf, memory_kib: 5 * 65_536 } })],
    ['three times the iterations of our kits', (kit) => ({ ...kit, kdf: { ...kit.kdf, iterations: 9 } })],
    ['seventeen lanes', (kit) => ({ ...kit, kdf: { ...kit.kdf, parallelism: 17 } })],
    ['no wallets', ({ wallets: _, ...kit }) => kit],
    ['a list', () => []],
    ['null', () => null],
  ])('does not read a wrong exit kit: %s', async (_, change) => {
    expect(readKit(JSON.stringify(change(await make())))).toBeNull();
  });

  it('reads an exit kit with four times the memory of our kits and eight iterations', async () => {
    const kit = await make();
    const raised = { ...kit, kdf: { ...kit.kdf, memory_kib: 4 * 65_536, iterations: 8 } };
    expect(readKit(JSON.stringify(raised))).toEqual(raised);
  });

  it('does not read a kit that is not JSON', () => expect(readKit('latchkey-exit-1')).toBeNull());
});
