import { fail } from '@latchkey/wire';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FrameFixture, openFrameFixture } from '../../../frame/src/frameFixture.testkit.ts';
import {
  cancelMfa,
  forkSession,
  getAccessToken,
  getIdentityToken,
  listSessions,
  logout,
  needsWallet,
  promptMfa,
  setFactorPromptHandler,
  startRecoveryOAuth,
  submitMfa,
  verifyFactor,
} from '../index.ts';
import {
  app,
  type CodeOf,
  enrolTotp,
  type FactorClient,
  signInOwner,
  toFactorClient,
} from './wholeFactors.testkit.ts';

// The app requires users who have a second factor to verify it at login. The tests run the frame's own code and a real
// service.

let fixture: FrameFixture;
beforeAll(async () => {
  fixture = await openFrameFixture({ app: { ...app, mfa_at_login: true, identity_tokens: true } });
});
afterAll(() => fixture?.close());

const missing = { code: 'missing_or_invalid_mfa' };
const isPending = ({ client }: FactorClient) => client.getState().isFactorPending;
async function acrOf({ client }: FactorClient): Promise<unknown> {
  const [, payload = ''] = (await getAccessToken(client))?.split('.') ?? [];
  return JSON.parse(Buffer.from(payload, 'base64url').toString()).acr;
}
const refreshes = ({ requests }: FactorClient) =>
  requests.filter(({ method, url }) => method === 'POST' && new URL(url).pathname === '/api/v1/sessions')
    .length;

async function withFactor() {
  const person = await signInOwner(fixture);
  return { person, codeOf: await enrolTotp(fixture, person) };
}

/** Logs the user into another browser, a minute later, because the service does not send another code at once. */
async function elsewhere(person: FactorClient): Promise<FactorClient> {
  fixture.service.clock.advance(60_000);
  return toFactorClient(await person.inNewBrowser(), person.email);
}

/** Creates a user with a factor, logs them out, and returns a function that logs them in again. */
async function loggedOut() {
  const { person, codeOf } = await withFactor();
  await logout(person.client);
  return { person, codeOf, logIn: () => person.logIn(person.email) };
}

/** Installs a screen that verifies a code for every prompt. Returns the `isLogin` of each prompt. */
function promptByScreen({ client }: FactorClient, codeOf: CodeOf) {
  const asked: (true | undefined)[] = [];
  setFactorPromptHandler(client, async (_, { isLogin, purpose }) => {
    asked.push(isLogin);
    await verifyFactor(client, { method: 'totp', code: codeOf(), purpose });
    return true;
  });
  return asked;
}

describe('a login of a user with a factor', () => {
  it('a login stays pending without a prompt handler until the host verifies a factor, which refreshes the session once', async () => {
    const { person, codeOf } = await withFactor();
    expect(isPending(person)).toBe(false);
    const half = await elsewhere(person);
    expect(half.client.getState()).toMatchObject({ authenticated: true, isFactorPending: true });
    expect(needsWallet(half.client.getState())).toBe(false);
    expect(await acrOf(half)).toBe('mfa_pending');
    expect(await getIdentityToken(half.client)).toBeNull();
    await expect(listSessions(half.client)).rejects.toMatchObject({
      ...missing,
      details: { methods: ['totp'] },
    });
    const wrong = verifyFactor(half.client, { method: 'totp', code: '000000' });
    await expect(wrong).rejects.toMatchObject(missing);
    expect(isPending(half)).toBe(true);

    const before = refreshes(half);
    await verifyFactor(half.client, { method: 'totp', code: codeOf() });
    expect(isPending(half)).toBe(false);
    expect(await acrOf(half)).toBe('mfa');
    expect(await getIdentityToken(half.client)).toMatch(/^ey/);
    expect((await listSessions(half.client)).length).toBeGreaterThan(1);
    expect(refreshes(half) - before).toBe(1);
  });

  it('a login waits for the screen that prompts for a factor, and logs the user out if they leave the screen', async () => {
    const { person, codeOf, logIn } = await loggedOut();
    const asked = promptByScreen(person, codeOf);
    await logIn();
    expect(asked).toEqual([true]);
    expect(isPending(person)).toBe(false);
    expect(await acrOf(person)).toBe('mfa');

    await logout(person.client);
    setFactorPromptHandler(person.client, async () => fail('exited_auth_flow'));
    await expect(logIn()).rejects.toMatchObject({ code: 'exited_auth_flow' });
    expect(person.client.getState()).toMatchObject({
      authenticated: false,
      user: null,
      isFactorPending: false,
    });
  });

  it('a login waits for the host’s listener until the code is right, and logs the user out after a cancel', async () => {
    const { person, codeOf, logIn } = await loggedOut();
    person.listen();
    const login = logIn();
    await person.untilTold(1);
    expect(person.told).toEqual([['totp']]);
    await expect(submitMfa(person.client, 'totp', '000000')).rejects.toMatchObject(missing);
    await submitMfa(person.client, 'totp', codeOf());
    await login;
    expect(isPending(person)).toBe(false);
    expect(await acrOf(person)).toBe('mfa');

    await logout(person.client);
    const left = logIn().catch((error: unknown) => error);
    await person.untilTold(2);
    cancelMfa(person.client);
    expect(await left).toMatchObject({ code: 'user_rejected_request', message: 'MFA canceled' });
    expect(person.client.getState().authenticated).toBe(false);
  });
});

describe('a pending session', () => {
  it('a pending session causes a prompt when a handler is set, and becomes complete in two tabs after the verification', async () => {
    const { person, codeOf } = await withFactor();
    const first = await elsewhere(person);
    const second = toFactorClient(await first.openTab(), person.email);
    expect(second.client.getState()).toMatchObject({
      ready: true,
      authenticated: true,
      isFactorPending: true,
    });
    expect(promptByScreen(second, codeOf)).toEqual([]);
    await expect.poll(() => isPending(second)).toBe(false);
    await expect.poll(() => isPending(first)).toBe(false);
    await promptMfa(first.client);
    expect(await acrOf(first)).toBe('mfa');
  });

  it('a session causes a prompt at the next refresh after a factor was enrolled elsewhere', async () => {
    const person = await signInOwner(fixture);
    const other = await elsewhere(person);
    const codeOf = await enrolTotp(fixture, person);
    const asked = promptByScreen(other, codeOf);
    expect(isPending(other)).toBe(false);
    fixture.service.clock.advance(60 * 60_000);
    await other.timers.advance(60 * 60_000);
    await getAccessToken(other.client);
    await expect.poll(() => asked).toEqual([true]);
    await expect.poll(() => isPending(other)).toBe(false);
    expect(await acrOf(other)).toBe('mfa');
  });

  it('forkSession and startRecoveryOAuth prompt for a factor first, and the sign-in window is closed during the prompt', async () => {
    const person = await signInOwner(fixture);
    const forking = await elsewhere(person);
    const recovering = await elsewhere(person);
    const codeOf = await enrolTotp(fixture, person);
    await expect(forkSession(forking.client)).rejects.toMatchObject(missing);
    const asked = promptByScreen(forking, codeOf);
    expect(await forkSession(forking.client)).toMatch(/^.{20,}$/);
    expect(asked).toEqual([undefined]);

    const seen: (number | undefined)[] = [];
    let windows = 0;
    const open = () => {
      windows += 1;
      const close = () => {
        windows -= 1;
      };
      return { close, location: {} };
    };
    Object.assign(recovering.page.window, { open });
    setFactorPromptHandler(recovering.client, async () => {
      seen.push(windows);
      await verifyFactor(recovering.client, { method: 'totp', code: codeOf() });
      return true;
    });
    // The app has no cloud provider, so the service refuses after the factor was verified.
    await expect(startRecoveryOAuth(recovering.client, { provider: 'google-drive' })).rejects.toMatchObject({
      code: 'unknown_auth_error',
    });
    expect(seen).toEqual([0]);
    expect(windows).toBe(0);
  });
});
