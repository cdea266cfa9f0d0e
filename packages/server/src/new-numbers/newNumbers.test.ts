import { createTestService, type TestService } from '@latchkey/testkit';
import { auditRoutes, captchaRoutes, emailRoutes, mfaRoutes, smsRoutes, webhookRoutes } from '@latchkey/wire';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { solve } from '../captcha/captcha.testkit.ts';
import { startReceiver } from '../webhooks/webhooks.testkit.ts';

const base = {
  email_auth: true,
  sms_auth: true,
  mfa_methods: ['sms' as const],
  allowed_origins: ['http://localhost:3000'],
};
const open = { ...base, id: 'latchkey-number-app-00001', name: 'Open' };
const guarded = { ...base, id: 'latchkey-number-app-00002', name: 'Guarded', captcha_enabled: true };
const scarce = { ...guarded, id: 'latchkey-number-app-00003', name: 'Scarce', sms_new_numbers_per_day: 3 };
const closed = { ...base, id: 'latchkey-number-app-00004', name: 'Closed', sms_new_numbers_per_day: 0 };

const dayMs = 24 * 60 * 60_000;
let service: TestService;
let numbers = 0;
let people = 0;
let logged: string[] = [];
beforeEach(async () => {
  logged = [];
  service = await createTestService({
    apps: [open, guarded, scarce, closed],
    log: pino({ base: null }, { write: (line: string) => void logged.push(line) }),
  });
  // Texts are counted by day (UTC), so each test begins at the start of one.
  service.clock.advance(dayMs - (service.clock.now() % dayMs));
});
afterEach(() => service.close());

const newNumber = () => `+1201555${String(++numbers).padStart(4, '0')}`;

async function newPerson(appId: string) {
  people += 1;
  return comeBack({ appId, email: `person-${people}@example.com` });
}

/** Logs a user in again, because changes of accounts require a recent login. */
async function comeBack({ appId, email }: { appId: string; email: string }) {
  service.clock.advance(30_000);
  const passed = appId === open.id || appId === closed.id ? {} : { token: await newToken(appId) };
  await service.call(emailRoutes.sendCode, { appId, body: { email, ...passed } });
  const body = { email, code: service.outbox.codeFor(email) };
  const { json } = await service.call(emailRoutes.authenticate, { appId, body });
  return { appId, email, bearer: json.token ?? '' };
}
type Person = Awaited<ReturnType<typeof newPerson>>;

async function newToken(appId: string): Promise<string> {
  const body = { action: 'login' } as const;
  return solve((await service.call(captchaRoutes.challenge, { appId, body })).json);
}

const callerOf = ({ appId, bearer }: Person) => ({ appId, bearer });

/**
 * The two ways to text a number that is not the user's own: to link it or replace another with it, and to enrol it as
 * a factor.
 */
const ways = {
  'linking and changing': (person: Person, phoneNumber: string, token?: string, at = service) =>
    at.call(smsRoutes.sendCode, { ...callerOf(person), body: { phoneNumber, ...(token ? { token } : {}) } }),
  'enrolling a factor': (person: Person, phoneNumber: string, token?: string, at = service) =>
    at.call(mfaRoutes.startSms, {
      ...callerOf(person),
      body: { action: 'enroll', phoneNumber, ...(token ? { token } : {}) },
    }),
} as const;

const outcome = ({ status, json }: { status: number; json: { code?: string } }) =>
  status === 200 ? 'sent' : json.code;
const sentTo = () => service.outbox.smsMessages.length;

describe.each(Object.entries(ways))('%s', (_, request) => {
  test('[S28] a user may have one new phone number texted, and a second one only with a captcha for that text', async () => {
    const ada = await newPerson(guarded.id);
    expect(outcome(await request(ada, newNumber()))).toBe('sent');
    const second = newNumber();
    expect(outcome(await request(ada, second))).toBe('invalid_captcha');
    expect(outcome(await request(ada, second, 'made.up.to.get.in'))).toBe('invalid_captcha');
    expect(sentTo()).toBe(1);
    const token = await newToken(guarded.id);
    expect(outcome(await request(ada, second, token))).toBe('sent');
    expect(outcome(await request(ada, newNumber(), token))).toBe('invalid_captcha');
    expect(sentTo()).toBe(2);
    // The limit is per user.
    expect(outcome(await request(await newPerson(guarded.id), newNumber()))).toBe('sent');
  });

  test('[S28] a user may have only one new phone number a day texted if the app has no captcha', async () => {
    const ada = await newPerson(open.id);
    const first = newNumber();
    expect(outcome(await request(ada, first))).toBe('sent');
    const refused = await request(ada, newNumber());
    expect(refused.json).toMatchObject({
      code: 'too_many_requests',
      data: { retry_after_s: expect.any(Number) },
    });
    service.clock.advance(30_000);
    // Again to the first number, as if the first text did not arrive.
    expect(outcome(await request(ada, first))).toBe('sent');
    service.clock.advance(dayMs);
    const later = await comeBack(ada);
    expect(outcome(await request(later, newNumber()))).toBe('sent');
    expect(sentTo()).toBe(3);
  });

  test('[S28] a user’s first new phone number is texted five times, and then only with captchas', async () => {
    const ada = await newPerson(guarded.id);
    const first = newNumber();
    const answers: (string | undefined)[] = [];
    for (let texts = 0; texts < 6; texts += 1) {
      answers.push(outcome(await request(await comeBack(ada), first)));
      service.clock.advance(11 * 60_000);
    }
    expect(answers).toEqual([...Array(5).fill('sent'), 'invalid_captcha']);
    expect(outcome(await request(await comeBack(ada), first, await newToken(guarded.id)))).toBe('sent');
  });

  test('[S28] of twenty new phone numbers requested at once over two processes without captchas, only one is texted', async () => {
    const ada = await newPerson(guarded.id);
    const another = await service.startAnother();
    const answers = await Promise.all(
      Array.from({ length: 20 }, async (_, index) =>
        outcome(await request(ada, newNumber(), undefined, index % 2 ? another : service)),
      ),
    );
    expect(answers.filter((one) => one === 'sent')).toHaveLength(1);
    expect(sentTo()).toBe(1);
    await another.close();
  });

  test('[S28] after fifteen texts to new phone numbers in a day, a user gets no more, even with captchas', async () => {
    const ada = await newPerson(guarded.id);
    const answers: (string | undefined)[] = [];
    for (let texts = 0; texts < 17; texts += 1)
      answers.push(outcome(await request(ada, newNumber(), await newToken(guarded.id))));
    expect(answers).toEqual([...Array(15).fill('sent'), 'too_many_requests', 'too_many_requests']);
    expect(outcome(await request(await newPerson(guarded.id), newNumber()))).toBe('sent');
  });

  test('[S28] a text to a new phone number that was never sent is not counted', async () => {
    const ada = await newPerson(open.id);
    service.outbox.setDown(true);
    expect(outcome(await request(ada, newNumber()))).not.toBe('sent');
    service.outbox.setDown(false);
    expect(outcome(await request(ada, newNumber()))).toBe('sent');
  });

  test('[S28] at the app’s daily limit no more new phone numbers are texted, and the operator is informed once', async () => {
    const receiver = await startReceiver();
    const bearer = service.config.adminKey;
    const params = { id: scarce.id };
    await service.call(webhookRoutes.create, { bearer, params, body: { url: receiver.url } });
    for (let texts = 0; texts < 3; texts += 1)
      expect(outcome(await request(await newPerson(scarce.id), newNumber()))).toBe('sent');
    for (let texts = 0; texts < 2; texts += 1) {
      const refused = await request(await newPerson(scarce.id), newNumber());
      expect(refused.json).toMatchObject({
        code: 'too_many_requests',
        data: { retry_after_s: expect.any(Number) },
      });
    }
    expect(sentTo()).toBe(3);
    // Each app has its own limit.
    expect(outcome(await request(await newPerson(guarded.id), newNumber()))).toBe('sent');
    expect(outcome(await request(await newPerson(closed.id), newNumber()))).toBe('too_many_requests');

    const told = logged.filter((line) => line.includes('sms_new_numbers_per_day is reached'));
    expect(told.filter((line) => line.includes(scarce.id))).toHaveLength(1);
    await service.service.seal();
    await service.service.deliver();
    const { json } = await service.call(auditRoutes.list, { bearer, params });
    const reached = json.events.filter(({ kind }) => kind === 'app.text_limit_reached');
    expect(reached).toMatchObject([{ actor: { type: 'system' }, details: { limit: 3 } }]);
    const events = receiver.received.map(({ event }) => event);
    expect(events).toContainEqual({
      type: 'app.text_limit_reached',
      occurred_at: expect.any(Number),
      limit: 3,
    });
    const metrics = await service.fetch(
      new Request('http://localhost:4000/metrics', { headers: { authorization: `Bearer ${bearer}` } }),
    );
    expect(await metrics.text()).toMatch(/latchkey_texts_refused_total\{reason="app"\} [2-9]/);
    // The next day starts again from zero.
    service.clock.advance(dayMs);
    expect(outcome(await request(await newPerson(scarce.id), newNumber()))).toBe('sent');
    await receiver.close();
  });
});

test('[S28] texts to the user’s own number are not counted, and neither are login texts', async () => {
  const ada = await newPerson(open.id);
  const own = newNumber();
  await ways['linking and changing'](ada, own);
  const code = service.outbox.codeFor(own);
  expect(
    (await service.call(smsRoutes.link, { ...callerOf(ada), body: { phoneNumber: own, code } })).status,
  ).toBe(200);
  for (let texts = 0; texts < 8; texts += 1) {
    service.clock.advance(11 * 60_000);
    expect(outcome(await ways['linking and changing'](await comeBack(ada), own))).toBe('sent');
    const login = { appId: open.id, body: { phoneNumber: newNumber() } };
    expect(outcome(await service.call(smsRoutes.sendCode, login))).toBe('sent');
  }
});

test('[S28] linking a phone number and enrolling one as a factor share the user’s count of texts', async () => {
  const ada = await newPerson(guarded.id);
  expect(outcome(await ways['linking and changing'](ada, newNumber()))).toBe('sent');
  expect(outcome(await ways['enrolling a factor'](ada, newNumber()))).toBe('invalid_captcha');
});

test('the stored counts of texts contain neither phone numbers nor user ids, and are deleted three days later', async () => {
  const ada = await newPerson(open.id);
  const number = newNumber();
  await ways['linking and changing'](ada, number);
  const rows = async () =>
    (
      await service.database.statement<{ line: string }>(
        'read_new_numbers',
        'select t::text as line from new_number_texts t',
      )([])
    ).map(({ line }) => line);
  expect(await rows()).toHaveLength(3);
  expect((await rows()).join()).not.toMatch(new RegExp(`${number.slice(1)}|did:privy`));
  service.clock.advance(3 * dayMs);
  await service.service.sweep();
  expect(await rows()).toEqual([]);
});
