import { type Authenticator, createAuthenticator } from '@latchkey/testkit';
import type { FrameRequest } from '@latchkey/wire';
import type { FrameFixture } from '../../../frame/src/frameFixture.testkit.ts';
import { authenticatorOf, app as frameApp } from '../../../frame/src/mfa/mfa.testkit.ts';
import {
  createWallet,
  initEnrollmentWithTotp,
  type MfaMethod,
  registerMfaListener,
  setFactorPromptHandler,
  submitEnrollmentWithTotp,
  verifyFactor,
} from '../index.ts';
import { giveCredentials } from '../methods/passkey/credentials.testkit.ts';
import { signInWhole, type WholeClient, type WholeOptions } from '../wallets/embedded/wholeClient.testkit.ts';

/** App that accepts every second factor, and login by SMS. */
export const app = { ...frameApp, sms_auth: true };

/** Client with the frame's own code and a real service, in a browser that supports passkeys. */
export interface FactorClient extends WholeClient {
  readonly email: string;
  readonly authenticator: Authenticator;
  /** Methods passed to the listener at each call, after `listen` was called. */
  readonly told: (readonly MfaMethod[])[];
  listen(): void;
  untilTold(times: number): Promise<void>;
  /** Events and the methods sent with them, oldest first, without pings. */
  messages(): string[];
}

/** Returns the next code of an enrolled authenticator app, a different one each time. */
export type CodeOf = () => string;

let people = 0;

/** Signs in a new user with a wallet. */
export async function signInOwner(fixture: FrameFixture, options: WholeOptions = {}): Promise<FactorClient> {
  const email = `factors-${++people}@company.example`;
  const test = toFactorClient(await signInWhole(fixture, email, options), email);
  await createWallet(test.client);
  test.heard.length = 0;
  return test;
}

export function toFactorClient(test: WholeClient, email: string): FactorClient {
  const authenticator = createAuthenticator();
  giveCredentials(test.page, authenticator);
  const told: (readonly MfaMethod[])[] = [];
  const hearers = new Set<() => void>();
  const hear = (methods: readonly MfaMethod[]) => {
    told.push(methods);
    for (const look of [...hearers]) look();
  };
  return {
    ...test,
    email,
    authenticator,
    told,
    listen: () => void registerMfaListener(test.client, hear),
    untilTold: (times) =>
      new Promise((resolve) => {
        const look = () => {
          if (told.length >= times) resolve();
        };
        hearers.add(look);
        look();
      }),
    messages: () =>
      test.heard
        .filter(({ event }) => event !== 'privy:iframe:ready')
        .map(({ event, data }: FrameRequest) => {
          const { mfaMethod } = data as { mfaMethod?: string };
          return mfaMethod ? `${event} ${mfaMethod}` : event;
        }),
  };
}

/** Enrols an authenticator app through the client, and lets its code expire. */
export async function enrolTotp(fixture: FrameFixture, { client }: WholeClient): Promise<CodeOf> {
  const { secret } = await initEnrollmentWithTotp(client);
  const codeOf = authenticatorOf(fixture, secret);
  await submitEnrollmentWithTotp(client, { mfaCode: codeOf() });
  fixture.service.clock.advance(60_000);
  return () => {
    fixture.service.clock.advance(30_000);
    return codeOf();
  };
}

/** Lets the verification expire, which the app trusts for 15 minutes. */
export async function outliveTrust(fixture: FrameFixture, { browser, heard }: WholeClient): Promise<void> {
  fixture.service.clock.advance(15 * 60_000);
  await browser.reload();
  heard.length = 0;
}

/** Installs a screen that verifies an authenticator app's code for every prompt. Returns the purposes of the prompts. */
export function promptByScreen({ client }: WholeClient, codeOf: CodeOf) {
  const prompts: (string | undefined)[] = [];
  setFactorPromptHandler(client, async (_, { purpose }) => {
    prompts.push(purpose);
    await verifyFactor(client, { method: 'totp', code: codeOf(), purpose });
    return true;
  });
  return prompts;
}
