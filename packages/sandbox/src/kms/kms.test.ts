import { createHash, createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { createKmsRoutes, kmsCredentials, kmsKeyArns } from './index.ts';

const nowMs = Date.UTC(2026, 10, 21, 12, 0, 0);
const routes = createKmsRoutes(() => nowMs);
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

interface Flaws {
  secret?: string;
  date?: string;
  service?: string;
  signed?: string[];
  /** Values sent instead of the signed ones. */
  sent?: { body?: string; target?: string; type?: string };
  authorization?: string | null;
}

async function encrypt(flaws: Flaws = {}, input: object = {}) {
  const body = JSON.stringify({ KeyId: kmsKeyArns[0], Plaintext: 'QUJD', ...input });
  const date = flaws.date ?? '20261121T120000Z';
  const headers: Record<string, string> = {
    'content-type': 'application/x-amz-json-1.1',
    host: 'kms.test',
    'x-amz-date': date,
    'x-amz-target': 'TrentService.Encrypt',
  };
  const signed = flaws.signed ?? Object.keys(headers);
  const lines = signed.map((name) => `${name}:${headers[name]}\n`).join('');
  const canonical = ['POST', '/', '', lines, signed.join(';'), sha256(body)].join('\n');
  const parts = [date.slice(0, 8), 'eu-central-1', flaws.service ?? 'kms', 'aws4_request'];
  const key = parts.reduce<string | Buffer>(hmac, `AWS4${flaws.secret ?? kmsCredentials.secretAccessKey}`);
  const toSign = ['AWS4-HMAC-SHA256', date, parts.join('/'), sha256(canonical)].join('\n');
  const signature = hmac(key, toSign).toString('hex');
  const scope = `${kmsCredentials.accessKeyId}/${parts.join('/')}`;
  const own = `AWS4-HMAC-SHA256 Credential=${scope}, SignedHeaders=${signed.join(';')}, Signature=${signature}`;
  const authorization = flaws.authorization === undefined ? own : flaws.authorization;
  const { sent = {} } = flaws;
  const response = await routes.request('http://kms.test/', {
    method: 'POST',
    headers: {
      ...headers,
      ...(authorization === null ? {} : { authorization }),
      ...(sent.target ? { 'x-amz-target': sent.target } : {}),
      ...(sent.type ? { 'content-type': sent.type } : {}),
    },
    body: sent.body ?? body,
  });
  const reply = (await response.json()) as { __type?: string; CiphertextBlob?: string };
  return reply.__type ?? (reply.CiphertextBlob ? 'taken' : 'empty');
}

test('the stand-in for KMS accepts a request that is signed as AWS documents', async () => {
  expect(await encrypt()).toBe('taken');
  expect(await encrypt({ date: '20261121T120459Z' })).toBe('taken');
});

test.each<[string, Flaws, string]>([
  ['no signature', { authorization: null }, 'MissingAuthenticationToken'],
  ['a bearer token', { authorization: 'Bearer x' }, 'IncompleteSignature'],
  ['a signature by another secret', { secret: 'other' }, 'InvalidSignatureException'],
  ['the scope of another service', { service: 's3' }, 'IncompleteSignature'],
  ['a clock that is six minutes off', { date: '20261121T120600Z' }, 'InvalidSignatureException'],
  ['a target that is not signed', { signed: ['content-type', 'host', 'x-amz-date'] }, 'IncompleteSignature'],
  ['another body than the signed one', { sent: { body: '{}' } }, 'InvalidSignatureException'],
  [
    'another action than the signed one',
    { sent: { target: 'TrentService.Decrypt' } },
    'InvalidSignatureException',
  ],
  [
    'another content type than the signed one',
    { sent: { type: 'application/json' } },
    'InvalidSignatureException',
  ],
])('the stand-in for KMS refuses a request with %s', async (_, flaws, error) => {
  expect(await encrypt(flaws)).toBe(error);
});

test.each<[string, object, string]>([
  ['an unknown key', { KeyId: 'arn:aws:kms:eu-central-1:111122223333:key/none' }, 'NotFoundException'],
  ['an alias', { KeyId: 'alias/latchkey' }, 'NotFoundException'],
  ['plain text that is not base64', { Plaintext: '?' }, 'ValidationException'],
  [
    'a plain text that is too long',
    { Plaintext: Buffer.alloc(4097).toString('base64') },
    'ValidationException',
  ],
  ['a context that is not a map of strings', { EncryptionContext: { app: 1 } }, 'ValidationException'],
])('the stand-in for KMS refuses to encrypt with %s', async (_, input, error) => {
  expect(await encrypt({}, input)).toBe(error);
});
