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

function toCode(change: Partial<FlowFacts> = {}, request = login): Journey {
  const journey = beginJourney(request, change);
  journey.leave('LANDING', 'code-sent', typed);
  return journey;
}

const factor = 'MFA_VERIFICATION_CODE_SCREEN';

/** Goes from the landing screen to the second factor that the app requires at login. */
function toFactor(change: Partial<FlowFacts> = {}): Journey {
  const journey = toCode({ factorDue: ['totp'], ...change });
  journey.leave(code, 'verified', byEmail);
  journey.after(900);
  return journey;
}

export const factorJourneys: Journeys = {
  'a login with a required second factor verifies the factor before the wallet that is due': async () => {
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

  'a login instead of connecting a wallet verifies the factor before the wallet that is due': async () => {
    const either: ModalRequest = { intent: 'connect-or-create', input: undefined };
    const journey = beginJourney(either, { factorDue: ['totp'], walletDue: true });
    journey.leave('CONNECT_OR_CREATE', 'code-sent', typed);
    journey.leave(code, 'verified', byEmail);
    journey.after(900);
    journey.set({ factorDue: null });
    journey.leave(factor, 'verified');
    journey.after(900);
    journey.at(creating, { isDue: true });
    journey.flow.close('close-press');
    await journey.ends({ result: byEmail });
  },

  'a login with only a second factor closes 1.4 s after the factor': async () => {
    const journey = toFactor();
    journey.set({ factorDue: null });
    journey.leave(factor, 'verified');
    journey.after(1400);
    await journey.ends({ result: byEmail });
  },

  'a login does not count if its factor is left, or if the app accepts no factor of the user': async () => {
    const journey = toFactor();
    journey.leave(factor, 'ended', { error: new ServiceError('mfa_verification_max_attempts_reached') });
    journey.flow.close('close-press');
    await journey.ends({ code: 'exited_auth_flow' });
    const useless = toFactor({ factorDue: [] });
    useless.at('ERROR_SCREEN', { isFinal: true });
    useless.leave('ERROR_SCREEN', 'closed');
    await useless.ends({ code: 'exited_auth_flow' });
    expect(journey.logOuts).toBe(1);
    expect(useless.logOuts).toBe(1);
  },

  'a login with a second factor after the terms ends if the wallet cannot be created': async () => {
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

  'a login succeeds if its second factor is lost and replaced meanwhile': async () => {
    const journey = toFactor();
    journey.leave(factor, 'lost');
    journey.leave('MFA_LOST_SCREEN', 'proved');
    journey.set({ factorDue: null });
    journey.flow.close('close-press');
    await journey.ends({ result: byEmail });
  },

  'a login whose second factor is still due when the page loads is verified, or left': async () => {
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
  '[OTP-09] a login by code closes 1.4 s after the code was accepted': async () => {
    const journey = toCode();
    journey.leave(code, 'verified', byEmail);
    journey.after(1400);
    await journey.ends({ result: byEmail });
  },

  '[OTP-07] [TERMS-04] [TERMS-05] a login by code leads to the terms after 0.9 s, and to the due wallet':
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

  '[EMBW-15] a login with accepted terms ends its session and starts again if the wallet cannot be created':
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

  'a login does not count if its terms are declined': async () => {
    const journey = toCode({ termsDue: true });
    journey.leave(code, 'verified', byEmail);
    journey.after(900);
    journey.leave('AFFIRMATIVE_CONSENT_SCREEN', 'declined');
    await journey.ends({ code: 'exited_auth_flow' });
    expect(journey.logOuts).toBe(1);
  },

  'a login by code leads to the due wallet after 0.9 s, and tries it again after an error': async () => {
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

  'a login by code leads back from the code and its errors to the typed text': () => {
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

  'the landing screen leads to a list of more methods and back': () => {
    const journey = beginJourney(login);
    journey.leave('LANDING', 'more', { part: 'web2-overflow' });
    journey.at('LANDING', { part: 'web2-overflow' });
    journey.leave('LANDING', 'back');
    expect(journey.at('LANDING')).toEqual({});
  },

  'a login without sign-up passes this setting to its landing, code and passkey screens': () => {
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
      `[ERR-05] [ERR-18] [ERR-19] a login by code that fails with ${refusal} leads to ${screen} and back`,
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

  'a login that failed without a reason is given up': async () => {
    const journey = toCode();
    journey.leave(code, 'failed', { error: new ServiceError('authentication_failed') });
    journey.leave('LOGIN_FAILED_SCREEN', 'cancelled');
    await journey.ends({ code: 'exited_auth_flow' });
  },

  "a login in another app's browser, which the provider blocks, leads back or closes": async () => {
    const inApp = new ServiceError('not_supported', { details: { reason: 'in_app_browser' } });
    const journey = beginJourney(login);
    journey.leave('LANDING', 'failed', { error: inApp });
    journey.leave('IN_APP_BROWSER_LOGIN_NOT_POSSIBLE', 'back');
    journey.leave('LANDING', 'failed', { error: inApp });
    journey.leave('IN_APP_BROWSER_LOGIN_NOT_POSSIBLE', 'closed');
    await journey.ends({ code: 'exited_auth_flow' });
  },
};

/**
 * Asserts that a login continues 1.4 s after success: with the terms or the wallet if they are due, else it closes
 * (TERMS-06).
 */
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
  '[TERMS-06] a login by a chosen or autofilled passkey shows due terms or wallet, or closes': async () => {
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

  'a user whose login by passkey is refused can sign up instead': () => {
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

  '[TERMS-06] a login with Farcaster leads to the due terms or wallet, or closes': async () => {
    const result = resultOf('farcaster');
    await climb((change) => {
      const journey = beginJourney(login, change);
      journey.leave('LANDING', 'farcaster');
      journey.at(farcaster, { act: 'login' });
      journey.leave(farcaster, 'verified', result);
      return journey;
    }, result);
  },

  'a login with Farcaster that is refused leads back': () => {
    const journey = beginJourney(login);
    journey.leave('LANDING', 'farcaster');
    // The screen itself shows errors that another try may fix.
    journey.leave(farcaster, 'failed', { error });
    journey.leave(farcaster, 'failed', { error: new ServiceError('allowlist_rejected') });
    journey.leave('ALLOWLIST_REJECTION_SCREEN', 'back');
    journey.leave('LANDING', 'farcaster');
    journey.leave(farcaster, 'back');
    journey.at('LANDING');
  },

  '[TERMS-06] a login at a provider shows, after the return, due terms or wallet, or closes': async () => {
    const result = resultOf('google_oauth');
    await climb((change) => {
      const journey = beginJourney(back, change);
      expect(journey.at(oauth)).toEqual({ provider: 'google', act: 'login', step: 'finish' });
      journey.leave(oauth, 'verified', result);
      return journey;
    }, result);
  },

  "a refused login at a provider leads to its error's screen, or shows it and leads back": () => {
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

  'a login at a provider starts again if the wallet after the terms failed': () => {
    const journey = beginJourney(back, { termsDue: true, walletDue: true });
    journey.leave(oauth, 'verified', resultOf('google_oauth'));
    journey.after(1400);
    journey.leave('AFFIRMATIVE_CONSENT_SCREEN', 'accepted', { user });
    journey.leave(creating, 'failed', { error });
    journey.leave('ERROR_SCREEN', 'back');
    journey.at('LANDING');
  },

  '[TELE-01] [TELE-06] [TELE-07] a login with Telegram leads to the due terms or wallet, or closes; data with which Telegram opened the page leads to its screen':
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

  '[TERMS-06, EMBW-16] a login with another app, from its row or the host’s button, leads to the due terms or wallet, or closes':
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

  'a login with Telegram that is refused leads to the screen of its error': () => {
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
