import type { TestClient } from '@latchkey/testkit';
import { limits } from '@latchkey/wire';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FrameFixture, openFrameFixture } from '../../../frame/src/frameFixture.testkit.ts';
import { captchaOf, initEnrollmentWithSms, submitEnrollmentWithSms } from '../index.ts';
import { app, enrolTotp, outliveTrust, promptByScreen, signInOwner } from './wholeFactors.testkit.ts';

const dayMs = 24 * 60 * 60_000;
let fixture: FrameFixture;
beforeAll(async () => {
  fixture = await openFrameFixture({ app: { ...app, captcha_enabled: true } });
  // Text messages are counted by UTC day. A test that starts late in a day could span two days.
  const { clock } = fixture.service;
  clock.advance(dayMs - (clock.now() % dayMs));
});
afterAll(() => fixture?.close());

/** Waits until the captcha of a call is solved, and lets the call see it. */
async function passNext({ client, timers }: Pick<TestClient, 'client' | 'timers'>): Promise<void> {
  await expect.poll(() => captchaOf(client).getState().status).toBe('success');
  await timers.advance(limits.captchaPollMs);
}

async function logIn(test: TestClient, email: string): Promise<void> {
  const done = test.logIn(email);
  await passNext(test);
  await done;
}

it('[MFA-15] [CAPT-06] initEnrollmentWithSms runs a captcha for the second number of a day, and the frame passes its token on to the service', async () => {
  const person = await signInOwner(fixture, { logIn });
  const [wrong, phoneNumber] = ['+12015550301', '+12015550302'];
  await initEnrollmentWithSms(person.client, { phoneNumber: wrong });
  person.heard.length = 0;
  const begun = initEnrollmentWithSms(person.client, { phoneNumber });
  await passNext(person);
  await begun;
  const inits = person.heard.filter(({ event }) => event === 'privy:mfa:init-enrollment');
  expect(inits.map(({ data }) => (data as { captchaToken?: string }).captchaToken)).toEqual([
    undefined,
    expect.stringMatching(/^login\./),
  ]);
  const mfaCode = fixture.service.outbox.codeFor(phoneNumber);
  await submitEnrollmentWithSms(person.client, { phoneNumber, mfaCode });
  expect(person.client.getState().user?.mfaMethods).toEqual(['sms']);
});

it('[MFA-15] [CAPT-06] an enrolment prompts a user with a factor once, and not again for the captcha', async () => {
  const person = await signInOwner(fixture, { logIn });
  await initEnrollmentWithSms(person.client, { phoneNumber: '+12015550303' });
  const codeOf = await enrolTotp(fixture, person);
  const phoneNumber = '+12015550304';
  await outliveTrust(fixture, person);
  const prompts = promptByScreen(person, codeOf);
  const begun = initEnrollmentWithSms(person.client, { phoneNumber });
  await passNext(person);
  await begun;
  expect(prompts).toEqual(['change_factors']);
  expect(fixture.service.outbox.codeFor(phoneNumber)).toMatch(/^\d{6}$/);
});
