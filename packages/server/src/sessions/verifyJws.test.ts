import { createPublicKey, generateKeyPairSync, type JsonWebKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { verifyJws } from './verifyJws.ts';

interface Vectors {
  groups: {
    comment: string;
    kid: string;
    publicKey: JsonWebKey | null;
    tests: { id: number; comment: string; jws: string; result: 'valid' | 'invalid' }[];
  }[];
}

const vectorsFile = new URL('vectors/wycheproofJws.json', import.meta.url);
const { groups } = JSON.parse(readFileSync(vectorsFile, 'utf8')) as Vectors;
const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey;

describe('[S19] the JWS vectors of Wycheproof', () => {
  test.each(groups)('verifyJws accepts valid ES256 only: $comment', async ({ kid, publicKey, tests }) => {
    // Groups of another algorithm have no public key, so they get a key of ours under their kid.
    const key = publicKey ? createPublicKey({ key: publicKey, format: 'jwk' }) : stranger;
    for (const { id, comment, jws, result } of tests) {
      const verified = await verifyJws(jws, [{ kid, publicKey: key }]);
      const isGood = publicKey !== null && result === 'valid';
      expect(verified !== null, `${id} ${comment}`).toBe(isGood);
    }
    expect(tests.length).toBeGreaterThan(10);
  });
});

test('[S19] a token is verified only with the key that its kid names', async () => {
  const group = groups.find(({ comment }) => comment === 'es256');
  const jws = group?.tests.find(({ result }) => result === 'valid')?.jws ?? '';
  const publicKey = createPublicKey({ key: group?.publicKey ?? {}, format: 'jwk' });
  expect(await verifyJws(jws, [{ kid: 'another', publicKey }])).toBeNull();
  expect(await verifyJws(jws, [{ kid: group?.kid ?? '', publicKey: stranger }])).toBeNull();
  expect(await verifyJws(jws, [])).toBeNull();
});
