import { expect, test } from 'vitest';
import { describePasskey } from './describePasskey.ts';

const nobody = '00000000-0000-0000-0000-000000000000';
const mozilla = 'Mozilla/5.0';
const webKit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';

test.each([
  [`${mozilla} (Windows NT 10.0; Win64; x64) ${webKit} Chrome/141.0.0.0 Safari/537.36`, 'Chrome', 'Windows'],
  [`${mozilla} (Windows NT 10.0) ${webKit} Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0`, 'Edge', 'Windows'],
  [
    `${mozilla} (Macintosh; Intel Mac OS X 10_15_7) ${webKit} Version/26.0 Safari/605.1.15`,
    'Safari',
    'macOS',
    'Mac',
  ],
  [
    `${mozilla} (iPhone; CPU iPhone OS 18_7 like Mac OS X) ${webKit} Version/26.0 Mobile/15E148 Safari/604.1`,
    'Safari',
    'iOS',
    'iPhone',
  ],
  [
    `${mozilla} (iPhone; CPU iPhone OS 18_7 like Mac OS X) ${webKit} CriOS/141.0 Mobile/15E148 Safari/604.1`,
    'Chrome',
    'iOS',
    'iPhone',
  ],
  [
    `${mozilla} (Linux; Android 10; K) ${webKit} SamsungBrowser/28.0 Chrome/130.0 Mobile`,
    'Samsung Internet',
    'Android',
  ],
  [`${mozilla} (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0`, 'Firefox', 'Linux'],
  [
    `${mozilla} (X11; CrOS x86_64 14541.0.0) ${webKit} Chrome/141.0.0.0 Safari/537.36 OPR/120.0`,
    'Opera',
    'ChromeOS',
  ],
])(
  'a passkey that was created in %s is described by its browser, system and, if known, device',
  (userAgent, browser, system, device?: string) => {
    expect(describePasskey(nobody, userAgent)).toEqual({
      created_with_browser: browser,
      created_with_os: system,
      ...(device ? { created_with_device: device } : {}),
    });
  },
);

test('a passkey of a known authenticator model has the name of the model; unknown values are left out', () => {
  expect(describePasskey('bada5566-a7aa-401f-bd96-45619a55120d', '')).toEqual({
    authenticator_name: '1Password',
  });
  expect(describePasskey(nobody, 'curl/8.5.0')).toEqual({});
});
