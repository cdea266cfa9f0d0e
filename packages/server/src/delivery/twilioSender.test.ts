import { type Sandbox, startSandbox } from '@latchkey/sandbox';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSmsSender, readTwilioUrl } from './index.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0 });
});
afterAll(() => sandbox.close());

const log = pino({ enabled: false });
const text = '042137 is your code to log in to Acorn.\n\n@shop.example #042137';
const senderOf = (url: string | null) => createSmsSender(url, { fetch, log });

test('the SMS sender delivers a text through Twilio’s Messages API', async () => {
  await senderOf(sandbox.smsUrl).send({ to: '+12015550123', text });
  expect(sandbox.inbox.list('+12015550123')).toMatchObject([{ channel: 'sms', text, code: '042137' }]);
});

test.each([
  ['+15005550001', 'not_supported'],
  ['+15005550003', 'not_supported'],
  ['+15005550009', 'not_supported'],
  ['not a number', 'not_supported'],
])('sending a text to %s, which the provider never reaches, fails with %s', async (to, code) => {
  await expect(senderOf(sandbox.smsUrl).send({ to, text })).rejects.toMatchObject({ code });
});

/** Addresses with wrong credentials, a wrong sender, and no answer. */
const failingUrls = () => [
  sandbox.smsUrl.replace(':sandbox@', ':wrong@'),
  sandbox.smsUrl.replace(/from=.*/, 'from=%2B15005550007'),
  'twilio+http://ACsandbox:sandbox@127.0.0.1:9?from=%2B15005550006',
];

test('[ERR-13] sending a text fails with twilio_verification_failed if the credentials or the sender are wrong, or Twilio does not answer', async () => {
  for (const url of failingUrls()) {
    await expect(senderOf(url).send({ to: '+12015550123', text })).rejects.toMatchObject({
      code: 'twilio_verification_failed',
      message: 'The text message could not be sent',
    });
  }
});

test('sending a text without an SMS provider fails with delivery_failed', async () => {
  const sending = senderOf(null).send({ to: '+12015550123', text });
  await expect(sending).rejects.toMatchObject({ code: 'delivery_failed' });
});

test('[S48, S49] the log of a failed text contains no number, code or secret', async () => {
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(line) });
  const fails = failingUrls().map((url) => ({ url, to: '+12015550123' }));
  for (const { url, to } of [...fails, { url: sandbox.smsUrl, to: '+15005550001' }]) {
    await expect(createSmsSender(url, { fetch, log }).send({ to, text })).rejects.toThrow();
  }
  expect(lines).toHaveLength(fails.length + 1);
  expect(lines.join('')).not.toMatch(/2015550123|5005550001|042137|sandbox|wrong/);
});

test('an address of Twilio requires account, secret and sender', () => {
  expect(readTwilioUrl('twilio://AC1:secret@api.twilio.com?from=%2B15550100')).toEqual({
    endpoint: 'https://api.twilio.com/2010-04-01/Accounts/AC1/Messages.json',
    authorization: `Basic ${btoa('AC1:secret')}`,
    from: '+15550100',
  });
  expect(readTwilioUrl('twilio://AC1:se%40cret@api.twilio.com?from=MG12ab')?.authorization).toBe(
    `Basic ${btoa('AC1:se@cret')}`,
  );
  for (const wrong of [
    'https://AC1:secret@api.twilio.com?from=%2B15550100',
    'twilio://api.twilio.com?from=%2B15550100',
    'twilio://AC1@api.twilio.com?from=%2B15550100',
    'twilio://AC1:secret@api.twilio.com',
    'twilio://AC1:secret@api.twilio.com?from=Acorn Inc',
    'twilio://AC1:50%off@api.twilio.com?from=%2B15550100',
  ]) {
    expect(readTwilioUrl(wrong), wrong).toBeNull();
  }
});
