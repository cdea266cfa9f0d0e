import { testConfig } from '@latchkey/testkit';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createRelay } from './relay.ts';

// A malicious relay may answer anything. Its answers must not run script in a page or fill the memory, and a malformed
// answer must not count as an approval.

const url = 'https://relay.example';
/** Returns a client of a relay that always answers like this. */
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

test('an address from the Farcaster relay is passed on if it opens the Farcaster app or a page with TLS', async () => {
  expect(await open(channel)).toEqual({ token: 'token', uri: channel.url });
  const deep = 'farcaster://connect?channelToken=token';
  expect(await open({ ...channel, url: deep })).toEqual({ token: 'token', uri: deep });
});

test.each([
  ['runs code in the page', { url: 'javascript:alert(document.domain)' }],
  ['runs code in the page, in other letter case', { url: ' JavaScript:alert(1)//https://farcaster.example' }],
  ['contains a page', { url: 'data:text/html,<script>alert(1)</script>' }],
  ['opens another program', { url: 'intent://scan/#Intent;scheme=zxing;end' }],
  ['has no TLS, although the relay has', { url: 'http://farcaster.example/' }],
  ['is relative', { url: '/sign-in' }],
  ['is too long for a QR code', { url: `https://farcaster.example/?${'x'.repeat(2_048)}` }],
  ['is a list', { url: [channel.url] }],
  ['is missing', { url: undefined }],
])('[S42] an address from the Farcaster relay that %s is not passed on', async (_, change) => {
  await expect(open({ ...channel, ...change })).rejects.toMatchObject(unavailable);
});

test('an answer of the Farcaster relay without a channel token, or with another status than 201, opens no channel', async () => {
  await expect(open({ ...channel, channelToken: 1 })).rejects.toMatchObject(unavailable);
  await expect(open(channel, 200)).rejects.toMatchObject(unavailable);
  await expect(open({ error: 'Too many' }, 429)).rejects.toMatchObject(unavailable);
});

test('an endless answer of the Farcaster relay is read only up to the limit', async () => {
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

test('an approval from the Farcaster relay is passed on; without one the channel is pending or gone', async () => {
  expect(await request(approval)).toMatchObject({ message: 'message', signature: '0x00', fid: 7 });
  expect(await request({ state: 'pending' }, 202)).toBeNull();
  expect(await request({ error: 'Unauthorized' }, 401)).toBe('gone');
});

test.each([
  ['has no state', { state: undefined }],
  ['has a message that is too long', { message: 'x'.repeat(8_193) }],
  ['has no message', { message: undefined }],
  ['has a signature that is too long', { signature: `0x${'0'.repeat(32_768)}` }],
  ['has no signature', { signature: null }],
  ['has an id that is a text', { fid: '7' }],
  ['has the id 0', { fid: 0 }],
  ['has a fractional id', { fid: 7.5 }],
])('[S42] an answer of the Farcaster relay that %s is no approval', async (_, change) => {
  await expect(request({ ...approval, ...change })).rejects.toMatchObject(unavailable);
});
