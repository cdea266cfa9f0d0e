import { type ErrorCode, ServiceError, type TelegramData } from '@latchkey/wire';
import { expect } from 'vitest';
import type { LoginResult, ModalRequest } from '../../request.ts';
import type { Facts } from '../road.ts';
import { address, beginWalk, error, recipient, user, type Walk, type Walks } from './walk.testkit.ts';

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
function toCode(change: Partial<Facts> = {}, request = login): Walk {
  const walk = beginWalk(request, change);
  walk.leave('LANDING', 'code-sent', typed);
  return walk;
}

const factor = 'MFA_VERIFICATION_CODE_SCREEN';

/** From the landing to the second factor that the app wants at the login. */
function toFactor(change: Partial<Facts> = {}): Walk {
  const walk = toCode({ factorDue: ['totp'], ...change });
  walk.leave(code, 'verified', byEmail);
  walk.after(900);
  return walk;
}

export const factorWalks: Walks = {
  'with a second factor that the app wants, before the wallet that is due': async () => {
    const walk = toFactor({ walletDue: true });
    expect(walk.at(factor)).toEqual({ methods: ['totp'], method: 'totp' });
    walk.set({ factorDue: null });
    walk.leave(factor, 'verified');
    walk.after(900);
    expect(walk.at(creating)).toEqual({ isDue: true });
    walk.flow.close('close-press');
    await walk.ends({ result: byEmail });
    expect(walk.logOuts).toBe(0);
  },

  'with a second factor and nothing else, out 1.4 s after it': async () => {
    const walk = toFactor();
    walk.set({ factorDue: null });
    walk.leave(factor, 'verified');
    walk.after(1400);
    await walk.ends({ result: byEmail });
  },

  'with a second factor that is left, also by a person who has none that the app takes, which is no login':
    async () => {
      const walk = toFactor();
      walk.leave(factor, 'ended', { error: new ServiceError('mfa_verification_max_attempts_reached') });
      walk.flow.close('close-press');
      await walk.ends({ code: 'exited_auth_flow' });
      const useless = toFactor({ factorDue: [] });
      useless.at('ERROR_SCREEN', { isFinal: true });
      useless.leave('ERROR_SCREEN', 'closed');
      await useless.ends({ code: 'exited_auth_flow' });
      expect([walk.logOuts, useless.logOuts]).toEqual([1, 1]);
    },

  'with a second factor after the terms: a wallet that cannot be made then ends it': async () => {
    const walk = toFactor({ termsDue: true, walletDue: true });
    walk.set({ termsDue: false });
    walk.leave('AFFIRMATIVE_CONSENT_SCREEN', 'accepted', { user });
    const afterTerms = { ...byEmail, user };
    walk.at(factor, { afterTerms });
    walk.leave(factor, 'lost');
    walk.leave('MFA_LOST_SCREEN', 'backup-code');
    walk.set({ factorDue: null });
    walk.leave('MFA_BACKUP_CODE_SCREEN', 'verified');
    walk.after(900);
    walk.at(creating, { isDue: true, afterTerms });
    walk.leave(creating, 'failed', { error });
    walk.set({ authenticated: false });
    walk.flow.close('close-press');
    await walk.ends({ code: 'exited_auth_flow' });
    expect(walk.logOuts).toBe(1);
  },

  'with a second factor that is lost and replaced on the way': async () => {
    const walk = toFactor();
    walk.leave(factor, 'lost');
    walk.leave('MFA_LOST_SCREEN', 'proved');
    walk.set({ factorDue: null });
    walk.flow.close('close-press');
    await walk.ends({ result: byEmail });
  },

  'that was found half done as the page came up: verified, or left': async () => {
    const input = new ServiceError('missing_or_invalid_mfa', { details: { methods: ['totp'] } });
    const request: ModalRequest = { intent: 'verify-login', input };
    const walk = beginWalk(request, { factorDue: ['totp'] });
    walk.set({ factorDue: null });
    walk.leave(factor, 'verified');
    expect(await walk.outcome).toEqual({ ok: true, result: { verified: true } });
    const left = beginWalk(request, { factorDue: ['totp'] });
    left.flow.close('close-press');
    await left.ends({ code: 'exited_auth_flow' });
  },
};

export const codeWalks: Walks = {
  '[OTP-09] by a code, out 1.4 s after it was accepted': async () => {
    const walk = toCode();
    walk.leave(code, 'verified', byEmail);
    walk.after(1400);
    await walk.ends({ result: byEmail });
  },

  '[OTP-07] [TERMS-04] [TERMS-05] by a code, to terms after 0.9 s, and to the wallet that is due':
    async () => {
      const walk = toCode({ termsDue: true, walletDue: true });
      walk.leave(code, 'verified', byEmail);
      walk.after(900);
      walk.at('AFFIRMATIVE_CONSENT_SCREEN', { login: byEmail });
      const accepted = { ...user, hasAcceptedTerms: true };
      walk.set({ termsDue: false });
      walk.leave('AFFIRMATIVE_CONSENT_SCREEN', 'accepted', { user: accepted });
      const afterTerms = { ...byEmail, user: accepted };
      walk.at(creating, { isDue: true, afterTerms });
      walk.leave(creating, 'created', { address });
      walk.at('EMBEDDED_WALLET_CREATED_SCREEN', { address });
      walk.leave('EMBEDDED_WALLET_CREATED_SCREEN', 'done');
      walk.after(2500);
      await walk.ends({ result: afterTerms });
      expect(walk.logOuts).toBe(0);
    },

  '[EMBW-15] with terms accepted for a wallet that cannot be made, logged out and from the beginning':
    async () => {
      const walk = toCode({ termsDue: true, walletDue: true });
      walk.leave(code, 'verified', byEmail);
      walk.after(900);
      walk.set({ termsDue: false });
      walk.leave('AFFIRMATIVE_CONSENT_SCREEN', 'accepted', { user });
      walk.leave(creating, 'failed', { error });
      expect(walk.at('ERROR_SCREEN').error).toBe(error);
      expect(walk.logOuts).toBe(1);
      walk.leave('ERROR_SCREEN', 'back');
      walk.at('LANDING');
      walk.flow.close('close-press');
      await walk.ends({ code: 'exited_auth_flow' });
    },

  'with terms that are declined, which is no login': async () => {
    const walk = toCode({ termsDue: true });
    walk.leave(code, 'verified', byEmail);
    walk.after(900);
    walk.leave('AFFIRMATIVE_CONSENT_SCREEN', 'declined');
    await walk.ends({ code: 'exited_auth_flow' });
    expect(walk.logOuts).toBe(1);
  },

  'to the wallet that is due 0.9 s after success, which is tried again after an error': async () => {
    const walk = toCode({ walletDue: true });
    walk.leave(code, 'verified', byEmail);
    walk.after(900);
    expect(walk.at(creating)).toEqual({ isDue: true });
    walk.leave(creating, 'failed', { error });
    walk.leave('ERROR_SCREEN', 'back');
    expect(walk.at(creating)).toEqual({ isDue: true });
    walk.flow.close('close-press');
    await walk.ends({ result: byEmail });
  },

  'back from the code, and from an error at it, to what was typed': () => {
    const walk = toCode();
    walk.leave(code, 'back');
    walk.at('LANDING', { typed });
    walk.leave('LANDING', 'code-sent', typed);
    walk.leave(code, 'failed', { error });
    walk.leave('ERROR_SCREEN', 'back');
    walk.at('LANDING', { typed });
    walk.leave('LANDING', 'failed', { error, again: { typed } });
    walk.leave('ERROR_SCREEN', 'back');
    walk.at('LANDING', { typed });
  },

  'to a list of more methods and back': () => {
    const walk = beginWalk(login);
    walk.leave('LANDING', 'more', { part: 'web2-overflow' });
    walk.at('LANDING', { part: 'web2-overflow' });
    walk.leave('LANDING', 'back');
    expect(walk.at('LANDING')).toEqual({});
  },

  'that lets no one new in, at every screen of it': () => {
    const walk = toCode({}, closed);
    walk.at(code, { ...typed, disableSignup: true });
    walk.leave(code, 'back');
    walk.at('LANDING', { disableSignup: true });
    walk.leave('LANDING', 'passkey', { act: 'log-in' });
    walk.at(passkeyScreen, { act: 'log-in', disableSignup: true });
    walk.leave(passkeyScreen, 'back');
    expect(walk.at('LANDING')).toEqual({ disableSignup: true });
  },
};

type Refusal =
  | 'ACCOUNT_NOT_FOUND_SCREEN'
  | 'ALLOWLIST_REJECTION_SCREEN'
  | 'ERROR_SCREEN'
  | 'LOGIN_FAILED_SCREEN'
  | 'USER_LIMIT_REACHED_SCREEN';

/** From a refusal back to the landing. */
function returnFrom(walk: Walk, screen: Refusal): void {
  if (screen === 'LOGIN_FAILED_SCREEN') walk.leave(screen, 'try-again');
  else walk.leave(screen, 'back');
  walk.at('LANDING');
}

const refusals: readonly [ErrorCode, Refusal][] = [
  ['allowlist_rejected', 'ALLOWLIST_REJECTION_SCREEN'],
  ['max_accounts_reached', 'USER_LIMIT_REACHED_SCREEN'],
  ['user_does_not_exist', 'ACCOUNT_NOT_FOUND_SCREEN'],
  ['authentication_failed', 'LOGIN_FAILED_SCREEN'],
  ['unknown_auth_error', 'LOGIN_FAILED_SCREEN'],
  ['disallowed_login_method', 'ERROR_SCREEN'],
];

export const refusalWalks: Walks = {
  ...Object.fromEntries(
    refusals.map(([refusal, screen]) => [
      `[ERR-05] [ERR-18] [ERR-19] by a code, refused with ${refusal}, to ${screen} and back`,
      () => {
        const failure = new ServiceError(refusal);
        const walk = toCode();
        walk.leave(code, 'failed', { error: failure });
        returnFrom(walk, screen);
        walk.leave('LANDING', 'failed', { error: failure });
        returnFrom(walk, screen);
      },
    ]),
  ),

  'given up where it failed without a reason': async () => {
    const walk = toCode();
    walk.leave(code, 'failed', { error: new ServiceError('authentication_failed') });
    walk.leave('LOGIN_FAILED_SCREEN', 'cancelled');
    await walk.ends({ code: 'exited_auth_flow' });
  },

  'in an app that no provider lets in: back to the landing, or out': async () => {
    const inApp = new ServiceError('not_supported', { details: { reason: 'in_app_browser' } });
    const walk = beginWalk(login);
    walk.leave('LANDING', 'failed', { error: inApp });
    walk.leave('IN_APP_BROWSER_LOGIN_NOT_POSSIBLE', 'back');
    walk.leave('LANDING', 'failed', { error: inApp });
    walk.leave('IN_APP_BROWSER_LOGIN_NOT_POSSIBLE', 'closed');
    await walk.ends({ code: 'exited_auth_flow' });
  },
};

/** To the end of a login that succeeds 1.4 s before what comes next: terms, then the wallet, then out (TERMS-06). */
async function climb(begin: (change: Partial<Facts>) => Walk, result: LoginResult): Promise<void> {
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

export const methodWalks: Walks = {
  '[TERMS-06] by a passkey, chosen or filled in by the browser, to terms, wallet and out': async () => {
    const result = resultOf('passkey');
    await climb((change) => {
      const walk = beginWalk(login, change);
      walk.leave('LANDING', 'passkey', { act: 'log-in' });
      walk.at(passkeyScreen, { act: 'log-in' });
      walk.leave(passkeyScreen, 'verified', result);
      return walk;
    }, result);
    await climb((change) => {
      const walk = beginWalk(login, change);
      walk.leave('LANDING', 'passkey-used', result);
      return walk;
    }, result);
  },

  'by a passkey that is refused, and signed up with instead': () => {
    const refused = new ServiceError('user_does_not_exist');
    const walk = beginWalk(login);
    walk.leave('LANDING', 'passkey-failed', { error: refused });
    walk.leave('ACCOUNT_NOT_FOUND_SCREEN', 'back');
    walk.leave('LANDING', 'passkey', { act: 'log-in' });
    walk.leave(passkeyScreen, 'failed', { error: refused });
    walk.leave('ACCOUNT_NOT_FOUND_SCREEN', 'back');
    walk.leave('LANDING', 'passkey', { act: 'log-in' });
    walk.leave(passkeyScreen, 'sign-up');
    walk.at(passkeyScreen, { act: 'sign-up' });
    walk.leave(passkeyScreen, 'back');
    walk.at('LANDING');
  },

  '[TERMS-06] by Farcaster, to terms, wallet and out': async () => {
    const result = resultOf('farcaster');
    await climb((change) => {
      const walk = beginWalk(login, change);
      walk.leave('LANDING', 'farcaster');
      walk.at(farcaster, { act: 'login' });
      walk.leave(farcaster, 'verified', result);
      return walk;
    }, result);
  },

  'by Farcaster, refused, and back': () => {
    const walk = beginWalk(login);
    walk.leave('LANDING', 'farcaster');
    // The screen says by itself what another try may change.
    walk.leave(farcaster, 'failed', { error });
    walk.leave(farcaster, 'failed', { error: new ServiceError('allowlist_rejected') });
    walk.leave('ALLOWLIST_REJECTION_SCREEN', 'back');
    walk.leave('LANDING', 'farcaster');
    walk.leave(farcaster, 'back');
    walk.at('LANDING');
  },

  '[TERMS-06] at a provider, on the page that came back, to terms, wallet and out': async () => {
    const result = resultOf('google_oauth');
    await climb((change) => {
      const walk = beginWalk(back, change);
      expect(walk.at(oauth)).toEqual({ provider: 'google', act: 'login', step: 'finish' });
      walk.leave(oauth, 'verified', result);
      return walk;
    }, result);
  },

  'at a provider, refused with what has a screen of its own, told where it is else, and back': () => {
    const refused = (refusal: ServiceError) => {
      const walk = beginWalk(back);
      walk.leave(oauth, 'failed', { error: refusal, again: { step: 'leave' } });
      return walk;
    };
    refused(new ServiceError('allowlist_rejected')).at('ALLOWLIST_REJECTION_SCREEN');
    refused(new ServiceError('max_accounts_reached')).at('USER_LIMIT_REACHED_SCREEN');
    refused(new ServiceError('user_does_not_exist')).at('ACCOUNT_NOT_FOUND_SCREEN');
    const inApp = new ServiceError('not_supported', { details: { reason: 'in_app_browser' } });
    refused(inApp).at('IN_APP_BROWSER_LOGIN_NOT_POSSIBLE');
    const unknown = new ServiceError('unknown_auth_error');
    const walk = refused(unknown);
    walk.at(oauth, { step: 'finish', error: unknown });
    walk.leave(oauth, 'back');
    expect(walk.at('LANDING')).toEqual({});
  },

  'at a provider, from the beginning where the wallet after the terms failed': () => {
    const walk = beginWalk(back, { termsDue: true, walletDue: true });
    walk.leave(oauth, 'verified', resultOf('google_oauth'));
    walk.after(1400);
    walk.leave('AFFIRMATIVE_CONSENT_SCREEN', 'accepted', { user });
    walk.leave(creating, 'failed', { error });
    walk.leave('ERROR_SCREEN', 'back');
    walk.at('LANDING');
  },

  '[TELE-01] [TELE-06] [TELE-07] by Telegram, chosen or opened with it, to terms, wallet and out':
    async () => {
      const result = resultOf('telegram');
      const proved = { user, isNewUser: true };
      await climb((change) => {
        const walk = beginWalk(login, change);
        walk.leave('LANDING', 'telegram', { data: signed });
        expect(walk.at('TELEGRAM_AUTH_SCREEN')).toEqual({ act: 'login', data: signed });
        walk.leave('TELEGRAM_AUTH_SCREEN', 'verified', proved);
        return walk;
      }, result);
      const opened = beginWalk({ intent: 'login', input: { telegram: signed } });
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
        const walk = beginWalk(login, change);
        walk.leave('LANDING', 'cross-app', visited);
        expect(walk.at('CROSS_APP_AUTH_SCREEN')).toEqual({ ...visited, act: 'login' });
        walk.leave('CROSS_APP_AUTH_SCREEN', 'verified', result);
        return walk;
      }, result);
      await climb((change) => {
        const walk = beginWalk(byHost, change);
        expect(walk.at('CROSS_APP_AUTH_SCREEN')).toEqual({ ...visited, act: 'login', disableSignup: true });
        walk.leave('CROSS_APP_AUTH_SCREEN', 'verified', result);
        return walk;
      }, result);
    },

  'by Telegram, refused': () => {
    const walk = beginWalk({ intent: 'login', input: { telegram: signed } });
    const again = { data: signed };
    walk.leave('TELEGRAM_AUTH_SCREEN', 'failed', { error, again });
    walk.leave('TELEGRAM_AUTH_SCREEN', 'failed', { error: new ServiceError('user_does_not_exist'), again });
    walk.at('ACCOUNT_NOT_FOUND_SCREEN');
  },
};
