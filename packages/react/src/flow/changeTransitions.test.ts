import { ServiceError, type TelegramData, type User } from '@latchkey/wire';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { LinkMethod, ModalRequest } from '../request.ts';
import { beginJourney, type Journey } from './journeys/journey.testkit.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const user = { id: 'did:privy:test' } as User;
const change = { user, account: { type: 'guest', latestVerifiedAt: new Date(0) } } as const;
const signed: TelegramData = { telegram_auth_result: { id: 1, auth_date: 1, hash: '0'.repeat(64) } };
const conflict = 'LINK_CONFLICT_SCREEN';

const offer = {
  nonce: 'n',
  subject: '1',
  displayName: 'Ada',
  otherWalletAddress: null,
  userInfo: { subject: '1' },
};

const details = { nonce: offer.nonce, subject: offer.subject, account: { displayName: offer.displayName } };
const taken = new ServiceError('account_transfer_required', { details });

const toLink = (method: LinkMethod, isBack = false): ModalRequest => ({
  intent: 'link',
  input: isBack ? { method, isBack } : { method },
});

const requestCode = (journey: Journey) =>
  journey.leave('LINK_EMAIL_SCREEN', 'code-sent', { recipient: 'ada@host.example' });

it('linking by email, SMS, Google, Farcaster or Telegram offers to move an account that another user has', async () => {
  const byCode = beginJourney(toLink('email'));
  requestCode(byCode);
  byCode.leave('AWAITING_ACCOUNT_CODE', 'failed', { error: taken });
  expect(byCode.at(conflict).transfer).toEqual({ method: 'email', offer });
  byCode.leave(conflict, 'transferred', change);
  byCode.after(1400);
  expect(await byCode.outcome).toEqual({ ok: true, result: change });

  const bySms = beginJourney(toLink('sms'));
  bySms.leave('LINK_PHONE_SCREEN', 'code-sent', { recipient: '+12015550123' });
  bySms.leave('AWAITING_ACCOUNT_CODE', 'failed', { error: taken });
  expect(bySms.at(conflict).transfer).toEqual({ method: 'sms', offer });

  const byProvider = beginJourney(toLink('google', true));
  byProvider.leave('AWAITING_OAUTH_SCREEN', 'failed', { error: taken });
  expect(byProvider.at(conflict).transfer).toEqual({ method: 'google', offer });
  byProvider.leave(conflict, 'cancelled');
  expect(await byProvider.outcome).toMatchObject({ ok: false, error: { code: 'exited_link_flow' } });

  const byFarcaster = beginJourney(toLink('farcaster'));
  byFarcaster.leave('AWAITING_FARCASTER_CONNECTION', 'failed', { error: taken });
  expect(byFarcaster.at(conflict).transfer).toEqual({ method: 'farcaster', offer });

  const byTelegram = beginJourney(toLink('telegram'));
  byTelegram.leave('TELEGRAM_AUTH_SCREEN', 'failed', { error: taken, again: { data: signed } });
  expect(byTelegram.at(conflict).transfer).toEqual({ method: 'telegram', offer, data: signed });
});

it('the offer to move an account is shown again after an old login is confirmed', () => {
  const journey = beginJourney(toLink('email'));
  requestCode(journey);
  journey.leave('AWAITING_ACCOUNT_CODE', 'failed', { error: taken });
  journey.leave(conflict, 'failed', { error: new ServiceError('recent_login_required') });
  journey.leave('CONFIRM_LOGIN_SCREEN', 'confirmed', { confirmed: true });
  expect(journey.at(conflict).transfer).toEqual({ method: 'email', offer });
});

it('linking an account starts again if the account could not be moved, even on a page that returned from a provider', () => {
  const error = new ServiceError('invalid_credentials');
  const journey = beginJourney(toLink('google', true));
  journey.at('AWAITING_OAUTH_SCREEN', { step: 'finish' });
  journey.leave('AWAITING_OAUTH_SCREEN', 'failed', { error: taken });
  journey.leave(conflict, 'failed', { error });
  journey.at('ERROR_SCREEN', { error });
  journey.leave('ERROR_SCREEN', 'back');
  expect(journey.at('AWAITING_OAUTH_SCREEN')).toEqual({ provider: 'google', act: 'link', step: 'leave' });
  expect(journey.waiting()).toEqual([]);

  const byCode = beginJourney(toLink('email'));
  requestCode(byCode);
  byCode.leave('AWAITING_ACCOUNT_CODE', 'failed', { error: taken });
  byCode.leave(conflict, 'failed', { error });
  byCode.leave('ERROR_SCREEN', 'back');
  // The new attempt to link is not part of the first one's step-up, so it leads to an offer again.
  requestCode(byCode);
  byCode.leave('AWAITING_ACCOUNT_CODE', 'failed', { error: taken });
  byCode.at(conflict);
});

it('the error screen follows if linking is refused without an offer to move the account', () => {
  const journey = beginJourney(toLink('email'));
  requestCode(journey);
  journey.leave('AWAITING_ACCOUNT_CODE', 'failed', { error: new ServiceError('account_transfer_required') });
  journey.at('ERROR_SCREEN');
});
