import { type ErrorCode, ServiceError, type TelegramData } from '@latchkey/wire';
import { expect } from 'vitest';
import type { LoginResult, ModalRequest } from '../../request.ts';
import type { FlowFacts } from '../transition.ts';
import {
  address,
  beginJourney,
  error,
  type Journey,
  type Journeys,
  recipient,
  user,
} from './journey.testkit.ts';

const login: ModalRequest = { intent: 'login', input: undefined };
const closed: ModalRequest = { intent: 'login', input: { disableSignup: true } };
const typed = { channel: 'email', recipient } as const;
const resultOf = (loginMethod: LoginResult['loginMethod']) => ({ user, isNewUser: true, loginMethod });
const byEmail = resultOf('email');
const code = 'AWAITING_PASSWORDLESS_CODE';
const creating = 'EMBEDDED_WALLET_ON_ACCOUNT_CREATE_SCREEN';
const passkeyScreen = 'AWAITING_PASSKEY_SYSTEM_DIALOGUE';
const farcaster = 'AWAITING_FARCASTER_CONNECTION';
const oauth = 'AWAITING_OAUTH_SCREEN';

/** From the landing to the code that was sent. */
function toCode(change: Partial<FlowFacts> = {}, request = login): Journey {
  const journey = beginJourney(request, change);
  journey.leave('LANDING', 'code-sent', typed);
  return journey;
}

const factor = 'MFA_VERIFICATION_CODE_SCREEN';

/** From the landing to the second factor that the app wants at the login. */
function toFactor(change: Partial<FlowFacts> = {}): Journey {
  const journey = toCode({ factorDue: ['totp'], ...change });
  journey.leave(code, 'verified', byEmail);
  journey.after(900);
  return journey;
}

export const factorJourneys: Journeys = {
  'with a second factor that the app wants, before the wallet that is due': async () => {
    const journey = toFactor({ walletDue: true });
    expect(journey.at(factor)).toEqual({ methods: ['totp'], method: 'totp' });
    journey.set({ factorDue: null });
    journey.leave(factor, 'verified');
    journey.after(900);
    expect(journey.at(creating)).toEqual({ isDue: true });
    journey.flow.close('close-press');
    await journey.ends({ result: byEmail });
    expect(journey.logOuts).toBe(0);
  },

  'with a second factor and nothing else, out 1.4 s after it': async () => {
    const journey = toFactor();
    journey.set({ factorDue: null });
    journey.leave(factor, 'verified');
    journey.after(1400);
    await journey.ends({ result: byEmail });
  },

  'with a second factor that is left, also by a person who has none that the app takes, which is no login':
    async () => {
      const journey = toFactor();
      journey.leave(factor, 'ended', { error: new ServiceError('mfa_verification_max_attempts_reached') });
      journey.flow.close('close-press');
      await journey.ends({ code: 'exited_auth_flow' });
      const useless = toFactor({ factorDue: [] });
      useless.at('ERROR_SCREEN', { isFinal: true });
      useless.leave('ERROR_SCREEN', 'closed');
      await useless.ends({ code: 'exited_auth_flow' });
      expect([journey.logOuts, useless.logOuts]).toEqual([1, 1]);
    },

  'with a second factor after the terms: a wallet that cannot be made then ends it': async () => {
    const journey = toFactor({ termsDue: true, walletDue: true });
    journey.set({ termsDue: false });
    journey.leave('AFFIRMATIVE_CONSENT_SCREEN', 'accepted', { user });
    const afterTerms = { ...byEmail, user };
    journey.at(factor, { afterTerms });
    journey.leave(factor, 'lost');
    journey.leave('MFA_LOST_SCREEN', 'backup-code');
    journey.set({ factorDue: null });
    journey.leave('MFA_BACKUP_CODE_SCREEN', 'verified');
    journey.after(900);
    journey.at(creating, { isDue: true, afterTerms });
    journey.leave(creating, 'failed', { error });
    journey.set({ authenticated: false });
    journey.flow.close('close-press');
    await journey.ends({ code: 'exited_auth_flow' });
    expect(journey.logOuts).toBe(1);
  },

  'with a second factor that is lost and replaced on the way': async () => {
    const journey = toFactor();
    journey.leave(factor, 'lost');
    journey.leave('MFA_LOST_SCREEN', 'proved');
    journey.set({ factorDue: null });
    journey.flow.close('close-press');
    await journey.ends({ result: byEmail });
  },

  'that was found half done as the page came up: verified, or left': async () => {
    const input = new ServiceError('missing_or_invalid_mfa', { details: { methods: ['totp'] } });
    const request: ModalRequest = { intent: 'verify-login', input };
    const journey = beginJourney(request, { factorDue: ['totp'] });
    journey.set({ factorDue: null });
    journey.leave(factor, 'verified');
    expect(await journey.outcome).toEqual({ ok: true, result: { verified: true } });
    const left = beginJourney(request, { factorDue: ['totp'] });
    left.flow.close('close-press');
    await left.ends({ code: 'exited_auth_flow' });
  },
};

export const codeJourneys: Journeys = {
  '[OTP-09] by a code, out 1.4 s after it was accepted': async () => {
    const journey = toCode();
    journey.leave(code, 'verified', byEmail);
    journey.after(1400);
    await journey.ends({ result: byEmail });
  },

  '[OTP-07] [TERMS-04] [TERMS-05] by a code, to terms after 0.9 s, and to the wallet that is due':
    async () => {
      const journey = toCode({ termsDue: true, walletDue: true });
      journey.leave(code, 'verified', byEmail);
      journey.after(900);
      journey.at('AFFIRMATIVE_CONSENT_SCREEN', { login: byEmail });
      const accepted = { ...user, hasAcceptedTerms: true };
      journey.set({ termsDue: false });
      journey.leave('AFFIRMATIVE_CONSENT_SCREEN', 'accepted', { user: accepted });
      const afterTerms = { ...byEmail, user: accepted };
      journey.at(creating, { isDue: true, afterTerms });
      journey.leave(creating, 'created', { address });
      journey.at('EMBEDDED_WALLET_CREATED_SCREEN', { address });
      journey.leave('EMBEDDED_WALLET_CREATED_SCREEN', 'done');
      journey.after(2500);
      await journey.ends({ result: afterTerms });
      expect(journey.logOuts).toBe(0);
    },

  '[EMBW-15] with terms accepted for a wallet that cannot be made, logged out and from the beginning':
    async () => {
      const journey = toCode({ termsDue: true, walletDue: true });
      journey.leave(code, 'verified', byEmail);
      journey.after(900);
      journey.set({ termsDue: false });
      journey.leave('AFFIRMATIVE_CONSENT_SCREEN', 'accepted', { user });
      journey.leave(creating, 'failed', { error });
      expect(journey.at('ERROR_SCREEN').error).toBe(error);
      expect(journey.logOuts).toBe(1);
      journey.leave('ERROR_SCREEN', 'back');
      journey.at('LANDING');
      journey.flow.close('close-press');
      await journey.ends({ code: 'exited_auth_flow' });
    },

  'with terms that are declined, which is no login': async () => {
    const journey = toCode({ termsDue: true });
    journey.leave(code, 'verified', byEmail);
    journey.after(900);
    journey.leave('AFFIRMATIVE_CONSENT_SCREEN', 'declined');
    await journey.ends({ code: 'exited_auth_flow' });
    expect(journey.logOuts).toBe(1);
  },

  'to the wallet that is due 0.9 s after success, which is tried again after an error': async () => {
    const journey = toCode({ walletDue: true });
    journey.leave(code, 'verified', byEmail);
    journey.after(900);
    expect(journey.at(creating)).toEqual({ isDue: true });
    journey.leave(creating, 'failed', { error });
    journey.leave('ERROR_SCREEN', 'back');
    expect(journey.at(creating)).toEqual({ isDue: true });
    journey.flow.close('close-press');
    await journey.ends({ result: byEmail });
  },

  'back from the code, and from an error at it, to what was typed': () => {
    const journey = toCode();
    journey.leave(code, 'back');
    journey.at('LANDING', { typed });
    journey.leave('LANDING', 'code-sent', typed);
    journey.leave(code, 'failed', { error });
    journey.leave('ERROR_SCREEN', 'back');
    journey.at('LANDING', { typed });
    journey.leave('LANDING', 'failed', { error, again: { typed } });
    journey.leave('ERROR_SCREEN', 'back');
    journey.at('LANDING', { typed });
  },

  'to a list of more methods and back': () => {
    const journey = beginJourney(login);
    journey.leave('LANDING', 'more', { part: 'web2-overflow' });
    journey.at('LANDING', { part: 'web2-overflow' });
    journey.leave('LANDING', 'back');
    expect(journey.at('LANDING')).toEqual({});
  },

  'that lets no one new in, at every screen of it': () => {
    const journey = toCode({}, closed);
    journey.at(code, { ...typed, disableSignup: true });
    journey.leave(code, 'back');
    journey.at('LANDING', { disableSignup: true });
    journey.leave('LANDING', 'passkey', { act: 'log-in' });
    journey.at(passkeyScreen, { act: 'log-in', disableSignup: true });
    journey.leave(passkeyScreen, 'back');
    expect(journey.at('LANDING')).toEqual({ disableSignup: true });
  },
};

type Refusal =
  | 'ACCOUNT_NOT_FOUND_SCREEN'
  | 'ALLOWLIST_REJECTION_SCREEN'
  | 'ERROR_SCREEN'
  | 'LOGIN_FAILED_SCREEN'
  | 'USER_LIMIT_REACHED_SCREEN';

/** From a refusal back to the landing. */
function returnFrom(journey: Journey, screen: Refusal): void {
  if (screen === 'LOGIN_FAILED_SCREEN') journey.leave(screen, 'try-again');
  else journey.leave(screen, 'back');
  journey.at('LANDING');
}

const refusals: readonly [ErrorCode, Refusal][] = [
  ['allowlist_rejected', 'ALLOWLIST_REJECTION_SCREEN'],
  ['max_accounts_reached', 'USER_LIMIT_REACHED_SCREEN'],
  ['user_does_not_exist', 'ACCOUNT_NOT_FOUND_SCREEN'],
  ['authentication_failed', 'LOGIN_FAILED_SCREEN'],
  ['unknown_auth_error', 'LOGIN_FAILED_SCREEN'],
  ['disallowed_login_method', 'ERROR_SCREEN'],
];

export const refusalJourneys: Journeys = {
  ...Object.fromEntries(
    refusals.map(([refusal, screen]) => [
      `[ERR-05] [ERR-18] [ERR-19] by a code, refused with ${refusal}, to ${screen} and back`,
      () => {
        const failure = new ServiceError(refusal);
        const journey = toCode();
        journey.leave(code, 'failed', { error: failure });
        returnFrom(journey, screen);
        journey.leave('LANDING', 'failed', { error: failure });
        returnFrom(journey, screen);
      },
    ]),
  ),

  'given up where it failed without a reason': async () => {
    const journey = toCode();
    journey.leave(code, 'failed', { error: new ServiceError('authentication_failed') });
    journey.leave('LOGIN_FAILED_SCREEN', 'cancelled');
    await journey.ends({ code: 'exited_auth_flow' });
  },

  'in an app that no provider lets in: back to the landing, or out': async () => {
    const inApp = new ServiceError('not_supported', { details: { reason: 'in_app_browser' } });
    const journey = beginJourney(login);
    journey.leave('LANDING', 'failed', { error: inApp });
    journey.leave('IN_APP_BROWSER_LOGIN_NOT_POSSIBLE', 'back');
    journey.leave('LANDING', 'failed', { error: inApp });
    journey.leave('IN_APP_BROWSER_LOGIN_NOT_POSSIBLE', 'closed');
    await journey.ends({ code: 'exited_auth_flow' });
  },
};

/** To the end of a login that succeeds 1.4 s before what comes next: terms, then the wallet, then out (TERMS-06). */
async function climb(begin: (change: Partial<FlowFacts>) => Journey, result: LoginResult): Promise<void> {
  const toTerms = begin({ termsDue: true, walletDue: true });
  toTerms.after(1400);
  toTerms.at('AFFIRMATIVE_CONSENT_SCREEN', { login: result });
  const toWallet = begin({ walletDue: true });
  toWallet.after(1400);
  expect(toWallet.at(creating)).toEqual({ isDue: true });
  const out = begin({});
  out.after(1400);
  await out.ends({ result });
}

const signed: TelegramData = { telegram_auth_result: { id: 1, auth_date: 1, hash: '0'.repeat(64) } };
const back: ModalRequest = { intent: 'login', input: { back: 'google' } };

export const methodJourneys: Journeys = {
  '[TERMS-06] by a passkey, chosen or filled in by the browser, to terms, wallet and out': async () => {
    const result = resultOf('passkey');
    await climb((change) => {
      const journey = beginJourney(login, change);
      journey.leave('LANDING', 'passkey', { act: 'log-in' });
      journey.at(passkeyScreen, { act: 'log-in' });
      journey.leave(passkeyScreen, 'verified', result);
      return journey;
    }, result);
    await climb((change) => {
      const journey = beginJourney(login, change);
      journey.leave('LANDING', 'passkey-used', result);
      return journey;
    }, result);
  },

  'by a passkey that is refused, and signed up with instead': () => {
    const refused = new ServiceError('user_does_not_exist');
    const journey = beginJourney(login);
    journey.leave('LANDING', 'passkey-failed', { error: refused });
    journey.leave('ACCOUNT_NOT_FOUND_SCREEN', 'back');
    journey.leave('LANDING', 'passkey', { act: 'log-in' });
    journey.leave(passkeyScreen, 'failed', { error: refused });
    journey.leave('ACCOUNT_NOT_FOUND_SCREEN', 'back');
    journey.leave('LANDING', 'passkey', { act: 'log-in' });
    journey.leave(passkeyScreen, 'sign-up');
    journey.at(passkeyScreen, { act: 'sign-up' });
    journey.leave(passkeyScreen, 'back');
    journey.at('LANDING');
  },

  '[TERMS-06] by Farcaster, to terms, wallet and out': async () => {
    const result = resultOf('farcaster');
    await climb((change) => {
      const journey = beginJourney(login, change);
      journey.leave('LANDING', 'farcaster');
      journey.at(farcaster, { act: 'login' });
      journey.leave(farcaster, 'verified', result);
      return journey;
    }, result);
  },

  'by Farcaster, refused, and back': () => {
    const journey = beginJourney(login);
    journey.leave('LANDING', 'farcaster');
    // The screen says by itself what another try may change.
    journey.leave(farcaster, 'failed', { error });
    journey.leave(farcaster, 'failed', { error: new ServiceError('allowlist_rejected') });
    journey.leave('ALLOWLIST_REJECTION_SCREEN', 'back');
    journey.leave('LANDING', 'farcaster');
    journey.leave(farcaster, 'back');
    journey.at('LANDING');
  },

  '[TERMS-06] at a provider, on the page that came back, to terms, wallet and out': async () => {
    const result = resultOf('google_oauth');
    await climb((change) => {
      const journey = beginJourney(back, change);
      expect(journey.at(oauth)).toEqual({ provider: 'google', act: 'login', step: 'finish' });
      journey.leave(oauth, 'verified', result);
      return journey;
    }, result);
  },

  'at a provider, refused with what has a screen of its own, told where it is else, and back': () => {
    const refused = (refusal: ServiceError) => {
      const journey = beginJourney(back);
      journey.leave(oauth, 'failed', { error: refusal, again: { step: 'leave' } });
      return journey;
    };
    refused(new ServiceError('allowlist_rejected')).at('ALLOWLIST_REJECTION_SCREEN');
    refused(new ServiceError('max_accounts_reached')).at('USER_LIMIT_REACHED_SCREEN');
    refused(new ServiceError('user_does_not_exist')).at('ACCOUNT_NOT_FOUND_SCREEN');
    const inApp = new ServiceError('not_supported', { details: { reason: 'in_app_browser' } });
    refused(inApp).at('IN_APP_BROWSER_LOGIN_NOT_POSSIBLE');
    const unknown = new ServiceError('unknown_auth_error');
    const journey = refused(unknown);
    journey.at(oauth, { step: 'finish', error: unknown });
    journey.leave(oauth, 'back');
    expect(journey.at('LANDING')).toEqual({});
  },

  'at a provider, from the beginning where the wallet after the terms failed': () => {
    const journey = beginJourney(back, { termsDue: true, walletDue: true });
    journey.leave(oauth, 'verified', resultOf('google_oauth'));
    journey.after(1400);
    journey.leave('AFFIRMATIVE_CONSENT_SCREEN', 'accepted', { user });
    journey.leave(creating, 'failed', { error });
    journey.leave('ERROR_SCREEN', 'back');
    journey.at('LANDING');
  },

  '[TELE-01] [TELE-06] [TELE-07] by Telegram, chosen or opened with it, to terms, wallet and out':
    async () => {
      const result = resultOf('telegram');
      const proved = { user, isNewUser: true };
      await climb((change) => {
        const journey = beginJourney(login, change);
        journey.leave('LANDING', 'telegram', { data: signed });
        expect(journey.at('TELEGRAM_AUTH_SCREEN')).toEqual({ act: 'login', data: signed });
        journey.leave('TELEGRAM_AUTH_SCREEN', 'verified', proved);
        return journey;
      }, result);
      const opened = beginJourney({ intent: 'login', input: { telegram: signed } });
      expect(opened.at('TELEGRAM_AUTH_SCREEN')).toEqual({ act: 'login', data: signed });
      opened.leave('TELEGRAM_AUTH_SCREEN', 'back');
      opened.at('LANDING');
    },

  '[TERMS-06, EMBW-16] by another app, from its row or the host’s button, to terms, wallet and out':
    async () => {
      const result = resultOf('privy:latchkey-demo-app-0000002');
      const visited = { appId: 'latchkey-demo-app-0000002', popup: null };
      const byHost: ModalRequest = { intent: 'login', input: { crossApp: visited, disableSignup: true } };
      await climb((change) => {
        const journey = beginJourney(login, change);
        journey.leave('LANDING', 'cross-app', visited);
        expect(journey.at('CROSS_APP_AUTH_SCREEN')).toEqual({ ...visited, act: 'login' });
        journey.leave('CROSS_APP_AUTH_SCREEN', 'verified', result);
        return journey;
      }, result);
      await climb((change) => {
        const journey = beginJourney(byHost, change);
        expect(journey.at('CROSS_APP_AUTH_SCREEN')).toEqual({
          ...visited,
          act: 'login',
          disableSignup: true,
        });
        journey.leave('CROSS_APP_AUTH_SCREEN', 'verified', result);
        return journey;
      }, result);
    },

  'by Telegram, refused': () => {
    const journey = beginJourney({ intent: 'login', input: { telegram: signed } });
    const again = { data: signed };
    journey.leave('TELEGRAM_AUTH_SCREEN', 'failed', { error, again });
    journey.leave('TELEGRAM_AUTH_SCREEN', 'failed', {
      error: new ServiceError('user_does_not_exist'),
      again,
    });
    journey.at('ACCOUNT_NOT_FOUND_SCREEN');
  },
};
