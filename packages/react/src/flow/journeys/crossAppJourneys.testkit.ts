import { ServiceError } from '@latchkey/wire';
import { expect } from 'vitest';
import type { ModalRequest } from '../../request.ts';
import { beginJourney, change, confirmation, error, type Journey, type Journeys } from './journey.testkit.ts';

const screen = 'CROSS_APP_AUTH_SCREEN';
const confirm = 'CONFIRM_LOGIN_SCREEN';
const list = 'CONNECTED_APPS_SCREEN';
const appId = 'latchkey-demo-app-0000002';
const linking: ModalRequest = { intent: 'link', input: { method: `privy:${appId}`, popup: null } };
const denied = new ServiceError('oauth_user_denied');

function toApp(): Journey {
  const journey = beginJourney({ intent: 'login', input: undefined });
  journey.leave('LANDING', 'cross-app', { appId, popup: null });
  return journey;
}

export const crossAppJourneys: Journeys = {
  'a declined login with another app stays on its screen, and leads back to the landing screen': async () => {
    const journey = toApp();
    journey.leave(screen, 'failed', { error: denied, again: { popup: null } });
    journey.at(screen, { act: 'login' });
    journey.leave(screen, 'back');
    expect(journey.at('LANDING')).toEqual({});
    journey.flow.close('close-press');
    await journey.ends({ code: 'exited_auth_flow' });
  },

  'a login with another app that is refused leads to the screen of its error': () => {
    const journey = toApp();
    journey.leave(screen, 'failed', { error: new ServiceError('allowlist_rejected') });
    journey.at('ALLOWLIST_REJECTION_SCREEN');
  },

  'linking an account of another app closes the modal 1.4 s after success': async () => {
    const journey = beginJourney(linking);
    expect(journey.at(screen)).toEqual({ appId, popup: null, act: 'link' });
    journey.leave(screen, 'linked', change);
    journey.after(1400);
    await journey.ends({ result: change });
  },

  'linking an account of another app can be declined after the old login was confirmed': async () => {
    const journey = beginJourney(linking);
    const again = { popup: null };
    journey.leave(screen, 'failed', { error: new ServiceError('recent_login_required'), again });
    journey.leave(confirm, 'confirmed', confirmation);
    journey.at(screen, { act: 'link', popup: null });
    journey.leave(screen, 'failed', { error: denied, again });
    journey.flow.close('close-press');
    await journey.ends({ code: 'oauth_user_denied' });
  },

  'a confirmation with another app succeeds after the user first went back': async () => {
    const journey = beginJourney({ intent: 'confirm', input: undefined });
    journey.leave(confirm, 'elsewhere', { method: `privy:${appId}`, popup: null });
    expect(journey.at(screen)).toEqual({ appId, popup: null, act: 'confirm' });
    journey.leave(screen, 'back');
    journey.at(confirm);
    journey.leave(confirm, 'elsewhere', { method: `privy:${appId}`, popup: null });
    journey.leave(screen, 'confirmed', confirmation);
    await journey.ends({ result: confirmation });
  },

  'the list of connected apps stays while connections are ended, and can be closed': async () => {
    const journey = beginJourney({ intent: 'connected-apps', input: undefined });
    journey.leave(list, 'ended');
    journey.leave(list, 'not-ended', { error });
    journey.leave(list, 'failed', { error });
    journey.leave('ERROR_SCREEN', 'back');
    journey.at(list);
    const seen = beginJourney({ intent: 'connected-apps', input: undefined });
    seen.flow.close('close-press');
    await seen.ends({ result: {} });
  },
};
