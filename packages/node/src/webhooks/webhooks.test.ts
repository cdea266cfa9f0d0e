import { createHmac } from 'node:crypto';
import { isCode } from '@latchkey/wire';
import { describe, expect, test } from 'vitest';
import { receiveWebhook, verifyWebhook } from './index.ts';

const nowMs = 1_900_000_000_000;
const now = () => nowMs;
const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const body = JSON.stringify({ type: 'user.created', occurred_at: 1, user: { id: 'did:privy:a' } });

function sign(options: { id?: string; atMs?: number; body?: string; secret?: string } = {}) {
  const { id = 'event-1', atMs = nowMs, body: text = body, secret: key = secret } = options;
  const timestamp = String(Math.floor(atMs / 1000));
  const hmac = createHmac('sha256', Buffer.from(key.slice(6), 'base64'));
  return { id, timestamp, signature: `v1,${hmac.update(`${id}.${timestamp}.${text}`).digest('base64')}` };
}
const headersOf = (signed: ReturnType<typeof sign>, family = 'webhook') => ({
  [`${family}-id`]: signed.id,
  [`${family}-timestamp`]: signed.timestamp,
  [`${family}-signature`]: signed.signature,
});
const flawOf = (checked: Promise<unknown>) =>
  checked.then(
    () => 'taken',
    (error: unknown) => (isCode(error, 'invalid_webhook') ? error.details?.reason : error),
  );

test('[S46] an event is accepted under both families of names, as text or bytes, from Headers or an object', async () => {
  const expected = { id: 'event-1', event: JSON.parse(body) };
  for (const family of ['webhook', 'svix', 'Webhook']) {
    const headers = headersOf(sign(), family);
    expect(await verifyWebhook(body, headers, secret, { now })).toEqual(expected);
    expect(await verifyWebhook(Buffer.from(body), new Headers(headers), secret, { now })).toEqual(expected);
  }
});

test('the example of Standard Webhooks is accepted', async () => {
  // Standard Webhooks 1.0, and the same values in its reference libraries.
  const headers = {
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  };
  const example = verifyWebhook('{"test": 2432232314}', headers, 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', {
    now: () => 1_614_265_330_000,
  });
  expect((await example).event).toEqual({ test: 2_432_232_314 });
});

test('[S46] a forged, changed or mixed event is refused', async () => {
  const other = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;
  const headers = headersOf(sign());
  const cases: [string, string, Record<string, string | string[] | undefined>][] = [
    ['a changed body', body.replace('did:privy:a', 'did:privy:b'), headers],
    ['a blank more', `${body} `, headers],
    ['another id', body, { ...headers, 'webhook-id': 'event-2' }],
    ['another time', body, { ...headers, 'webhook-timestamp': String(nowMs / 1000 + 1) }],
    ['another secret', body, headersOf(sign({ secret: other }))],
    ['no signature', body, { ...headers, 'webhook-signature': undefined }],
    ['an empty signature', body, { ...headers, 'webhook-signature': 'v1,' }],
    ['another version', body, { ...headers, 'webhook-signature': sign().signature.replace('v1', 'v2') }],
    ['a cut signature', body, { ...headers, 'webhook-signature': sign().signature.slice(0, -8) }],
    ['a header twice', body, { ...headers, 'webhook-id': ['event-1', 'event-1'] }],
    ['mixed families', body, { ...headersOf(sign({ id: 'event-1' }), 'svix'), 'webhook-id': 'event-2' }],
    ['a time that is no number', body, { ...headers, 'webhook-timestamp': '1e9' }],
    ['nothing', body, {}],
  ];
  for (const [name, text, given] of cases) {
    expect([name, await flawOf(verifyWebhook(text, given, secret, { now }))]).not.toEqual([name, 'taken']);
  }
});

test('[S46] an event whose signed time is more than five minutes away from now is refused', async () => {
  for (const [minutes, flaw] of [
    [4.9, 'taken'],
    [-4.9, 'taken'],
    [5.1, 'time'],
    [-5.1, 'time'],
  ] as const) {
    const headers = headersOf(sign({ atMs: nowMs - minutes * 60_000 }));
    expect(await flawOf(verifyWebhook(body, headers, secret, { now })), `${minutes} minutes`).toEqual(flaw);
  }
});

test('with several signatures or secrets, one match is enough for an event', async () => {
  const next = `whsec_${Buffer.alloc(32, 9).toString('base64')}`;
  const ours = sign();
  const both = { ...ours, signature: `v1,${Buffer.alloc(32).toString('base64')} v1a,x ${ours.signature}` };
  expect(await flawOf(verifyWebhook(body, headersOf(both), secret, { now }))).toBe('taken');
  expect(await flawOf(verifyWebhook(body, headersOf(ours), [next, secret], { now }))).toBe('taken');
  expect(await flawOf(verifyWebhook(body, headersOf(ours), [next], { now }))).toBe('signature');
});

test.each([undefined, '', 'whsec_', 'whsec_AAAA', 'whsec_***'])(
  'the secret %j is refused as a mistake of the back end',
  async (weak) => {
    const checked = verifyWebhook(body, headersOf(sign()), weak, { now });
    await expect(checked).rejects.toMatchObject({ code: 'invalid_option', status: null });
  },
);

describe('receiveWebhook', () => {
  const requestOf = (text: string, headers: Record<string, string>) =>
    new Request('https://app.example.com/hooks', { method: 'POST', body: text, headers });
  const current = () => headersOf(sign({ atMs: Date.now() }));

  test('receiveWebhook answers a forged event with 400, without handling it', async () => {
    let operations = 0;
    const forged = await receiveWebhook(requestOf(`${body} `, current()), secret, () => {
      operations += 1;
    });
    expect(forged.status).toBe(400);
    expect(await forged.json()).toEqual({
      error: 'This webhook is not from the service',
      code: 'invalid_webhook',
    });
    expect(operations).toBe(0);
  });

  test('receiveWebhook passes the event on, and answers with the handler’s response or 204', async () => {
    const received: unknown[] = [];
    const silent = await receiveWebhook(
      requestOf(body, current()),
      secret,
      (event) => void received.push(event),
    );
    expect(silent.status).toBe(204);
    expect(received).toEqual([{ id: 'event-1', event: JSON.parse(body) }]);
    const spoken = await receiveWebhook(requestOf(body, current()), secret, () =>
      Response.json({ ok: true }),
    );
    expect(spoken.status).toBe(200);
    expect(await spoken.json()).toEqual({ ok: true });
  });

  test('receiveWebhook hides neither an error of the handler nor a missing secret behind a 400', async () => {
    const act = () => Promise.reject(new Error('the table is away'));
    await expect(receiveWebhook(requestOf(body, current()), secret, act)).rejects.toThrow(
      'the table is away',
    );
    await expect(receiveWebhook(requestOf(body, current()), undefined, act)).rejects.toMatchObject({
      code: 'invalid_option',
    });
  });
});

test('[S46] the error of a refused event has the status 400, with which Express answers by itself', async () => {
  const refused = verifyWebhook(body, { ...headersOf(sign()), 'webhook-id': 'event-2' }, secret, { now });
  await expect(refused).rejects.toMatchObject({ code: 'invalid_webhook', status: 400 });
});

test('a signed body that is not JSON is refused', async () => {
  const headers = headersOf(sign({ body: 'text' }));
  expect(await flawOf(verifyWebhook('text', headers, secret, { now }))).toBe('body');
});
