import { ServiceError } from '@latchkey/wire';
import { expect } from 'vitest';
import type { LinkMethod, ModalRequest } from '../../request.ts';
import {
  beginJourney,
  change,
  confirmation,
  error,
  type Journey,
  type Journeys,
  recipient,
} from './journey.testkit.ts';

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

export const changeJourneys: Journeys = Object.fromEntries(
  byCode.flatMap(([act, method, screen, exited]) => {
    const request: ModalRequest = { intent: act, input: { method } };
    const typed = { typed: recipient };
    return [
      [
        `the ${act} of an account by ${method} code closes 1.4 s after the code was accepted`,
        async () => {
          const journey = beginJourney(request);
          journey.leave(screen, 'code-sent', { recipient });
          journey.at(code, { act, method, recipient });
          journey.leave(code, 'changed', change);
          journey.after(1400);
          await journey.ends({ result: change });
        },
      ],
      [
        `the ${act} of an account by ${method} leads back from the code and from errors to the typed text`,
        async () => {
          const journey = beginJourney(request);
          journey.leave(screen, 'code-sent', { recipient });
          journey.leave(code, 'back');
          expect(journey.at(screen)).toEqual(typed);
          journey.leave(screen, 'code-sent', { recipient });
          journey.leave(code, 'failed', { error });
          journey.leave('ERROR_SCREEN', 'back');
          expect(journey.at(screen)).toEqual(typed);
          journey.leave(screen, 'failed', { error, again: typed });
          journey.leave('ERROR_SCREEN', 'back');
          expect(journey.at(screen)).toEqual(typed);
          journey.flow.close('close-press');
          await journey.ends({ code: exited });
        },
      ],
    ];
  }),
);

/** Links an address that another user has, up to the offer to move it. */
function toConflict(): Journey {
  const journey = beginJourney(toLink('email'));
  journey.leave('LINK_EMAIL_SCREEN', 'code-sent', { recipient });
  journey.leave(code, 'failed', { error: tooOld });
  journey.at(confirm, { confirms: { purpose: 'account_change' } });
  journey.leave(confirm, 'code-sent', { method: 'sms', recipient: '+12015550123' });
  journey.leave(code, 'confirmed', confirmation);
  journey.after(900);
  journey.at(code, { act: 'link', recipient });
  journey.leave(code, 'failed', { error: taken });
  return journey;
}

export const linkJourneys: Journeys = {
  "linking with an old login confirms the login first, and then moves another user's account": async () => {
    const journey = toConflict();
    journey.leave('LINK_CONFLICT_SCREEN', 'transferred', change);
    journey.after(1400);
    await journey.ends({ result: change });
  },

  "linking another user's account is cancelled, or starts again if the move fails": async () => {
    const left = toConflict();
    left.leave('LINK_CONFLICT_SCREEN', 'cancelled');
    await left.ends({ code: 'exited_link_flow' });
    const failed = toConflict();
    failed.leave('LINK_CONFLICT_SCREEN', 'failed', { error });
    failed.leave('ERROR_SCREEN', 'back');
    expect(failed.at('LINK_EMAIL_SCREEN')).toEqual({});
  },

  'linking at a provider confirms an old login, goes to the provider again, and closes': async () => {
    const journey = beginJourney(toLink('google'));
    expect(journey.at('AWAITING_OAUTH_SCREEN')).toEqual({ provider: 'google', act: 'link', step: 'leave' });
    const back = beginJourney({ intent: 'link', input: { method: 'google', isBack: true } });
    back.leave('AWAITING_OAUTH_SCREEN', 'failed', { error: tooOld, again: { step: 'leave' } });
    back.leave(confirm, 'confirmed', confirmation);
    back.at('AWAITING_OAUTH_SCREEN', { step: 'leave' });
    back.leave('AWAITING_OAUTH_SCREEN', 'linked', change);
    back.after(1400);
    await back.ends({ result: change });
  },

  'a refusal to link an account at a provider is shown, and reported if the user goes back': async () => {
    const journey = beginJourney({ intent: 'link', input: { method: 'google', isBack: true } });
    const refused = new ServiceError('allowlist_rejected');
    journey.leave('AWAITING_OAUTH_SCREEN', 'failed', { error: refused, again: { step: 'leave' } });
    journey.at('AWAITING_OAUTH_SCREEN', { step: 'finish', error: refused });
    journey.leave('AWAITING_OAUTH_SCREEN', 'back');
    await journey.ends({ code: 'allowlist_rejected' });
  },

  'linking a Farcaster account closes the modal after success': async () => {
    const journey = beginJourney(toLink('farcaster'));
    journey.at(farcaster, { act: 'link' });
    journey.leave(farcaster, 'linked', change);
    journey.after(1400);
    await journey.ends({ result: change });
  },

  'linking a Telegram account closes the modal after success, or is given up': async () => {
    const journey = beginJourney(toLink('telegram'));
    expect(journey.at('TELEGRAM_AUTH_SCREEN')).toEqual({ act: 'link', data: null });
    journey.leave('TELEGRAM_AUTH_SCREEN', 'linked', change);
    journey.after(1400);
    await journey.ends({ result: change });
    const left = beginJourney(toLink('telegram'));
    left.leave('TELEGRAM_AUTH_SCREEN', 'back');
    await left.ends({ code: 'exited_link_flow' });
  },

  'a passkey is linked after an error and after another passkey was removed': async () => {
    const journey = beginJourney(toLink('passkey'));
    journey.leave('LINK_PASSKEY_SCREEN', 'failed', { error });
    journey.leave('LINK_PASSKEY_SCREEN', 'removed');
    journey.leave('LINK_PASSKEY_SCREEN', 'linked', change);
    journey.after(1400);
    await journey.ends({ result: change });
  },

  'the error of an account on hold can only be closed, not retried': async () => {
    const held = new ServiceError('account_on_hold');
    const journey = beginJourney(toLink('email'));
    journey.leave('LINK_EMAIL_SCREEN', 'failed', { error: held });
    journey.at('ERROR_SCREEN', { isFinal: true });
    journey.leave('ERROR_SCREEN', 'closed');
    await journey.ends({ code: 'account_on_hold' });
  },
};

export const confirmJourneys: Journeys = {
  'a confirmation for which no step waits succeeds on its screen, by code or with Farcaster': async () => {
    const atOnce = beginJourney(confirming);
    atOnce.leave(confirm, 'confirmed', confirmation);
    await atOnce.ends({ result: confirmation });

    const byCode = beginJourney(confirming);
    byCode.leave(confirm, 'code-sent', { method: 'sms', recipient });
    byCode.at(code, { act: 'confirm', method: 'sms', recipient });
    byCode.leave(code, 'confirmed', confirmation);
    byCode.after(1400);
    await byCode.ends({ result: confirmation });

    const atFarcaster = beginJourney(confirming);
    atFarcaster.leave(confirm, 'elsewhere', { method: 'farcaster' });
    atFarcaster.leave(farcaster, 'confirmed', confirmation);
    await atFarcaster.ends({ result: confirmation });
  },

  'a confirmation for one action fails, is retried in other ways, and is closed': async () => {
    const confirms = { purpose: 'release', key: 'k'.repeat(43) } as const;
    const journey = beginJourney({ intent: 'confirm', input: confirms });
    journey.leave(confirm, 'must-reopen');
    journey.at(confirm, { confirms, mustReopen: true });
    journey.leave(confirm, 'failed', { error });
    journey.leave('ERROR_SCREEN', 'back');
    journey.leave(confirm, 'code-sent', { method: 'email', recipient });
    journey.leave(code, 'back');
    expect(journey.at(confirm)).toEqual({ confirms });
    journey.leave(confirm, 'elsewhere', { method: 'farcaster' });
    journey.leave(farcaster, 'back');
    journey.leave(confirm, 'closed');
    await journey.ends({ code: 'internal_error' });
  },

  'a Farcaster signer is approved after a failed try': async () => {
    const journey = beginJourney({ intent: 'farcaster-signer', input: undefined });
    const signer = { publicKey: '0x5a', status: 'approved', approvalUrl: null } as const;
    journey.leave('AWAITING_FARCASTER_SIGNER', 'failed', {
      error: new ServiceError('client_request_timeout'),
    });
    journey.at('AWAITING_FARCASTER_SIGNER');
    journey.leave('AWAITING_FARCASTER_SIGNER', 'approved', { signer });
    journey.after(1400);
    await journey.ends({ result: { signer } });
  },

  'the list of sessions stays while sessions are ended, and confirms an old login': async () => {
    const journey = beginJourney({ intent: 'sessions', input: undefined });
    journey.leave('SESSIONS_SCREEN', 'ended');
    journey.leave('SESSIONS_SCREEN', 'not-ended', { error });
    journey.leave('SESSIONS_SCREEN', 'failed', { error });
    journey.leave('ERROR_SCREEN', 'back');
    journey.leave('SESSIONS_SCREEN', 'not-ended', { error: new ServiceError('recent_login_required') });
    expect(journey.at(confirm)).toEqual({});
    journey.leave(confirm, 'confirmed', confirmation);
    journey.at('SESSIONS_SCREEN');
  },

  'a removal is undone, or its screen is closed': async () => {
    const undone = { holdUntil: new Date(0) };
    const undoing: ModalRequest = { intent: 'undo', input: { reference: 'r' } };
    const journey = beginJourney(undoing);
    journey.leave('UNDO_CHANGE_SCREEN', 'failed', { error });
    journey.leave('ERROR_SCREEN', 'back');
    journey.at('UNDO_CHANGE_SCREEN', { reference: 'r' });
    journey.leave('UNDO_CHANGE_SCREEN', 'undone', undone);
    journey.at('UNDO_DONE_SCREEN', undone);
    journey.leave('UNDO_DONE_SCREEN', 'done');
    await journey.ends({ result: undone });
    const late = beginJourney(undoing);
    late.leave('UNDO_CHANGE_SCREEN', 'closed');
    await late.ends({ code: 'exited_update_flow' });
  },
};
