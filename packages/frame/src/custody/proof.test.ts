import { describe, expect, it } from 'vitest';
import { fromBase64url, toBase64url, utf8 } from '../bytes.ts';
import { createProofKey, type ProofFacts, signProof } from './proof.ts';

const facts: ProofFacts = {
  url: 'https://service.example/api/v1/frame/wallets/connect',
  token: 'h.claims.s',
  nonce: 'nonce-of-the-service',
  parentOrigin: 'https://app.example',
  bodyText: '{"parent_origin":"https://app.example"}',
  nowMs: 1_700_000_000_999,
};
const read = (part = '') => JSON.parse(new TextDecoder().decode(fromBase64url(part)));
const hash = async (text: string) =>
  toBase64url(new Uint8Array(await crypto.subtle.digest('SHA-256', utf8(text))));

describe('a proof of possession', () => {
  it('binds a proof to method, URL, token, nonce, embedding page and body (RFC 9449)', async () => {
    const [header, claims] = (await signProof(await createProofKey(), facts))
      .split('.')
      .slice(0, 2)
      .map(read);
    expect(header).toEqual({
      typ: 'dpop+jwt',
      alg: 'ES256',
      jwk: { kty: 'EC', crv: 'P-256', x: expect.any(String), y: expect.any(String) },
    });
    expect(claims).toEqual({
      jti: expect.stringMatching(/^[\w-]{22}$/),
      htm: 'POST',
      htu: facts.url,
      iat: 1_700_000_000,
      ath: await hash(facts.token),
      nonce: facts.nonce,
      po: facts.parentOrigin,
      bh: await hash(facts.bodyText),
    });
  });

  it('signs each proof anew with the key in its header', async () => {
    const key = await createProofKey();
    const [first, second] = [await signProof(key, facts), await signProof(key, facts)];
    expect(first.split('.')[1]).not.toBe(second.split('.')[1]);
    const [header, claims, signature] = first.split('.');
    const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };
    const publicKey = await crypto.subtle.importKey('jwk', read(header).jwk, algorithm, false, ['verify']);
    const verify = { name: 'ECDSA', hash: 'SHA-256' };
    const signed = utf8(`${header}.${claims}`);
    expect(await crypto.subtle.verify(verify, publicKey, fromBase64url(signature ?? ''), signed)).toBe(true);
  });

  it('[S7] creates a proof key whose private part cannot be exported', async () => {
    const { privateKey } = await createProofKey();
    expect(privateKey.extractable).toBe(false);
    await expect(crypto.subtle.exportKey('jwk', privateKey)).rejects.toThrow();
  });
});
