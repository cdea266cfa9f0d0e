import { telegramBot } from '@latchkey/sandbox';
import { type Issuer, startIssuer } from '@latchkey/testkit';
import { type AppInput, crossAppProviderOf, oauthProviders } from '@latchkey/wire';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addAuthenticator, type Screen } from '../harness/index.ts';
import { createApp, type ModalFixture, startFixture } from '../modal/fixture.ts';
import { driftwood, putWallets } from '../wallets/pageWallets.ts';
import { type Driver, keyboard, pointerOn } from './drivers.ts';
import { endSession, type Journey, lagoon, type Method, methods, otherApp, rules } from './methods.ts';
import { isWide, spread } from './spread.ts';

// Login methods each log in a new user and then the same one again, with one kind of input only.

type Case = readonly [screen: Screen, by: string, driver: Driver, walked: readonly Method[]];
const some = (...names: string[]) => methods.filter(({ name }) => isWide || names.includes(name));
/** Journeys with some of the methods each. In the wide run each has all methods. */
const cases: readonly Case[] = [
  [
    'desktop',
    'keyboard',
    keyboard,
    some('an email code', 'a wallet, Driftwood', 'Google', 'Telegram', 'an account of another app'),
  ],
  [
    'phone',
    'pointer',
    pointerOn('phone'),
    some(
      'an SMS code',
      'a wallet, Lagoon',
      'Farcaster',
      'a passkey',
      'a guest account',
      'a token of the host’s',
    ),
  ],
  ...(isWide
    ? ([
        ['desktop', 'pointer', pointerOn('desktop'), methods],
        ['phone', 'keyboard', keyboard, methods],
      ] as const)
    : []),
];

const app = (issuer: Issuer): AppInput => ({
  ...Object.fromEntries(
    ['google', 'twitter', 'discord', 'github', 'spotify', 'instagram', 'tiktok', 'linkedin', 'apple'].map(
      (name) => [`${name}_oauth`, true],
    ),
  ),
  sms_auth: true,
  wallet_auth: true,
  solana_wallet_auth: true,
  farcaster_auth: true,
  telegram_auth: true,
  telegram_auth_config: {
    bot_id: telegramBot.id,
    bot_name: telegramBot.name,
    link_enabled: false,
    seamless_auth_enabled: false,
  },
  passkey_auth: true,
  passkeys_for_signup_enabled: true,
  guest_auth: true,
  custom_jwt_auth: true,
  custom_jwt_config: { ...rules, public_key: issuer.publicKey() },
  cross_app_auth: true,
});

describe.each(spread(cases))('on the %s database', (database, journeys) => {
  let fixture: ModalFixture;
  let issuer: Issuer;
  // Each journey has its own service, because it moves the service's clock, which must stay near the page's.
  beforeEach(async () => {
    issuer = await startIssuer(Date.now);
    fixture = await startFixture({ database, hosted: 'same-site' });
  });
  afterEach(async () => {
    await fixture?.close();
    await issuer?.close();
  });

  it.each(journeys)(
    '[SDK-01] on a %s, with the %s alone, each login method of the journey logs in a new and a returning user',
    async (screen, by, driver, walked) => {
      // Each journey has its own app, so its users are new.
      const appId = await createApp(fixture.harness, app(issuer));
      const otherAppId = await createApp(fixture.harness, {
        name: otherApp,
        cross_app_requesters: [{ app_id: appId, read_only: false }],
      });
      const act = await fixture.open({
        appId,
        screen,
        config: {
          loginMethodsAndOrder: {
            primary: ['email', 'sms', 'wallet', 'passkey', crossAppProviderOf(otherAppId)],
            overflow: ['farcaster', 'telegram', ...oauthProviders],
          },
        },
        async prepare(page) {
          // The browser's own offer of a passkey would log in before anything is pressed.
          await page.addInitScript(() => {
            PublicKeyCredential.isConditionalMediationAvailable = async () => false;
          });
          await putWallets(page, [
            { ...driftwood, chainId: 1 },
            { ...lagoon, chainId: 1 },
          ]);
          await addAuthenticator(page);
        },
      });
      const journey: Journey = { fixture, act, driver, issuer, person: `${by}-${screen}`, otherAppId };
      for (const method of walked) await comeTwice(journey, method);
      await act.close();
    },
    900_000,
  );
});

async function comeTwice(journey: Journey, method: Method): Promise<void> {
  const { page } = journey.act;
  for (const isNew of [true, false]) {
    await page.locator('html[data-ready=true]').waitFor();
    if (method.told !== null) {
      await journey.driver.press(page.locator('#login'));
      await journey.act.screen('LANDING').waitFor();
    }
    await method.logIn(journey, isNew);
    await page.locator('#state', { hasText: 'logged in, modal closed' }).waitFor();
    if (method.told !== null) {
      const told = typeof method.told === 'string' ? method.told : method.told(journey);
      const line = `complete ${told} ${isNew ? 'new' : 'known'}`;
      await expect.poll(async () => (await journey.act.told()).at(-1), { message: method.name }).toBe(line);
    }
    await endSession(journey.act, method);
  }
}
