import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { openServiceToken, signServiceToken, toServiceKey } from './serviceToken.ts';

test('[S20] a token that lacks a part or has one too many opens nothing, and stops nothing', () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const service = toServiceKey('one', privateKey);
  const token = signServiceToken(service, { sub: 'ada' });
  const open = (text: string) => openServiceToken([{ service }], text);
  expect(open(token)).toEqual({ sub: 'ada' });
  const [header = '', payload = '', mac = ''] = token.split('.');
  for (const text of [
    '',
    header,
    `${header}.${payload}`,
    `${header}..${mac}`,
    `${token}.`,
    `${token}.${mac}`,
  ])
    expect([text, open(text)]).toEqual([text, null]);
});
