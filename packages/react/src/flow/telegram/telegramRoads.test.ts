import { expect, test } from 'vitest';
import { calm } from '../recoveryRoads.testkit.ts';
import { firstEntry, follow } from '../roads.ts';
import { linkingTelegram, login, signed, telegramAt } from './telegramRoads.testkit.ts';

const captchaBefore = (entry: object) => ({
  name: 'CAPTCHA_SCREEN',
  props: { start: expect.any(Function), success: entry, failure: entry },
});

test('[CAPT-06] Telegram goes by the captcha where none was passed, for login and for linking', () => {
  const facts = { ...calm, captchaPending: true };
  const departure = { screen: 'LANDING', exit: 'telegram', payload: { data: signed } } as const;
  const landing = { name: 'LANDING', props: {} } as const;
  expect(follow(departure as never, facts, { entry: landing, request: login })).toEqual({
    to: captchaBefore(telegramAt('login', signed)),
  });
  expect(firstEntry(linkingTelegram, facts)).toEqual(captchaBefore(telegramAt('link', null)));
  expect(firstEntry({ intent: 'login', input: { telegram: signed } }, facts)).toEqual(
    captchaBefore(telegramAt('login', signed)),
  );
});

test('[TELE-01] what Telegram opened the page with goes to its screen at once', () => {
  expect(firstEntry({ intent: 'login', input: { telegram: signed } }, calm)).toEqual(
    telegramAt('login', signed),
  );
});

test('[TELE-06] [TELE-07] [TERMS-06] terms and wallet that are due follow 1.4 s after success', () => {
  const verified = { screen: 'TELEGRAM_AUTH_SCREEN', exit: 'verified', payload: { isNewUser: true } };
  const place = { entry: telegramAt('login', signed), request: login };
  const terms = follow(verified as never, { ...calm, termsDue: true }, place);
  expect(terms).toMatchObject({ to: { name: 'AFFIRMATIVE_CONSENT_SCREEN' }, afterMs: 1400 });
  const wallet = follow(verified as never, { ...calm, walletDue: true }, place);
  expect(wallet).toMatchObject({
    to: { name: 'EMBEDDED_WALLET_ON_ACCOUNT_CREATE_SCREEN' },
    afterMs: 1400,
    result: { loginMethod: 'telegram' },
  });
});
