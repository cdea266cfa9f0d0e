import { ServiceError } from '@latchkey/wire';
import { expect } from 'vitest';
import type { LinkMethod, ModalRequest } from '../../request.ts';
import { beginWalk, change, confirmation, error, recipient, type Walk, type Walks } from './walk.testkit.ts';

const code = 'AWAITING_ACCOUNT_CODE';
const confirm = 'CONFIRM_LOGIN_SCREEN';
const farcaster = 'AWAITING_FARCASTER_CONNECTION';
const tooOld = new ServiceError('recent_login_required', { details: { purpose: 'account_change' } });
const taken = new ServiceError('account_transfer_required', {
  details: { nonce: 'n', subject: '1', account: { displayName: 'Ada' } },
});
const confirming: ModalRequest = { intent: 'confirm', input: undefined };
const toLink = (method: LinkMethod): ModalRequest => ({ intent: 'link', input: { method } });

const byCode = [
  ['link', 'email', 'LINK_EMAIL_SCREEN', 'exited_link_flow'],
  ['link', 'sms', 'LINK_PHONE_SCREEN', 'exited_link_flow'],
  ['update', 'email', 'UPDATE_EMAIL_SCREEN', 'exited_update_flow'],
  ['update', 'sms', 'UPDATE_PHONE_SCREEN', 'exited_update_flow'],
] as const;

export const changeWalks: Walks = Object.fromEntries(
  byCode.flatMap(([act, method, screen, exited]) => {
    const request: ModalRequest = { intent: act, input: { method } };
    const typed = { typed: recipient };
    return [
      [
        `${act} ${method} by a code, out 1.4 s after it was accepted`,
        async () => {
          const walk = beginWalk(request);
          walk.leave(screen, 'code-sent', { recipient });
          walk.at(code, { act, method, recipient });
          walk.leave(code, 'changed', change);
          walk.after(1400);
          await walk.ends({ result: change });
        },
      ],
      [
        `${act} ${method}, back from the code and from errors to what was typed`,
        async () => {
          const walk = beginWalk(request);
          walk.leave(screen, 'code-sent', { recipient });
          walk.leave(code, 'back');
          expect(walk.at(screen)).toEqual(typed);
          walk.leave(screen, 'code-sent', { recipient });
          walk.leave(code, 'failed', { error });
          walk.leave('ERROR_SCREEN', 'back');
          expect(walk.at(screen)).toEqual(typed);
          walk.leave(screen, 'failed', { error, again: typed });
          walk.leave('ERROR_SCREEN', 'back');
          expect(walk.at(screen)).toEqual(typed);
          walk.flow.close('close-press');
          await walk.ends({ code: exited });
        },
      ],
    ];
  }),
);

/** Links an address that another user has, up to the question whether it is moved. */
function toConflict(): Walk {
  const walk = beginWalk(toLink('email'));
  walk.leave('LINK_EMAIL_SCREEN', 'code-sent', { recipient });
  walk.leave(code, 'failed', { error: tooOld });
  walk.at(confirm, { confirms: { purpose: 'account_change' } });
  walk.leave(confirm, 'code-sent', { method: 'sms', recipient: '+12015550123' });
  walk.leave(code, 'confirmed', confirmation);
  walk.after(900);
  // The code that was sent for the link is still good.
  walk.at(code, { act: 'link', recipient });
  walk.leave(code, 'failed', { error: taken });
  return walk;
}

export const linkWalks: Walks = {
  'a link with an old login and a conflict, moved': async () => {
    const walk = toConflict();
    walk.leave('LINK_CONFLICT_SCREEN', 'transferred', change);
    walk.after(1400);
    await walk.ends({ result: change });
  },

  'a link with an old login and a conflict, left where it is, or failed and begun anew': async () => {
    const left = toConflict();
    left.leave('LINK_CONFLICT_SCREEN', 'cancelled');
    await left.ends({ code: 'exited_link_flow' });
    const failed = toConflict();
    failed.leave('LINK_CONFLICT_SCREEN', 'failed', { error });
    failed.leave('ERROR_SCREEN', 'back');
    expect(failed.at('LINK_EMAIL_SCREEN')).toEqual({});
  },

  'a link at a provider: there, confirmed and there again, and out': async () => {
    const walk = beginWalk(toLink('google'));
    expect(walk.at('AWAITING_OAUTH_SCREEN')).toEqual({ provider: 'google', act: 'link', step: 'leave' });
    const back = beginWalk({ intent: 'link', input: { method: 'google', isBack: true } });
    back.leave('AWAITING_OAUTH_SCREEN', 'failed', { error: tooOld, again: { step: 'leave' } });
    back.leave(confirm, 'confirmed', confirmation);
    back.at('AWAITING_OAUTH_SCREEN', { step: 'leave' });
    back.leave('AWAITING_OAUTH_SCREEN', 'linked', change);
    back.after(1400);
    await back.ends({ result: change });
  },

  'a link at a provider that is refused, told where it is, and given up': async () => {
    const walk = beginWalk({ intent: 'link', input: { method: 'google', isBack: true } });
    const refused = new ServiceError('allowlist_rejected');
    walk.leave('AWAITING_OAUTH_SCREEN', 'failed', { error: refused, again: { step: 'leave' } });
    walk.at('AWAITING_OAUTH_SCREEN', { step: 'finish', error: refused });
    walk.leave('AWAITING_OAUTH_SCREEN', 'back');
    await walk.ends({ code: 'allowlist_rejected' });
  },

  'a link by Farcaster': async () => {
    const walk = beginWalk(toLink('farcaster'));
    walk.at(farcaster, { act: 'link' });
    walk.leave(farcaster, 'linked', change);
    walk.after(1400);
    await walk.ends({ result: change });
  },

  'a link by Telegram, and one that is given up': async () => {
    const walk = beginWalk(toLink('telegram'));
    expect(walk.at('TELEGRAM_AUTH_SCREEN')).toEqual({ act: 'link', data: null });
    walk.leave('TELEGRAM_AUTH_SCREEN', 'linked', change);
    walk.after(1400);
    await walk.ends({ result: change });
    const left = beginWalk(toLink('telegram'));
    left.leave('TELEGRAM_AUTH_SCREEN', 'back');
    await left.ends({ code: 'exited_link_flow' });
  },

  'a link of a passkey, after others were removed': async () => {
    const walk = beginWalk(toLink('passkey'));
    walk.leave('LINK_PASSKEY_SCREEN', 'failed', { error });
    walk.leave('LINK_PASSKEY_SCREEN', 'removed');
    walk.leave('LINK_PASSKEY_SCREEN', 'linked', change);
    walk.after(1400);
    await walk.ends({ result: change });
  },

  'an account on hold, which time alone helps: nowhere but out': async () => {
    const held = new ServiceError('account_on_hold');
    const walk = beginWalk(toLink('email'));
    walk.leave('LINK_EMAIL_SCREEN', 'failed', { error: held });
    walk.at('ERROR_SCREEN', { isFinal: true });
    walk.leave('ERROR_SCREEN', 'closed');
    await walk.ends({ code: 'account_on_hold' });
  },
};

export const confirmWalks: Walks = {
  'a confirmation for its own sake, at once, by a code or at Farcaster': async () => {
    const atOnce = beginWalk(confirming);
    atOnce.leave(confirm, 'confirmed', confirmation);
    await atOnce.ends({ result: confirmation });

    const byCode = beginWalk(confirming);
    byCode.leave(confirm, 'code-sent', { method: 'sms', recipient });
    byCode.at(code, { act: 'confirm', method: 'sms', recipient });
    byCode.leave(code, 'confirmed', confirmation);
    byCode.after(1400);
    await byCode.ends({ result: confirmation });

    const atFarcaster = beginWalk(confirming);
    atFarcaster.leave(confirm, 'elsewhere', { method: 'farcaster' });
    atFarcaster.leave(farcaster, 'confirmed', confirmation);
    await atFarcaster.ends({ result: confirmation });
  },

  'a confirmation that fails, or is for one act alone, and is not given': async () => {
    const confirms = { purpose: 'release', key: 'k'.repeat(43) } as const;
    const walk = beginWalk({ intent: 'confirm', input: confirms });
    walk.leave(confirm, 'must-reopen');
    walk.at(confirm, { confirms, mustReopen: true });
    walk.leave(confirm, 'failed', { error });
    walk.leave('ERROR_SCREEN', 'back');
    walk.leave(confirm, 'code-sent', { method: 'email', recipient });
    walk.leave(code, 'back');
    expect(walk.at(confirm)).toEqual({ confirms });
    walk.leave(confirm, 'elsewhere', { method: 'farcaster' });
    walk.leave(farcaster, 'back');
    walk.leave(confirm, 'closed');
    await walk.ends({ code: 'internal_error' });
  },

  'a Farcaster signer, tried again after a while, and approved': async () => {
    const walk = beginWalk({ intent: 'farcaster-signer', input: undefined });
    const signer = { publicKey: '0x5a', status: 'approved', approvalUrl: null } as const;
    walk.leave('AWAITING_FARCASTER_SIGNER', 'failed', { error: new ServiceError('client_request_timeout') });
    walk.at('AWAITING_FARCASTER_SIGNER');
    walk.leave('AWAITING_FARCASTER_SIGNER', 'approved', { signer });
    walk.after(1400);
    await walk.ends({ result: { signer } });
  },

  'the sessions, looked at and ended': async () => {
    const walk = beginWalk({ intent: 'sessions', input: undefined });
    walk.leave('SESSIONS_SCREEN', 'ended');
    walk.leave('SESSIONS_SCREEN', 'not-ended', { error });
    walk.leave('SESSIONS_SCREEN', 'failed', { error });
    walk.leave('ERROR_SCREEN', 'back');
    walk.leave('SESSIONS_SCREEN', 'not-ended', { error: new ServiceError('recent_login_required') });
    expect(walk.at(confirm)).toEqual({});
    walk.leave(confirm, 'confirmed', confirmation);
    walk.at('SESSIONS_SCREEN');
  },

  'a removal that is undone, or is not any more': async () => {
    const undone = { holdUntil: new Date(0) };
    const undoing: ModalRequest = { intent: 'undo', input: { reference: 'r' } };
    const walk = beginWalk(undoing);
    walk.leave('UNDO_CHANGE_SCREEN', 'failed', { error });
    walk.leave('ERROR_SCREEN', 'back');
    walk.at('UNDO_CHANGE_SCREEN', { reference: 'r' });
    walk.leave('UNDO_CHANGE_SCREEN', 'undone', undone);
    walk.at('UNDO_DONE_SCREEN', undone);
    walk.leave('UNDO_DONE_SCREEN', 'done');
    await walk.ends({ result: undone });
    const late = beginWalk(undoing);
    late.leave('UNDO_CHANGE_SCREEN', 'closed');
    await late.ends({ code: 'exited_update_flow' });
  },
};
