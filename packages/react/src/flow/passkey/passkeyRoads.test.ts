import { expect, it } from 'vitest';
import { calm } from '../recoveryRoads.testkit.ts';
import type { ModalRequest } from '../request.ts';
import { type Facts, firstEntry, follow } from '../roads.ts';
import type { Departure } from '../state.ts';
import { linkingPasskey, passkeyEntries, passkeyResult } from './passkeyRoads.testkit.ts';

const login: ModalRequest = { intent: 'login', input: undefined };
const due: Facts = { ...calm, walletDue: true };

it.each(['AWAITING_PASSKEY_SYSTEM_DIALOGUE', 'LANDING'] as const)(
  '[TERMS-06] a login by passkey on %s leads to terms, then wallet, then out, each 1.4 s after success',
  (screen) => {
    const exit = screen === 'LANDING' ? 'passkey-used' : 'verified';
    const departure = { screen, exit, payload: passkeyResult } as Departure;
    const walk = (facts: Facts) =>
      follow(departure, facts, { entry: passkeyEntries.AWAITING_PASSKEY_SYSTEM_DIALOGUE, request: login });
    expect(walk({ ...due, termsDue: true })).toEqual({
      to: { name: 'AFFIRMATIVE_CONSENT_SCREEN', props: { login: passkeyResult } },
      afterMs: 1400,
    });
    const creating = { name: 'EMBEDDED_WALLET_ON_ACCOUNT_CREATE_SCREEN', props: { isDue: true } };
    expect(walk(due)).toEqual({ to: creating, afterMs: 1400, result: passkeyResult });
    expect(walk(calm)).toEqual({ close: 'finished', afterMs: 1400, result: passkeyResult });
  },
);

it('linking a passkey begins at the list of passkeys', () => {
  expect(firstEntry(linkingPasskey, calm)).toEqual(passkeyEntries.LINK_PASSKEY_SCREEN);
});

it('a sign-up by passkey after a login that found none goes by the captcha where one is due', () => {
  const departure = { screen: 'AWAITING_PASSKEY_SYSTEM_DIALOGUE', exit: 'sign-up' } as Departure;
  const place = { entry: passkeyEntries.AWAITING_PASSKEY_SYSTEM_DIALOGUE, request: login };
  const success = { name: 'AWAITING_PASSKEY_SYSTEM_DIALOGUE', props: { act: 'sign-up' } };
  const failure = { name: 'LANDING', props: {} };
  expect(follow(departure, { ...calm, captchaPending: true }, place)).toEqual({
    to: { name: 'CAPTCHA_SCREEN', props: { start: expect.any(Function), success, failure } },
  });
});

it('a login that lets no one new in stays one, on the passkey screen and back on the landing', () => {
  const request: ModalRequest = { intent: 'login', input: { disableSignup: true } };
  const landing = { name: 'LANDING', props: { disableSignup: true } } as const;
  const begin = { screen: 'LANDING', exit: 'passkey', payload: { act: 'log-in' } } as Departure;
  const entry = {
    name: 'AWAITING_PASSKEY_SYSTEM_DIALOGUE',
    props: { act: 'log-in', disableSignup: true },
  } as const;
  expect(follow(begin, calm, { entry: landing, request })).toEqual({ to: entry });
  const back = { screen: 'AWAITING_PASSKEY_SYSTEM_DIALOGUE', exit: 'back' } as Departure;
  expect(follow(back, calm, { entry, request })).toEqual({ to: landing });
});
