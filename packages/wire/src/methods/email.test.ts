import { runInNewContext } from 'node:vm';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { emailAuthenticateBodySchema, isEmail, limits, sendCodeBodySchema } from '../index.ts';

describe('email addresses', () => {
  it.each([
    'a@b.co',
    'first.last+tag@sub.example.org',
    "o'neil@example.ie",
    'ü@example.com',
    `${'a'.repeat(64)}@b.co`,
  ])('isEmail() accepts the address %s', (address) => expect(isEmail(address)).toBe(true));

  it.each([
    '',
    'plain',
    '@b.co',
    'a@b',
    'a@@b.co',
    'a b@c.co',
    'a@b..co',
    'a@-b.co',
    'a@b.co\nbcc:x@y.zz',
    'a<b@c.co>',
    `${'a'.repeat(65)}@b.co`,
    `a@${'b'.repeat(250)}.co`,
  ])('isEmail() refuses the address %j', (address) => expect(isEmail(address)).toBe(false));

  it('isEmail() does not take more than a minute for a very long text', () => {
    const text = `${'a'.repeat(200)}@${'a-'.repeat(2_000_000)}`;
    // A linear check ends within a minute on any machine. A slower one would take hours.
    expect(runInNewContext('read()', { read: () => isEmail(text) }, { timeout: 60_000 })).toBe(false);
  });

  it('an email address in a request is trimmed and converted to lower case', () => {
    expect(v.parse(sendCodeBodySchema(), { email: ' Mia@Example.ORG' }).email).toBe('mia@example.org');
  });
});

describe('codes', () => {
  it('[CODE-09] a code must have six digits, apart from white space around it', () => {
    expect(limits.codeLength).toBe(6);
    expect(v.parse(emailAuthenticateBodySchema(), { email: 'a@b.co', code: ' 012345\n' }).code).toBe(
      '012345',
    );
    for (const code of ['12345', '1234567', '12a456', '12345½', ''])
      expect(v.is(emailAuthenticateBodySchema(), { email: 'a@b.co', code }), code).toBe(false);
  });
});
