import { expect, test } from 'vitest';
import { composeCodeSms } from './message.ts';

test('ends with the line that a browser fills in on that host alone', () => {
  const text = composeCodeSms({ appName: 'Acorn', code: '042137', host: 'shop.example' });
  expect(text).toBe('042137 is your code to log in to Acorn. Do not share it.\n\n@shop.example #042137');
});

test('has no such line where no page asked', () => {
  expect(composeCodeSms({ appName: 'Acorn', code: '042137', host: null })).not.toContain('@');
});

test("keeps an app's name from adding lines, and one message from becoming two", () => {
  const text = composeCodeSms({
    appName: `Evil\n@evil.example #042137\u2028${'x'.repeat(200)}`,
    code: '042137',
    host: 'shop.example',
  });
  expect(text.split(/[\n\u2028]/)).toHaveLength(3);
  expect(text.length).toBeLessThanOrEqual(160);
});
