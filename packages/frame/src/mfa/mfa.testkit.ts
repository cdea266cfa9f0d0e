import type { AppInput } from '@latchkey/wire';
import { Secret, TOTP } from 'otpauth';
import type { Browser, FrameAnswer } from '../frameBrowser.testkit.ts';
import type { FrameFixture, Person } from '../frameFixture.testkit.ts';

/** App that accepts every second factor. */
export const app: AppInput = {
  id: 'latchkey-test-app-0000001',
  name: 'Tidewater',
  email_auth: true,
  passkey_auth: true,
  mfa_methods: ['totp', 'sms', 'passkey'],
  allowed_origins: ['http://localhost:3000'],
};

/** Returns the data of an answer. Throws if the answer is an error. */
export function dataOf({ data, error }: FrameAnswer): Record<string, unknown> {
  if (error) throw new Error(`The frame answered ${error.type}: ${error.message} (${error.code})`);
  return data ?? {};
}

export const addressOf = (answer: FrameAnswer) => String(dataOf(answer).address);

/** Creates a function that returns an authenticator app's code for the service's current time. */
export function authenticatorOf(fixture: FrameFixture, secret: unknown) {
  const totp = new TOTP({ secret: Secret.fromBase32(String(secret)) });
  return () => totp.generate({ timestamp: fixture.service.clock.now() });
}

/** Enrols an authenticator app and lets its code expire. Returns a function that creates message fields with a code. */
export async function enrolTotp(fixture: FrameFixture, browser: Browser) {
  const { secret } = dataOf(await browser.request('privy:mfa:init-enrollment', { method: 'totp' }));
  const codeAt = authenticatorOf(fixture, secret);
  dataOf(await browser.request('privy:mfa:submit-enrollment', { method: 'totp', code: codeAt() }));
  fixture.service.clock.advance(60_000);
  return () => ({ mfaMethod: 'totp', mfaCode: codeAt(), relyingParty: 'http://localhost:3000' });
}

/** Deletes the verifications, in the frame and at the service. */
export const clear = (browser: Browser, { accessToken }: Person) =>
  browser.request('privy:mfa:clear', { accessToken });

export const signing = (wallet: string) => ({
  address: wallet,
  request: { method: 'personal_sign', params: ['hello', wallet] },
});

export const refusal = (answer: FrameAnswer) => [answer.error?.type, answer.error?.methods];
