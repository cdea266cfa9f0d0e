import type { Issuer } from '@latchkey/testkit';
import { crossAppProviderOf, farcasterRoutes } from '@latchkey/wire';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Act, ModalFixture } from '../modal/fixture.ts';
import { driftwood } from '../wallets/pageWallets.ts';
import type { Driver } from './drivers.ts';

/** A user on the host's page, with one kind of input. */
export interface Journey {
  readonly fixture: ModalFixture;
  readonly act: Act;
  readonly driver: Driver;
  /** Base of names that no other user has. */
  readonly person: string;
  readonly issuer: Issuer;
  /** Another app, whose accounts can log in here. */
  readonly otherAppId: string;
}

export interface Method {
  readonly name: string;
  /** Name that `useLogin` reports; null if the host logs in without the modal. */
  readonly told: string | ((journey: Journey) => string) | null;
  /** Logs in from the landing, or from the host's page if there is no landing. Each call logs in the same user. */
  logIn(journey: Journey, isNew: boolean): Promise<void>;
}

export const rules = { issuer: 'https://login.tidewater.example', audience: 'tidewater' };
/** Wallet that is in the page beside `driftwood`. */
export const lagoon = {
  rdns: 'example.lagoon',
  name: 'Lagoon',
  ethereum: 'absent',
  solana: 'sign-in',
} as const;

/** Locates a button by its label, with or without the badge of the last used method. */
const row = (page: Page, name: string): Locator =>
  page.getByRole('button', { name: new RegExp(`^${name}(?: Recent)?$`) });
const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });

/** Presses a row of the landing, if necessary after "More options". */
async function choose({ act: { page }, driver }: Journey, label: string): Promise<void> {
  const [wanted, more] = [row(page, label), row(page, 'More options')];
  await wanted.or(more).first().waitFor();
  if ((await wanted.count()) === 0) await driver.press(more);
  await driver.press(wanted);
}

/** Enters an email address or phone number, and the code that it receives. */
async function enterByCode(journey: Journey, kind: 'email' | 'tel', to: string): Promise<void> {
  const { fixture, act, driver } = journey;
  const { page } = act;
  // The service sends no second code within half a minute.
  await fixture.harness.service.advance(30_000);
  if (kind === 'tel') {
    await choose(journey, 'Continue with SMS');
    await page.locator('select[aria-label=Country]:enabled').waitFor();
  }
  await driver.write(page.locator(`input[type=${kind}]`), to);
  await driver.press(page.locator('.field-submit'));
  await act.screen('AWAITING_PASSWORDLESS_CODE').waitFor();
  await driver.write(page.locator('input[name=code]'), await fixture.harness.inbox.nextCode(to));
}

/** Opens a popup, and acts in it until it closes. */
async function inPopup(
  page: Page,
  open: () => Promise<void>,
  act: (popup: Page) => Promise<void>,
): Promise<void> {
  const [popup] = await Promise.all([page.waitForEvent('popup'), open()]);
  // The last press may fail, because it closes the page.
  await Promise.all([popup.waitForEvent('close'), act(popup).catch(() => undefined)]);
}

const socials = {
  Google: 'google',
  Twitter: 'twitter',
  Discord: 'discord',
  GitHub: 'github',
  Spotify: 'spotify',
  Instagram: 'instagram',
  TikTok: 'tiktok',
  LinkedIn: 'linkedin',
  Apple: 'apple',
} as const;

function social([label, provider]: [string, (typeof socials)[keyof typeof socials]]): Method {
  return {
    name: label,
    told: `${provider}_oauth`,
    async logIn(journey) {
      const { act, driver, person, fixture } = journey;
      const { page } = act;
      await choose(journey, label);
      await page.waitForURL(`${fixture.harness.sandboxUrl}/oauth/**`);
      await driver.write(page.getByPlaceholder('mary'), person);
      await driver.press(button(page, 'Allow'));
      await page.waitForURL(`${fixture.harness.host.origin}/**`);
    },
  };
}

function wallet({ name }: { readonly name: string }): Method {
  return {
    name: `a wallet, ${name}`,
    told: 'wallet',
    async logIn(journey) {
      await choose(journey, 'Continue with a wallet');
      await journey.driver.press(row(journey.act.page, name));
    },
  };
}

export const otherApp = 'Harbour';

/** Logs in to the other app in its popup, unless the user is logged in there, and allows the connection. */
async function agree({ driver, person, fixture }: Journey, popup: Page, isNew: boolean): Promise<void> {
  if (isNew) {
    const email = `${person}@harbour.example`;
    await driver.press(button(popup, `Log in to ${otherApp}`));
    await driver.write(popup.locator('input[type=email]'), email);
    await driver.press(popup.locator('.field-submit'));
    await driver.write(popup.locator('input[name=code]'), await fixture.harness.inbox.nextCode(email));
  }
  await driver.press(button(popup, isNew ? 'Allow' : 'Continue'));
}

/** The methods of the journeys. `oidc`, a provider that the operator names, is not among them. */
export const methods: readonly Method[] = [
  {
    name: 'an email code',
    told: 'email',
    logIn: (journey) => enterByCode(journey, 'email', `${journey.person}@host.example`),
  },
  {
    name: 'an SMS code',
    told: 'sms',
    logIn: (journey) => enterByCode(journey, 'tel', numberOf(journey.person)),
  },
  wallet(driftwood),
  wallet(lagoon),
  ...Object.entries(socials).map(social),
  {
    name: 'Farcaster',
    told: 'farcaster',
    async logIn(journey) {
      const { fixture, act, person } = journey;
      const { page } = act;
      const opened = page.waitForResponse(
        (response) =>
          response.url().endsWith(farcasterRoutes.init.path) && response.request().method() === 'POST',
      );
      await choose(journey, 'Farcaster');
      const { connect_uri } = await (await opened).json();
      await page.getByText('Waiting for your approval').waitFor();
      // Approves in the app on the user's phone.
      const channelToken = new URL(connect_uri).searchParams.get('channelToken') ?? '';
      const body = new URLSearchParams({ channelToken, username: person, answer: 'approve' });
      const { status } = await fetch(`${fixture.harness.sandboxUrl}/farcaster/app`, { method: 'POST', body });
      expect(status).toBe(200);
    },
  },
  {
    name: 'Telegram',
    told: 'telegram',
    logIn: (journey) =>
      inPopup(
        journey.act.page,
        () => choose(journey, 'Telegram'),
        (popup) => journey.driver.press(button(popup, 'Ada Lovelace')),
      ),
  },
  {
    name: 'an account of another app',
    told: ({ otherAppId }) => crossAppProviderOf(otherAppId),
    logIn: (journey, isNew) =>
      inPopup(
        journey.act.page,
        () => choose(journey, otherApp),
        (popup) => agree(journey, popup, isNew),
      ),
  },
  {
    name: 'a passkey',
    told: 'passkey',
    logIn: ({ act: { page }, driver }, isNew) =>
      driver.press(button(page, isNew ? 'Sign up with a passkey' : 'I have a passkey')),
  },
  {
    name: 'a guest account',
    told: null,
    async logIn({ act: { page } }, isNew) {
      const before = isNew ? null : await page.evaluate(() => localStorage.getItem('user-before'));
      const { id } = await page.evaluate(() => window.host.guests.createGuestAccount());
      // A log-out would delete the guest. So `endSession` only removes the tokens, and the browser keeps the guest's
      // credential.
      if (isNew) await page.evaluate((user) => localStorage.setItem('user-before', user), id);
      else expect(id).toBe(before);
    },
  },
  {
    name: 'a token of the host’s',
    told: null,
    async logIn({ act: { page }, issuer, person }, isNew) {
      const token = await issuer.sign({ iss: rules.issuer, aud: rules.audience, sub: person });
      const login = await page.evaluate(
        (given) => window.host.customAuth.loginWithCustomToken({ token: given }),
        token,
      );
      expect(login.isNewUser).toBe(isNew);
    },
  },
];

function numberOf(person: string): string {
  const known = numbers.get(person) ?? `+1201555${String(2_000 + numbers.size).padStart(4, '0')}`;
  numbers.set(person, known);
  return known;
}
const numbers = new Map<string, string>();

/** Ends the session. The browser keeps the data that a returning user still has. */
export async function endSession({ page }: Act, { name }: Method): Promise<void> {
  if (name !== 'a guest account') {
    await page.evaluate(() => window.host.latchkey.logout());
    await page.locator('#state', { hasText: ', logged out,' }).waitFor();
    return;
  }
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) if (/token/.test(key)) localStorage.removeItem(key);
  });
  await page.reload();
  await page.locator('#state', { hasText: 'ready, logged out' }).waitFor();
}
