import { generateKeyPairSync } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { expect, test } from 'vitest';
import { clientProofOf } from './clientProof.ts';

const proofWith = (secret: string) =>
  clientProofOf(
    'signed',
    { id: 'com.example.app', secret, teamId: 'TEAM', keyId: 'KEY' },
    {
      idName: 'client_id',
      nowMs: 1_000_000,
    },
  );
const toPem = ({ privateKey }: ReturnType<typeof generateKeyPairSync>) =>
  privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

test('a client secret for Apple is signed with a P-256 key', async () => {
  const { form } = await proofWith(toPem(generateKeyPairSync('ec', { namedCurve: 'P-256' })));
  expect(decodeProtectedHeader(`${form.client_secret}`)).toEqual({ alg: 'ES256', kid: 'KEY' });
  expect(decodeJwt(`${form.client_secret}`)).toMatchObject({
    iss: 'TEAM',
    sub: 'com.example.app',
    exp: 1_300,
  });
});

test.each([
  ['a text', 'no key'],
  ['an RSA key', toPem(generateKeyPairSync('rsa', { modulusLength: 2048 }))],
  ['a key of another curve', toPem(generateKeyPairSync('ec', { namedCurve: 'P-384' }))],
])('%s in place of the private key for Apple is refused as not_supported', async (_, secret) => {
  await expect(proofWith(secret)).rejects.toMatchObject({
    code: 'not_supported',
    details: { reason: 'provider_key' },
  });
});
