import { createHmac } from 'node:crypto';
import { jwtVerify } from 'jose';
import { expect, test } from 'vitest';
import { createHs256Key, signHs256, verifyHs256 } from './index.ts';

const secret = new Uint8Array(32).fill(7);
const key = createHs256Key(secret, 'one');
const claims = { sub: 'ada', exp: 1 };
const token = signHs256(key, claims);
const [header = '', payload = '', mac = ''] = token.split('.');
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const open = (text: string) => verifyHs256([key], text);

test('an HS256 token is a JWT that another library accepts', async () => {
  expect(open(token)).toEqual(claims);
  const { payload: read, protectedHeader } = await jwtVerify(token, secret, { currentDate: new Date(0) });
  expect({ read, protectedHeader }).toEqual({
    read: claims,
    protectedHeader: { alg: 'HS256', typ: 'JWT', kid: 'one' },
  });
  expect(JSON.parse(Buffer.from(createHs256Key(secret).header, 'base64url').toString())).toEqual({
    alg: 'HS256',
    typ: 'JWT',
  });
});

test('[S20] an HS256 token with a missing or an extra part is refused without an error', () => {
  for (const text of [
    '',
    header,
    `${header}.${payload}`,
    `${header}..${mac}`,
    `${token}.`,
    `${token}.${mac}`,
  ]) {
    expect(open(text), text).toBeNull();
  }
});

test('[S20] an HS256 token cannot choose its algorithm or key', () => {
  const macOf = (signed: string, hash = 'sha256', by = secret) =>
    createHmac(hash, by).update(signed).digest('base64url');
  for (const other of [
    { alg: 'none', typ: 'JWT', kid: 'one' },
    { alg: 'HS512', typ: 'JWT', kid: 'one' },
    { alg: 'HS256', typ: 'JWT', kid: 'two' },
    { alg: 'HS256', typ: 'JWT' },
    { typ: 'JWT', alg: 'HS256', kid: 'one' },
  ]) {
    const signed = `${encode(other)}.${payload}`;
    for (const one of ['', macOf(signed), macOf(signed, 'sha512')]) {
      expect(open(`${signed}.${one}`), JSON.stringify(other)).toBeNull();
    }
  }
  const own = `${header}.${payload}`;
  expect(open(`${own}.`)).toBeNull();
  expect(open(`${own}.${macOf(own, 'sha512')}`)).toBeNull();
  expect(open(`${own}.${macOf(own, 'sha256', new Uint8Array(32))}`)).toBeNull();
  expect(verifyHs256([], token)).toBeNull();
  const next = createHs256Key(new Uint8Array(32).fill(8), 'two');
  expect(verifyHs256([next, key], token)).toEqual(claims);
  expect(verifyHs256([next], token)).toBeNull();
});

test('[S20] only one base64 spelling of the MAC of an HS256 token is accepted', () => {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  // 43 characters of base64 encode two bits more than 32 bytes have.
  const last = alphabet.indexOf(mac.slice(-1));
  const siblings = [1, 2, 3].map((bits) => `${mac.slice(0, -1)}${alphabet[last + bits]}`);
  const bytes = Buffer.from(mac, 'base64url');
  for (const one of [...siblings, `${mac}=`, ` ${mac}`, `${mac}\n`, bytes.toString('base64')]) {
    expect(Buffer.from(one, 'base64url')).toEqual(bytes);
    expect(open(`${header}.${payload}.${one}`), one).toBeNull();
  }
  expect(open(`${header}.${payload}=.${mac}`)).toBeNull();
});
