// @module-tag story

import { createTestService, type TestService } from '@latchkey/testkit';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAttacker, type SiweTarget, tryForgedMessages } from '../attacks/siweAttacks.ts';

// A wallet from a library that is not ours (viem's accounts), and an attacker who has read the standards. No browser
// is needed, because the attacker calls the service directly.

const app = {
  id: 'latchkey-test-app-0000001',
  name: 'Harbour',
  email_auth: true,
  wallet_auth: true,
  allowed_origins: ['http://localhost:3000'],
};
const theirs = {
  ...app,
  id: 'latchkey-test-app-0000002',
  allowed_origins: ['http://localhost:3000', 'https://evil.example'],
};

let service: TestService;
beforeAll(async () => {
  service = await createTestService({ apps: [app, theirs] });
});
afterAll(() => service.close());

const target = (): SiweTarget => ({
  url: service.config.url,
  appId: app.id,
  ownAppId: theirs.id,
  origin: 'http://localhost:3000',
  send: (request) => service.fetch(request, { remoteAddress: '203.0.113.9' }),
  now: () => service.clock.now(),
  wait: (ms) => service.clock.advance(ms),
});

/**
 * Results other than 422 `invalid_credentials`: status and code. The first number for the message that was sent four
 * times at once is how many of these logins succeeded.
 */
const otherwise: Record<string, [number, string | undefined]> = {
  'a wallet that calls itself embedded': [422, 'not_supported'],
  'one message by four at once': [1, undefined],
  'what was signed for the app, on a page of theirs': [403, 'origin_not_allowed'],
};

test('[S38] the tried messages that an attacker forged, or that were signed elsewhere, earlier or for another app, do not log in as a wallet’s owner', async () => {
  const [owner, thief] = [
    privateKeyToAccount(generatePrivateKey()),
    privateKeyToAccount(generatePrivateKey()),
  ];
  const { show, sign } = createAttacker(target());
  const honest = await show(await sign(owner));
  expect(honest.status).toBe(200);
  const answers = await tryForgedMessages(target(), { owner, thief });
  expect(Object.entries(answers).map(([what, { status, code }]) => [what, status, code])).toEqual(
    Object.keys(answers).map((what) => [what, ...(otherwise[what] ?? [422, 'invalid_credentials'])]),
  );
  expect(answers['one message by four at once']?.userId).toBe(honest.userId);
  // None of these attempts locked the owner out.
  expect((await show(await sign(owner))).userId).toBe(honest.userId);
});
