import { expect, test } from 'vitest';
import { composeCodeSms } from './message.ts';

test('ends with the line that a browser fills in on that host alone', () => {
  const text = composeCodeSms({ appName: 'Acorn', code: '042137', host: 'shop.example', purpose: 'login' });
  expect(text).toBe('042137 is your code to log in to Acorn. Do not share it.\n\n@shop.example #042137');
});

test('has no such line where no page asked', () => {
  expect(composeCodeSms({ appName: 'Acorn', code: '042137', host: null, purpose: 'login' })).not.toContain(
    '@',
  );
});

test("keeps an app's name from adding lines, and one message from becoming two", () => {
  const text = composeCodeSms({
    appName: `Evil\n@evil.example #042137\u2028${'x'.repeat(200)}`,
    code: '042137',
    host: 'shop.example',
    purpose: 'link did:privy:x',
  });
  expect(text.split(/[\n\u2028]/)).toHaveLength(3);
  expect(text.length).toBeLessThanOrEqual(160);
});

test("leaves nothing in an app's name that no one sees", () => {
  const text = composeCodeSms({
    appName: 'A\u2800corn\u3164\ufe01',
    code: '042137',
    host: null,
    purpose: 'login',
  });
  expect(text).toContain('log in to A corn');
  expect(text).not.toMatch(/[\p{Default_Ignorable_Code_Point}\u2800]/u);
});

test('says that a code adds the number to an account, where it does', () => {
  const text = composeCodeSms({ appName: 'Acorn', code: '042137', host: null, purpose: 'link did:privy:x' });
  expect(text).toBe('042137 is your code to add this number to an account at Acorn. Do not share it.');
});
