import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { secretText, signatureHeaders } from './sign.ts';

test('signatureHeaders signs the example of Standard Webhooks 1.0 as the standard does', () => {
  // The example of Standard Webhooks 1.0, which its reference libraries contain too.
  const text = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  const secret = Buffer.from(text.slice('whsec_'.length), 'base64');
  expect(secretText(secret)).toBe(text);
  const event = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', atMs: 1_614_265_330_999, body: '{"test": 2432232314}' };
  expect(signatureHeaders([secret], event)).toEqual({
    'webhook-id': event.id,
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    'svix-id': event.id,
    'svix-timestamp': '1614265330',
    'svix-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
});

test('a webhook body in any language is signed as UTF-8, once with each secret', () => {
  const secrets = [1, 2].map((byte) => new Uint8Array(32).fill(byte));
  const body = JSON.stringify({ name: 'Ключ 港口 😀 \u0000' });
  const headers = signatureHeaders(secrets, { id: 'event-1', atMs: 1_900_000_000_000, body });
  const expected = secrets.map(
    (secret) =>
      `v1,${createHmac('sha256', secret).update(`event-1.1900000000.${body}`, 'utf8').digest('base64')}`,
  );
  expect(headers['webhook-signature']).toBe(expected.join(' '));
});
