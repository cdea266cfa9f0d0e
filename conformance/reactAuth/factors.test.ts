import { TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  addAuthenticator,
  type Harness,
  openProfile,
  type Profile,
  startHarness,
} from '../../e2e/harness/index.ts';
import { signerOfMessage } from '../../e2e/harness/signer.ts';
import { isWide, openPublishedApp, type PublishedApp, publishReactAuthHost } from './publishedApp.ts';

// Second factors in the published clients' own screens: enrol (also after a wrong code), sign in a later session,
// export, remove.

/**
 * Methods that every run tests with each client. The wide run tests every method with each version. Each client has
 * its own phone number, because the service limits the text messages to one number.
 */
const clients = [
  {
    version: '1.99.1',
    path: '/',
    host: {},
    message: 'Hello from the published client',
    number: '+12015550177',
    methods: ['totp'],
  },
  {
    // Uses the earlier family of wallet events, and asks for no factor while it connects.
    version: '1.90.0',
    path: '/older',
    host: { client: 'react-auth-v1-events' },
    message: 'Hello from the published client',
    number: '+12015550178',
    methods: ['sms'],
  },
  {
    version: '3.45.0',
    path: '/newest',
    host: { page: 'reactAuthNewest.jsx', client: 'react-auth-newest' },
    message: 'Hello from the newest client',
    number: '+12015550179',
    methods: ['sms', 'passkey'],
  },
];

/** Longer than an app trusts a verification. */
const trustedMs = 16 * 60_000;

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness({
    app: {
      published_clients: true,
      passkey_auth: true,
      mfa_methods: ['sms', 'totp', 'passkey'],
      embedded_wallet_config: { ethereum: { create_on_login: 'users-without-wallets' } },
    },
  });
  for (const { path, host } of clients) await publishReactAuthHost(harness, { path, ...host });
});
afterAll(() => harness?.close());

describe.each(clients)('react-auth $version', ({ version, path, message, number, methods }) => {
  let profile: Profile;
  let page: Page;
  let app: PublishedApp;
  let address: string;

  beforeEach(async ({ task }) => {
    profile = await openProfile();
    page = await profile.newPage();
    await profile.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    app = await openPublishedApp(harness, page, harness.host.origin + path);
    await app.logIn(`${task.id}-${version}@example.com`);
    address = await app.read('connected');
  });
  afterEach(() => profile?.close());

  const journeys = (method: string, title: string, journey: () => Promise<void>) => {
    if (isWide || methods.includes(method)) test(title, journey);
  };
  const press = (name: string) => app.modal.getByRole('button', { name, exact: true }).click();
  const type = async (code: string) => {
    await app.modal.locator('input[name=pin-0]').click();
    await page.keyboard.type(code);
  };

  async function choose(method: string): Promise<void> {
    await app.press('Second factors');
    await press('Continue');
    await app.modal.getByRole('button', { name: method }).click();
  }

  /**
   * Types a wrong code during the enrolment, and deletes it from the client's boxes as a user does.
   *
   * @returns the statuses of the frame's enrolment requests from now on: for each code one without the wallet's
   *   signature, then one with it
   */
  async function enterWrongCode(right: string): Promise<number[]> {
    const answers: number[] = [];
    page.on('response', (answer) => void (answer.url().endsWith('/enroll') && answers.push(answer.status())));
    await app.modal.getByText('Enter enrollment code').waitFor();
    await type(right === '123456' ? '123457' : '123456');
    await expect.poll(() => answers).toHaveLength(2);
    for (const box of [5, 4, 3, 2, 1, 0]) {
      const digit = app.modal.locator(`input[name=pin-${box}]:enabled`);
      await digit.press('Backspace');
      await expect.poll(() => digit.inputValue()).toBe('');
    }
    return answers;
  }

  /** Signs after the service's trust in the last verification has ended, with a proof from `prove`. */
  async function signLater(prove: () => Promise<void>): Promise<void> {
    await harness.service.advance(trustedMs);
    app = await openPublishedApp(harness, page, harness.host.origin + path);
    await app.read('connected');
    await app.press('Sign message');
    const confirm = () => press('Sign and continue');
    for (const step of version === '1.90.0' ? [confirm, prove] : [prove, confirm]) await step();
    expect(signerOfMessage(message, await app.read('result'))).toBe(address);
  }

  async function exportWith(prove: () => Promise<void>): Promise<void> {
    const exported = app.exportKey();
    await prove();
    expect(await exported).toBe(address);
  }

  journeys(
    'totp',
    'react-auth enrols an authenticator app after a wrong code, signs later, exports the key and removes the app',
    async () => {
      await choose('Authenticator app');
      await app.modal.getByText('Scan QR code').waitFor();
      await app.modal.getByRole('button', { name: /^Copy/ }).click();
      const secret = await page.evaluate(() => navigator.clipboard.readText());
      // Each code works once. A minute later there is a new one.
      const enterCode = async () => {
        await app.modal.getByText(/Enter (verification|enrollment) code/).waitFor();
        await type(new TOTP({ secret }).generate({ timestamp: harness.service.now() }));
      };
      await press('Continue');
      const answers = await enterWrongCode(
        new TOTP({ secret }).generate({ timestamp: harness.service.now() }),
      );
      await enterCode();
      if (version !== '3.45.0') await press('Done');
      await expect.poll(() => app.read('factors')).toBe('totp');
      expect(answers).toHaveLength(4);
      expect(signerOfMessage(message, await app.sign('Sign message'))).toBe(address);
      await signLater(enterCode);
      await harness.service.advance(60_000);
      await exportWith(enterCode);
      app = await openPublishedApp(harness, page, harness.host.origin + path);
      await app.read('connected');
      await harness.service.advance(60_000);
      await app.press('Second factors');
      const method = app.modal.getByRole('button', { name: 'Authenticator app' });
      await method.locator('xpath=following-sibling::button').click();
      const remove = () => app.modal.getByRole('button', { name: /remove/i }).click();
      for (const step of version !== '3.45.0' ? [remove, enterCode] : [enterCode, remove]) await step();
      await page.getByTestId('factors').filter({ hasNotText: /\w/ }).waitFor({ state: 'attached' });
    },
  );

  journeys(
    'sms',
    'react-auth enrols a phone after a wrong code, signs later and exports the key',
    async () => {
      const enterCode = async () => {
        const code = await harness.inbox.nextCode(number);
        await app.modal.getByText(/Enter (verification|enrollment) code/).waitFor();
        await type(code);
      };
      await choose('SMS');
      await page.locator('#phone-number-input').fill(number.slice(2));
      await page.keyboard.press('Enter');
      const code = await harness.inbox.nextCode(number);
      const answers = await enterWrongCode(code);
      await type(code);
      await press('Done');
      await expect.poll(() => app.read('factors')).toBe('sms');
      expect(answers).toHaveLength(4);
      await signLater(enterCode);
      await harness.service.advance(60_000);
      await exportWith(enterCode);
    },
  );

  journeys('passkey', 'react-auth enrols a passkey, signs later and exports the key', async () => {
    await addAuthenticator(page);
    await choose('Passkey');
    await press('Add a new passkey');
    if (version !== '3.45.0') await press('Done');
    await expect.poll(() => app.read('factors')).toBe('passkey');
    await signLater(async () => {});
    await harness.service.advance(60_000);
    await exportWith(async () => {});
  });
});
