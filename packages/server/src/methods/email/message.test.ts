import { expect, test } from 'vitest';
import { composeCodeMessage } from './message.ts';

const code = '048213';

test('a mail has its code alone on a line, and not in the subject', () => {
  const { subject, text, html } = composeCodeMessage({ appName: 'Harbour', code, purpose: 'login' });
  expect(text.split('\n')).toContain(code);
  expect(html).toContain(`>${code}<`);
  expect(subject).toBe('Your login code for Harbour');
  for (const part of [text, html]) {
    expect(part).toContain('Harbour');
    expect(part).toContain('you can ignore this email');
  }
});

test('a mail with a code contains no picture, script, frame, form or link', () => {
  const { html } = composeCodeMessage({ appName: 'Harbour', code, purpose: 'login' });
  expect(html).not.toMatch(/<(?:img|script|link|iframe|a|form)\b|url\(|https?:/i);
});

test('a hostile app name becomes plain text in a mail: no tags, no second line, no change of direction', () => {
  const appName =
    'Evil"><img src=x onerror=alert(1)>\r\nBcc: eve@example.com\n999999\n\u202Egnp.exe\u2028<b>';
  const { subject, text, html } = composeCodeMessage({ appName, code, purpose: 'login' });
  expect(subject).not.toMatch(/[\r\n\u202E\u2028]/);
  expect(text.split('\n').filter((line) => /^\s*\d{6}\s*$/.test(line))).toEqual([code]);
  expect(html).not.toMatch(/<img|<b>|\u202E/);
  expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;');
});

test('invisible characters in an app name are left out of a mail, or become a space', () => {
  const { subject, text, html } = composeCodeMessage({
    appName: 'Har\u2800bour\u3164\u{e0101}',
    code,
    purpose: 'login',
  });
  expect(subject).toBe('Your login code for Har bour');
  for (const part of [text, html]) expect(part).not.toMatch(/\p{Default_Ignorable_Code_Point}|\u2800/u);
});

test('an app name in Cyrillic, Chinese or Hebrew, or with an apostrophe, is unchanged in the subject of a mail', () => {
  for (const appName of ['Бухта', '港口 & 灯', "O'Brien", 'קוד']) {
    expect(composeCodeMessage({ appName, code, purpose: 'login' }).subject).toBe(
      `Your login code for ${appName}`,
    );
  }
});

test('a mail with a link code says that it adds the address to an account, and not that it logs in', () => {
  const { subject, text, html } = composeCodeMessage({
    appName: 'Harbour',
    code,
    purpose: 'link did:privy:x',
  });
  expect(subject).toBe('Confirm this address for Harbour');
  for (const part of [text, html]) {
    expect(part).toContain('Your code to add this address to an account at Harbour:');
    expect(part).not.toMatch(/log in|did:privy/);
  }
});
