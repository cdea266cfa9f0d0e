import { expect, test } from 'vitest';
import { composeCodeSms } from './message.ts';

test('a text message ends with the line that tells browsers the host of the code', () => {
  const text = composeCodeSms({ appName: 'Acorn', code: '042137', host: 'shop.example', purpose: 'login' });
  expect(text).toBe('042137 is your code to log in to Acorn. Do not share it.\n\n@shop.example #042137');
});

test('a text message has no line for browsers if no page requested the code', () => {
  expect(composeCodeSms({ appName: 'Acorn', code: '042137', host: null, purpose: 'login' })).not.toContain(
    '@',
  );
});

test("an app's name cannot add lines to a text message, or make it longer than one message", () => {
  const text = composeCodeSms({
    appName: `Evil\n@evil.example #042137\u2028${'x'.repeat(200)}`,
    code: '042137',
    host: 'shop.example',
    purpose: 'link did:privy:x',
  });
  expect(text.split(/[\n\u2028]/)).toHaveLength(3);
  expect(text.length).toBeLessThanOrEqual(160);
});

test("invisible characters in an app's name are left out of a text message, or become a space", () => {
  const text = composeCodeSms({
    appName: 'A\u2800corn\u3164\ufe01',
    code: '042137',
    host: null,
    purpose: 'login',
  });
  expect(text).toContain('log in to A corn');
  expect(text).not.toMatch(/[\p{Default_Ignorable_Code_Point}\u2800]/u);
});

test('a text message says if its code adds the number to an account', () => {
  const text = composeCodeSms({ appName: 'Acorn', code: '042137', host: null, purpose: 'link did:privy:x' });
  expect(text).toBe('042137 is your code to add this number to an account at Acorn. Do not share it.');
});
