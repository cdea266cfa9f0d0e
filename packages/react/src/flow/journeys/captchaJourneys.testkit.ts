import { ServiceError, type TelegramData } from '@latchkey/wire';
import { expect } from 'vitest';
import type { LinkMethod, ModalRequest } from '../../request.ts';
import { beginJourney, error, type Journey, type Journeys, recipient } from './journey.testkit.ts';

const login: ModalRequest = { intent: 'login', input: undefined };
const typed = { channel: 'email', recipient } as const;
const notPassed = new ServiceError('invalid_captcha', { details: { reason: 'not_passed' } });
const captcha = 'CAPTCHA_SCREEN';
const farcaster = 'AWAITING_FARCASTER_CONNECTION';
const pending = { captchaPending: true };
const signed: TelegramData = { telegram_auth_result: { id: 1, auth_date: 1, hash: '0'.repeat(64) } };
const toLink = (method: LinkMethod): ModalRequest => ({ intent: 'link', input: { method } });

const call = async () => undefined;

/** Requests a code on the landing screen. The request waits for the captcha. */
function requestCode(journey: Journey): void {
  const held = { call, exit: 'code-sent', payload: typed } as const;
  journey.leave('LANDING', 'failed', { error: notPassed, again: { typed }, held });
}

export const captchaJourneys: Journeys = {
  '[CAPT-05] a captcha comes before a code, makes the call for it, and leads to the code screen': () => {
    const journey = beginJourney(login, pending);
    requestCode(journey);
    expect(journey.at(captcha).start).toBe(call);
    journey.leave(captcha, 'passed');
    journey.at('AWAITING_PASSWORDLESS_CODE', typed);
  },

  'a captcha leads back to the typed text, also after a failure': () => {
    const journey = beginJourney(login, pending);
    requestCode(journey);
    expect(journey.waiting()).toEqual(['AWAITING_PASSWORDLESS_CODE']);
    journey.leave(captcha, 'back');
    journey.at('LANDING', { typed });
    expect(journey.waiting()).toEqual([]);
    requestCode(journey);
    journey.leave(captcha, 'failed', { error });
    expect(journey.at('ERROR_SCREEN').error).toBe(error);
    journey.leave('ERROR_SCREEN', 'back');
    journey.at('LANDING', { typed });
  },

  'a captcha token that the service refuses leads to the error screen, now or after it was passed': () => {
    const refused = new ServiceError('invalid_captcha');
    const journey = beginJourney(login, pending);
    requestCode(journey);
    journey.leave(captcha, 'failed', { error: refused });
    journey.at('ERROR_SCREEN');
    const passed = beginJourney(login);
    const held = { call, exit: 'code-sent', payload: typed } as const;
    passed.leave('LANDING', 'failed', { error: refused, again: { typed }, held });
    passed.leave('ERROR_SCREEN', 'back');
    passed.at('LANDING', { typed });
  },

  'a captcha comes before a redirect to a provider, makes its call, and leads to its screen': () => {
    const journey = beginJourney(login, pending);
    const held = { call, exit: 'social', payload: { provider: 'google' } } as const;
    journey.leave('LANDING', 'failed', { error: notPassed, held });
    journey.leave(captcha, 'passed');
    expect(journey.at('AWAITING_OAUTH_SCREEN')).toEqual({ provider: 'google', act: 'login', step: 'gone' });
  },

  'a captcha comes before Farcaster opens a channel for a login': () => {
    const journey = beginJourney(login, pending);
    const held = { call, exit: 'farcaster', payload: undefined } as const;
    journey.leave('LANDING', 'failed', { error: notPassed, held });
    journey.leave(captcha, 'passed');
    journey.at(farcaster, { act: 'login' });
  },

  'a captcha comes before the Farcaster channel for linking opens; after going back, opening needs a click':
    () => {
      const journey = beginJourney(toLink('farcaster'), pending);
      const held = { call, exit: 'opened', payload: undefined } as const;
      journey.leave(farcaster, 'failed', { error: notPassed, again: { isPaused: true }, held });
      journey.leave(captcha, 'back');
      journey.at(farcaster, { act: 'link', isPaused: true });
      journey.leave(farcaster, 'failed', { error: notPassed, again: { isPaused: true }, held });
      journey.leave(captcha, 'passed');
      journey.at(farcaster, { act: 'link', isPaused: false });
    },

  '[CAPT-06] a captcha comes before screens that send its token, and leads back or on': async () => {
    const passkey = beginJourney(login, pending);
    passkey.leave('LANDING', 'passkey', { act: 'log-in' });
    passkey.leave(captcha, 'back');
    passkey.leave('LANDING', 'passkey', { act: 'sign-up' });
    passkey.leave(captcha, 'passed');
    passkey.at('AWAITING_PASSKEY_SYSTEM_DIALOGUE', { act: 'sign-up' });

    const signUp = beginJourney(login);
    signUp.leave('LANDING', 'passkey', { act: 'log-in' });
    signUp.set(pending);
    signUp.leave('AWAITING_PASSKEY_SYSTEM_DIALOGUE', 'sign-up');
    signUp.leave(captcha, 'back');
    signUp.at('LANDING');

    const telegram = beginJourney(login, pending);
    telegram.leave('LANDING', 'telegram', { data: signed });
    telegram.leave(captcha, 'passed');
    telegram.at('TELEGRAM_AUTH_SCREEN', { act: 'login', data: signed });
  },

  '[CAPT-06] a captcha comes before linking, and before a login with data that Telegram opened the page with':
    async () => {
      const opened = beginJourney({ intent: 'login', input: { telegram: signed } }, pending);
      opened.leave(captcha, 'passed');
      opened.at('TELEGRAM_AUTH_SCREEN', { act: 'login', data: signed });
      for (const [method, screen] of [
        ['telegram', 'TELEGRAM_AUTH_SCREEN'],
        ['passkey', 'LINK_PASSKEY_SCREEN'],
        ['google', 'AWAITING_OAUTH_SCREEN'],
      ] as const) {
        const journey = beginJourney(toLink(method), pending);
        journey.leave(captcha, 'passed');
        journey.at(screen);
        const left = beginJourney(toLink(method), pending);
        left.leave(captcha, 'back');
        await left.ends({ code: 'exited_link_flow' });
        const failed = beginJourney(toLink(method), pending);
        failed.leave(captcha, 'failed', { error });
        failed.leave('ERROR_SCREEN', 'back');
        failed.at(screen);
      }
    },

  'a captcha does not come before the return from a provider': () => {
    beginJourney({ intent: 'link', input: { method: 'google', isBack: true } }, pending).at(
      'AWAITING_OAUTH_SCREEN',
      { step: 'finish' },
    );
  },
};
