import { ServiceError } from '@latchkey/wire';
import { describe, expect, it } from 'vitest';
import { calm, linkingGoogle, login, oauthAt, result } from './oauthRoads.testkit.ts';
import { type Facts, firstEntry, follow } from './roads.ts';
import type { Departure, Entry } from './state.ts';

const due: Facts = { ...calm, walletDue: true };
const termsDue: Facts = { ...due, termsDue: true };

describe('roads of social login', () => {
  it('[TERMS-06] lead from a provider to terms, then wallet, then out, each 1.4 s after success', () => {
    const departure: Departure = { screen: 'AWAITING_OAUTH_SCREEN', exit: 'verified', payload: result };
    const walk = (facts: Facts) =>
      follow(departure, facts, { entry: oauthAt('login', 'finish'), request: login });
    expect(walk(termsDue)).toEqual({
      to: { name: 'AFFIRMATIVE_CONSENT_SCREEN', props: { login: result } },
      afterMs: 1400,
    });
    const creating = { name: 'EMBEDDED_WALLET_ON_ACCOUNT_CREATE_SCREEN', props: { isDue: true } };
    expect(walk(due)).toEqual({ to: creating, afterMs: 1400, result });
    expect(walk(calm)).toEqual({ close: 'finished', afterMs: 1400, result });
  });

  it('lead from a login at a provider to the screen of a refusal, from anything else nowhere', () => {
    const entry = oauthAt('login', 'finish');
    const walk = (failure: ServiceError, at = entry) =>
      follow({ screen: 'AWAITING_OAUTH_SCREEN', exit: 'failed', payload: { error: failure } }, calm, {
        entry: at,
        request: login,
      });
    const toOf = (failure: ServiceError, at = entry) => (walk(failure, at) as { to: Entry }).to.name;
    expect(toOf(new ServiceError('allowlist_rejected'))).toBe('ALLOWLIST_REJECTION_SCREEN');
    expect(toOf(new ServiceError('max_accounts_reached'))).toBe('USER_LIMIT_REACHED_SCREEN');
    expect(toOf(new ServiceError('user_does_not_exist'))).toBe('ACCOUNT_NOT_FOUND_SCREEN');
    expect(toOf(new ServiceError('unknown_auth_error'))).toBe('AWAITING_OAUTH_SCREEN');
    const inApp = new ServiceError('not_supported', { details: { reason: 'in_app_browser' } });
    expect(toOf(inApp)).toBe('IN_APP_BROWSER_LOGIN_NOT_POSSIBLE');
    expect(toOf(new ServiceError('allowlist_rejected'), oauthAt('link', 'finish'))).toBe(
      'AWAITING_OAUTH_SCREEN',
    );
    const back: Departure = { screen: 'AWAITING_OAUTH_SCREEN', exit: 'back', payload: undefined };
    expect(follow(back, calm, { entry, request: login })).toEqual({ to: { name: 'LANDING', props: {} } });
  });

  it.each([
    [
      'login, back from a provider',
      { intent: 'login', input: { back: 'google' } },
      calm,
      oauthAt('login', 'finish'),
    ],
    ['link an account at a provider', linkingGoogle, calm, oauthAt('link', 'leave')],
    [
      'link, back from a provider',
      { intent: 'link', input: { method: 'google', isBack: true } },
      calm,
      oauthAt('link', 'finish'),
    ],
  ] as const)('begin at %s', (_, request, facts, entry) => {
    expect(firstEntry(request, facts)).toEqual(entry);
  });
});
