import { ServiceError } from '@latchkey/wire';
import { expect } from 'vitest';
import type { ModalRequest } from '../../request.ts';
import { beginWalk, change, confirmation, error, type Walk, type Walks } from './walk.testkit.ts';

const screen = 'CROSS_APP_AUTH_SCREEN';
const confirm = 'CONFIRM_LOGIN_SCREEN';
const list = 'CONNECTED_APPS_SCREEN';
const appId = 'latchkey-demo-app-0000002';
const linking: ModalRequest = { intent: 'link', input: { method: `privy:${appId}`, popup: null } };
const denied = new ServiceError('oauth_user_denied');

/** From the landing's row to the screen beside the other app's window. */
function toApp(): Walk {
  const walk = beginWalk({ intent: 'login', input: undefined });
  walk.leave('LANDING', 'cross-app', { appId, popup: null });
  return walk;
}

export const crossAppWalks: Walks = {
  'a login that is declined, told where it is on, and back to the landing': async () => {
    const walk = toApp();
    walk.leave(screen, 'failed', { error: denied, again: { popup: null } });
    walk.at(screen, { act: 'login' });
    walk.leave(screen, 'back');
    expect(walk.at('LANDING')).toEqual({});
    walk.flow.close('close-press');
    await walk.ends({ code: 'exited_auth_flow' });
  },

  'a login that is refused with what has a screen of its own': () => {
    const walk = toApp();
    walk.leave(screen, 'failed', { error: new ServiceError('allowlist_rejected') });
    walk.at('ALLOWLIST_REJECTION_SCREEN');
  },

  'a link, out 1.4 s after it': async () => {
    const walk = beginWalk(linking);
    expect(walk.at(screen)).toEqual({ appId, popup: null, act: 'link' });
    walk.leave(screen, 'linked', change);
    walk.after(1400);
    await walk.ends({ result: change });
  },

  'a link whose old login is confirmed first, and that is declined then': async () => {
    const walk = beginWalk(linking);
    const again = { popup: null };
    walk.leave(screen, 'failed', { error: new ServiceError('recent_login_required'), again });
    walk.leave(confirm, 'confirmed', confirmation);
    walk.at(screen, { act: 'link', popup: null });
    walk.leave(screen, 'failed', { error: denied, again });
    walk.flow.close('close-press');
    await walk.ends({ code: 'oauth_user_denied' });
  },

  'a confirmation, and one that goes another way': async () => {
    const walk = beginWalk({ intent: 'confirm', input: undefined });
    walk.leave(confirm, 'elsewhere', { method: `privy:${appId}`, popup: null });
    expect(walk.at(screen)).toEqual({ appId, popup: null, act: 'confirm' });
    walk.leave(screen, 'back');
    walk.at(confirm);
    walk.leave(confirm, 'elsewhere', { method: `privy:${appId}`, popup: null });
    walk.leave(screen, 'confirmed', confirmation);
    await walk.ends({ result: confirmation });
  },

  'the connected apps, looked at and ended': async () => {
    const walk = beginWalk({ intent: 'connected-apps', input: undefined });
    walk.leave(list, 'ended');
    walk.leave(list, 'not-ended', { error });
    walk.leave(list, 'failed', { error });
    walk.leave('ERROR_SCREEN', 'back');
    walk.at(list);
    const seen = beginWalk({ intent: 'connected-apps', input: undefined });
    seen.flow.close('close-press');
    await seen.ends({ result: {} });
  },
};
