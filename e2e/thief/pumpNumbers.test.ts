// @module-tag story

import { createTestService, type TestService } from '@latchkey/testkit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Manner, pump, type SmsPumpTarget, type Way, ways } from '../attacks/pumpNumbers.ts';

// The attacker calls the service directly, so no browser is needed.

const app = {
  id: 'latchkey-test-app-0000001',
  name: 'Harbour',
  email_auth: true,
  sms_auth: true,
  mfa_methods: ['sms' as const],
  allowed_origins: ['http://localhost:3000'],
};
const guarded = {
  ...app,
  id: 'latchkey-test-app-0000002',
  captcha_enabled: true,
  sms_new_numbers_per_day: 20,
};

let service: TestService;
beforeEach(async () => {
  service = await createTestService({ apps: [app, guarded] });
});
afterEach(() => service.close());

const target = (appId: string): SmsPumpTarget => ({
  url: service.config.url,
  appId,
  origin: 'http://localhost:3000',
  send: (request) => service.fetch(request, { remoteAddress: '203.0.113.9' }),
  readMail: (address) => service.outbox.codeFor(address),
  wait: (ms) => service.clock.advance(ms),
});

const numbers = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => `+1201555${String(from + index).padStart(4, '0')}`);
const allWays = Object.keys(ways) as Way[];

test.each(allWays)(
  '[S28] one account can have only a limited number of phone numbers texted, by %s',
  async (way) => {
    const billed = async (appId: string, manner: Manner, count = 4) => {
      const before = service.outbox.smsMessages.length;
      const email = `pump-${appId}-${manner.replaceAll(' ', '-')}@example.com`;
      const answers = await pump(target(appId), {
        email,
        way,
        manner,
        numbers: numbers(before * 50 + 100, count),
      });
      const codes = new Set(answers.filter(({ status }) => status !== 200).map(({ code }) => code));
      return [service.outbox.smsMessages.length - before, [...codes].sort()];
    };
    expect(await billed(app.id, 'without captchas')).toEqual([1, ['too_many_requests']]);
    expect(await billed(guarded.id, 'without captchas')).toEqual([1, ['invalid_captcha']]);
    expect(await billed(guarded.id, 'with one captcha for all')).toEqual([2, ['invalid_captcha']]);
    // With a new proof of work for each request, the user's daily limit applies.
    expect(await billed(guarded.id, 'with captchas', 17)).toEqual([15, ['too_many_requests']]);
  },
);

test('[S28] many accounts together have no more new numbers texted in a day than the operator allows', async () => {
  for (let person = 0; person < 3; person += 1) {
    const email = `army-${person}@example.com`;
    const way = allWays[person % 2] ?? 'an enrolment';
    const given = { email, way, manner: 'with captchas', numbers: numbers(5_000 + person * 20, 8) } as const;
    await pump(target(guarded.id), given);
  }
  expect(service.outbox.smsMessages).toHaveLength(20);
});
