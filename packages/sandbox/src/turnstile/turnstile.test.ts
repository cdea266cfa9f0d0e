import { expect, it } from 'vitest';
import { createTurnstileRoutes } from './routes.ts';
import { turnstileKeys } from './tokens.ts';

let nowMs = Date.UTC(2026, 0, 1);
const routes = createTurnstileRoutes(() => nowMs);
const { siteKey, secret } = turnstileKeys;

async function request(fields: Record<string, string>): Promise<Record<string, unknown>> {
  const asked = { siteKey, hostname: 'host.example', action: 'login', ...fields };
  const answer = await routes.request('/turnstile/v0/frame/token', {
    method: 'POST',
    body: JSON.stringify(asked),
  });
  return answer.json();
}
const newToken = async () => String((await request({})).token);

async function verify(response: string, key: string = secret): Promise<Record<string, unknown>> {
  const body = new URLSearchParams({ secret: key, response });
  return (await routes.request('/turnstile/v0/siteverify', { method: 'POST', body })).json();
}
const refusal = (code: string) => ({ success: false, 'error-codes': [code] });

it('Turnstile verifies a token once, with its page and action, from a form and from JSON', async () => {
  const token = await newToken();
  expect(await verify(token)).toMatchObject({ success: true, hostname: 'host.example', action: 'login' });
  expect(await verify(token)).toEqual(refusal('timeout-or-duplicate'));
  const answer = await routes.request('/turnstile/v0/siteverify', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ secret, response: await newToken() }),
  });
  expect(await answer.json()).toMatchObject({ success: true });
});

it('Turnstile accepts a token for 300 s', async () => {
  const [inTime, late] = [await newToken(), await newToken()];
  nowMs += 300_000;
  expect(await verify(inTime)).toMatchObject({ success: true });
  nowMs += 1;
  expect(await verify(late)).toEqual(refusal('timeout-or-duplicate'));
});

it('Turnstile refuses missing and wrong secrets, tokens and bodies with documented error codes', async () => {
  const token = await newToken();
  expect(await verify(token, '')).toEqual(refusal('missing-input-secret'));
  expect(await verify(token, 'another')).toEqual(refusal('invalid-input-secret'));
  expect(await verify('')).toEqual(refusal('missing-input-response'));
  expect(await verify('made-up')).toEqual(refusal('invalid-input-response'));
  const bad = await routes.request('/turnstile/v0/siteverify', { method: 'POST', body: 'text' });
  expect(bad.status).toBe(400);
  expect(await bad.json()).toEqual(refusal('bad-request'));
});

it('Turnstile supports test keys that pass, block and ask for a click', async () => {
  const dummy = 'XXXX.DUMMY.TOKEN.XXXX';
  expect(await request({ siteKey: '1x00000000000000000000AA' })).toEqual({ token: dummy });
  expect(await request({ siteKey: '2x00000000000000000000AB' })).toEqual({ error: '600010' });
  expect(await request({ siteKey: '3x00000000000000000000FF' })).toEqual({ isPressNeeded: true });
  expect(await request({ siteKey: '3x00000000000000000000FF', pressed: 'yes' })).toEqual({ token: dummy });
  expect(await request({ siteKey: 'unknown' })).toEqual({ error: '400020' });
  expect(await request({ action: 'not an action' })).toEqual({ error: '400020' });
  const test = (digit: string) => `${digit}x0000000000000000000000000000000AA`;
  expect(await verify(dummy, test('1'))).toMatchObject({ success: true });
  expect(await verify(dummy, test('2'))).toEqual(refusal('invalid-input-response'));
  expect(await verify(dummy, test('3'))).toEqual(refusal('timeout-or-duplicate'));
  expect(await verify(dummy)).toEqual(refusal('invalid-input-response'));
});
