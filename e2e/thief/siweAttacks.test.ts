// @module-tag story

import { createTestService, type TestService } from '@latchkey/testkit';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAttacker, type SiweTarget, tryForgedMessages } from '../attacks/siweAttacks.ts';

// A wallet that no one here wrote (viem's accounts), and an attacker who reads the standards. No browser: what they call is the
// service.

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

/** Refused otherwise than as a signature that proves nothing. */
const otherwise: Record<string, [number, string | undefined]> = {
  'a wallet that calls itself embedded': [422, 'not_supported'],
  'one message by four at once': [1, undefined],
  'what was signed for the app, on a page of theirs': [403, 'origin_not_allowed'],
};

test('[S38] no one is the owner of a wallet by what the owner signed elsewhere, earlier or for someone else', async () => {
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
  // None of it has locked the owner out.
  expect((await show(await sign(owner))).userId).toBe(honest.userId);
});
