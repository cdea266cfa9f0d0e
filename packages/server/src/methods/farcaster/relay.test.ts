import { testConfig } from '@latchkey/testkit';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createRelay } from './relay.ts';

// What a relay may answer that is no relay of ours: no one's page, memory or proof may depend on its being honest.

const url = 'https://relay.example';
/** A relay that answers so, whatever it is asked. */
const relayOf = (status: number, body: BodyInit) =>
  createRelay({
    config: testConfig({ farcasterRelayUrl: url }),
    fetch: async () => new Response(body, { status }),
    log: pino({ level: 'silent' }),
  });
const open = (json: unknown, status = 201) =>
  relayOf(status, JSON.stringify(json)).open({
    siweUri: 'https://harbour.example/',
    domain: 'harbour.example',
    nonce: 'a1b2c3d4e5f60718',
  });
const request = (json: unknown, status = 200) => relayOf(status, JSON.stringify(json)).request('token');

const unavailable = { code: 'service_unavailable' };
const channel = { channelToken: 'token', url: 'https://farcaster.example/sign-in?channelToken=token' };
const approval = { state: 'completed', message: 'message', signature: '0x00', fid: 7 };

test('an address that opens the Farcaster app, or a page with TLS, is passed on', async () => {
  expect(await open(channel)).toEqual({ token: 'token', uri: channel.url });
  const deep = 'farcaster://connect?channelToken=token';
  expect(await open({ ...channel, url: deep })).toEqual({ token: 'token', uri: deep });
});

test.each([
  ['runs in the page', { url: 'javascript:alert(document.domain)' }],
  ['runs in the page, in other letters', { url: ' JavaScript:alert(1)//https://farcaster.example' }],
  ['holds a page', { url: 'data:text/html,<script>alert(1)</script>' }],
  ['opens another program', { url: 'intent://scan/#Intent;scheme=zxing;end' }],
  ['has no TLS, where the relay has', { url: 'http://farcaster.example/' }],
  ['is relative', { url: '/sign-in' }],
  ['is longer than a QR code holds', { url: `https://farcaster.example/?${'x'.repeat(2_048)}` }],
  ['is a list', { url: [channel.url] }],
  ['is missing', { url: undefined }],
])('[S42] an address that %s reaches no page', async (_, change) => {
  await expect(open({ ...channel, ...change })).rejects.toMatchObject(unavailable);
});

test('a channel without a token, or that was not made, is none', async () => {
  await expect(open({ ...channel, channelToken: 1 })).rejects.toMatchObject(unavailable);
  await expect(open(channel, 200)).rejects.toMatchObject(unavailable);
  await expect(open({ error: 'Too many' }, 429)).rejects.toMatchObject(unavailable);
});

test('an answer without end is read no further than it may be', async () => {
  const block = new Uint8Array(16 * 1024).fill(0x20);
  let given = 0;
  let isCancelled = false;
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      given += block.length;
      controller.enqueue(block);
    },
    cancel() {
      isCancelled = true;
    },
  });
  await expect(relayOf(200, endless).request('token')).rejects.toMatchObject(unavailable);
  expect(isCancelled).toBe(true);
  expect(given).toBeLessThanOrEqual(128 * 1024);
});

test('an approval is passed on with what is told of the person, and waited for while there is none', async () => {
  expect(await request(approval)).toMatchObject({ message: 'message', signature: '0x00', fid: 7 });
  expect(await request({ state: 'pending' }, 202)).toBeNull();
  expect(await request({ error: 'Unauthorized' }, 401)).toBe('gone');
});

test.each([
  ['says neither', { state: undefined }],
  ['has a message that is too long', { message: 'x'.repeat(8_193) }],
  ['has no message', { message: undefined }],
  ['has a signature that is too long', { signature: `0x${'0'.repeat(32_768)}` }],
  ['has no signature', { signature: null }],
  ['names no id', { fid: '7' }],
  ['names an id that cannot be', { fid: 0 }],
  ['names part of an id', { fid: 7.5 }],
])('[S42] an answer that %s is no approval', async (_, change) => {
  await expect(request({ ...approval, ...change })).rejects.toMatchObject(unavailable);
});
