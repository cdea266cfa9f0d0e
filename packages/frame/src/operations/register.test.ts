import { custodyRoutes } from '@latchkey/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FrameFixture, openFrameFixture } from '../frameFixture.testkit.ts';
import { addressOf, app, dataOf, enrolTotp } from '../mfa/mfa.testkit.ts';

// Registrations that fail. In the first test the service stores the wallet, but a proxy answers with a failure.

const unlockMs = 15 * 60_000;
const { create } = custodyRoutes;

/** Called once the service has answered the next create, whose answer is then lost. */
let onLost: (() => void) | null = null;
let fixture: FrameFixture;
beforeAll(async () => {
  fixture = await openFrameFixture({
    app,
    async answer(request) {
      const isCreate = new URL(request.url).pathname === create.path;
      const response = await fixture.service.fetch(request);
      if (!isCreate || onLost === null) return response;
      expect(response.status).toBe(200);
      onLost();
      onLost = null;
      return new Response(null, { status: 504 });
    },
  });
});
afterAll(() => fixture.close());

test('keeps the device part of a new wallet if the answer to its creation was lost, even if the repeat needs a second factor', async () => {
  const person = await fixture.logIn();
  const browser = await person.openBrowser();
  const toCode = await enrolTotp(fixture, browser);
  dataOf(await browser.request('privy:mfa:verify', toCode()));
  onLost = () => fixture.service.clock.advance(unlockMs + 1);
  const refused = await browser.request('privy:wallet:create');
  expect(refused.error).toMatchObject({ type: 'missing_or_invalid_mfa', methods: ['totp'] });
  expect(onLost).toBeNull();

  const [wallet] = await person.listWallets();
  fixture.calls.length = 0;
  expect(addressOf(await browser.request('privy:wallet:create', toCode()))).toBe(wallet?.address);
  // The part in this browser opens the wallet: nothing is created or recovered.
  expect(fixture.calls).toContain(custodyRoutes.connect.path);
  expect(fixture.calls).not.toContain(create.path);
  expect(fixture.calls).not.toContain(custodyRoutes.recover.path);
});

test('drops the device part of a new wallet if its creation was refused because the user has a wallet', async () => {
  const person = await fixture.logIn();
  const browser = await person.openBrowser();
  addressOf(await browser.request('privy:wallet:create'));
  fixture.service.clock.advance(60_000);
  const other = await person.logInElsewhere();
  const refused = await other.request('privy:wallet:create');
  expect(refused.error?.code).toBe('embedded_wallet_already_exists');
  expect(await other.act((frame) => frame.store.list(person.userId))).toEqual([]);
});
