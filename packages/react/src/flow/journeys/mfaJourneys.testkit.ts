import { ServiceError } from '@latchkey/wire';
import { expect } from 'vitest';
import type { ModalRequest } from '../../request.ts';
import { address, beginJourney, error, type Journeys } from './journey.testkit.ts';

const flow = 'MFA_ENROLLMENT_FLOW_SCREEN';
const totp = 'MFA_ENROLLMENT_TOTP_SCREEN';
const number = 'MFA_ENROLLMENT_SMS_SCREEN';
const enrollCode = 'MFA_ENROLLMENT_CODE_SCREEN';
const passkeys = 'MFA_ENROLLMENT_PASSKEY_SCREEN';
const codes = 'MFA_BACKUP_CODES_SCREEN';
const removal = 'MFA_REMOVAL_SCREEN';
const choice = 'MFA_VERIFICATION_SCREEN';
const code = 'MFA_VERIFICATION_CODE_SCREEN';
const passkey = 'MFA_VERIFICATION_PASSKEY_SCREEN';
const backup = 'MFA_BACKUP_CODE_SCREEN';
const lost = 'MFA_LOST_SCREEN';
const signing = 'EMBEDDED_WALLET_SIGN_REQUEST_SCREEN';

const enrolling: ModalRequest = { intent: 'enroll-factor', input: undefined };
const sign: ModalRequest = { intent: 'sign', input: { method: 'personal_sign', data: 'Hello', address } };
const secret = { secret: 'JBSWY3DP', authUrl: 'otpauth://totp/a' };
const phoneNumber = '+12015550123';
const methods = ['totp', 'sms', 'passkey'] as const;
const refused = (details: object) => new ServiceError('missing_or_invalid_mfa', { details: { ...details } });
const spent = new ServiceError('mfa_verification_max_attempts_reached');
const late = new ServiceError('mfa_timeout');

/** A signature that was refused for want of a factor. */
function toVerification(details: object = { methods }) {
  const journey = beginJourney(sign);
  journey.leave(signing, 'failed', { error: refused(details), again: { isApproved: true } });
  return journey;
}

export const enrollmentJourneys: Journeys = {
  'the introduction, an authenticator app as the first factor, its backup codes, and out': async () => {
    const journey = beginJourney(enrolling);
    journey.leave(flow, 'continued');
    journey.leave(flow, 'chosen', { method: 'totp' });
    journey.at(totp, { enrollment: null });
    journey.leave(totp, 'scanned', secret);
    journey.leave(enrollCode, 'back');
    expect(journey.at(totp)).toEqual({ enrollment: secret });
    journey.leave(totp, 'scanned', secret);
    journey.leave(enrollCode, 'enrolled', { method: 'totp', isFirst: true });
    journey.leave('MFA_ENROLLED_SCREEN', 'done');
    journey.at(codes, { isRenewal: false });
    journey.leave(codes, 'failed', { error });
    journey.leave('ERROR_SCREEN', 'back');
    journey.leave(codes, 'saved');
    await journey.ends({ result: {} });
  },

  'a number as a further one, after a mistake, and out': async () => {
    const journey = beginJourney(enrolling);
    journey.leave(flow, 'chosen', { method: 'sms' });
    journey.leave(number, 'failed', { error, again: { typed: phoneNumber } });
    journey.leave('ERROR_SCREEN', 'back');
    expect(journey.at(number)).toEqual({ typed: phoneNumber });
    journey.leave(number, 'back');
    journey.leave(flow, 'chosen', { method: 'sms' });
    journey.leave(number, 'code-sent', { phoneNumber });
    journey.leave(enrollCode, 'failed', { error });
    journey.leave('ERROR_SCREEN', 'back');
    expect(journey.at(number)).toEqual({ typed: phoneNumber });
    journey.leave(number, 'code-sent', { phoneNumber });
    journey.leave(enrollCode, 'ended', { error: spent });
    journey.leave(enrollCode, 'enrolled', { method: 'sms', isFirst: false });
    journey.leave('MFA_ENROLLED_SCREEN', 'done');
    await journey.ends({ result: {} });
  },

  'an enrolment that has ended begins anew, and one that fails leads back to itself': () => {
    const journey = beginJourney(enrolling);
    journey.leave(flow, 'chosen', { method: 'totp' });
    journey.leave(totp, 'scanned', secret);
    journey.leave(enrollCode, 'failed', { error: new ServiceError('not_found') });
    journey.leave('ERROR_SCREEN', 'back');
    expect(journey.at(totp)).toEqual({ enrollment: null });
    journey.leave(totp, 'failed', { error });
    journey.leave('ERROR_SCREEN', 'back');
    journey.leave(totp, 'back');
    journey.at(flow);
  },

  '[MFA-12] passkeys: one is added, an error leads to a screen with back, and they are enabled': async () => {
    const journey = beginJourney(enrolling);
    journey.leave(flow, 'chosen', { method: 'passkey' });
    journey.leave(passkeys, 'added');
    journey.leave(passkeys, 'failed', { error, again: { isEnabling: true } });
    journey.leave('ERROR_SCREEN', 'back');
    expect(journey.at(passkeys)).toEqual({});
    journey.leave(passkeys, 'back');
    journey.leave(flow, 'chosen', { method: 'passkey' });
    journey.leave(passkeys, 'enrolled', { method: 'passkey', isFirst: false });
    journey.leave('MFA_ENROLLED_SCREEN', 'done');
    await journey.ends({ result: {} });
  },

  'a removal, verified for by name, goes on by itself; new codes; and left': async () => {
    const journey = beginJourney(enrolling);
    journey.leave(flow, 'removing', { method: 'totp' });
    journey.leave(removal, 'back');
    journey.leave(flow, 'removing', { method: 'totp' });
    const purpose = 'change_factors';
    journey.leave(removal, 'failed', {
      error: refused({ methods: ['totp'], purpose }),
      again: { isConfirmed: true },
    });
    expect(journey.at(code)).toEqual({ method: 'totp', methods: ['totp'], purpose });
    journey.leave(code, 'verified');
    journey.after(900);
    journey.at(removal, { isConfirmed: true });
    journey.leave(removal, 'failed', { error });
    journey.leave('ERROR_SCREEN', 'back');
    journey.leave(flow, 'removing', { method: 'totp' });
    journey.leave(removal, 'removed');
    journey.leave(flow, 'new-codes');
    journey.at(codes, { isRenewal: true });
    journey.leave(codes, 'saved');
    journey.leave(flow, 'canceled');
    journey.leave(flow, 'failed', { error, again: { isCanceling: true } });
    journey.leave('ERROR_SCREEN', 'back');
    journey.leave(flow, 'closed');
    await journey.ends({ result: {} });
  },
};

export const verificationJourneys: Journeys = {
  '[MFA-18, EMBW-12] a signature that is refused: a choice, a code, and the signature by itself':
    async () => {
      const journey = toVerification();
      expect(journey.at(choice)).toEqual({ methods });
      expect(journey.waiting()).toEqual([signing]);
      journey.leave(choice, 'chosen', { method: 'passkey' });
      journey.leave(passkey, 'other');
      journey.leave(choice, 'chosen', { method: 'sms' });
      journey.leave(code, 'other');
      journey.leave(choice, 'chosen', { method: 'totp' });
      journey.leave(code, 'verified');
      journey.after(900);
      journey.at(signing, { isApproved: true });
      journey.leave(signing, 'signed', { signature: '0x' });
      journey.after(1400);
      await journey.ends({ result: { signature: '0x' } });
    },

  '[EMBW-12] a wallet that is connected on the way to a signature asks before it opens': () => {
    const journey = beginJourney(sign, { walletFrameUp: false });
    journey.leave('EMBEDDED_WALLET_CONNECTING_SCREEN', 'failed', {
      error: refused({ methods: ['passkey'] }),
    });
    journey.at(passkey, { methods: ['passkey'] });
    expect(journey.waiting()).toEqual([signing, 'EMBEDDED_WALLET_CONNECTING_SCREEN']);
    journey.leave(passkey, 'verified');
    journey.after(900);
    journey.at('EMBEDDED_WALLET_CONNECTING_SCREEN');
  },

  'a change of the recovery: one verification by name opens the wallet and is good for the change': () => {
    const journey = beginJourney({ intent: 'set-recovery', input: {} });
    journey.leave('EMBEDDED_WALLET_CONNECTING_SCREEN', 'failed', { error: refused({ methods: ['totp'] }) });
    expect(journey.at(code)).toEqual({ methods: ['totp'], method: 'totp', purpose: 'set_recovery' });
    journey.leave(code, 'verified');
    journey.after(900);
    journey.at('EMBEDDED_WALLET_CONNECTING_SCREEN');
  },

  '[MFA-18] for its own sake, at once with the only method; who asked hears before the modal is gone':
    async () => {
      const input = { methods: ['sms'], purpose: 'revoke_device' } as const;
      const journey = beginJourney({ intent: 'verify-factor', input: refused(input) });
      expect(journey.at(code)).toEqual({ ...input, method: 'sms' });
      journey.leave(code, 'verified');
      expect(await journey.outcome).toEqual({ ok: true, result: { verified: true } });
      journey.after(1400);
    },

  '[MFA-28] closed before: canceled': async () => {
    const journey = toVerification();
    journey.flow.close('close-press');
    await journey.ends({ code: 'user_rejected_request' });
    expect(await journey.outcome).toMatchObject({ error: { message: 'MFA canceled' } });
  },

  '[MFA-25] closed after the last code, or too late: that': async () => {
    const ends = [
      [code, spent],
      [passkey, late],
    ] as const;
    for (const [screen, reason] of ends) {
      const journey = toVerification({ methods: [screen === code ? 'totp' : 'passkey'] });
      journey.leave(screen, 'ended', { error: reason });
      journey.at(screen);
      journey.flow.close('close-press');
      await journey.ends({ code: reason.code });
    }
  },

  '[MFA-20] not where the host asks, nor where no factor would do': () => {
    const own = beginJourney(sign, { promptsForFactors: false });
    own.leave(signing, 'failed', { error: refused({ methods }) });
    own.at('ERROR_SCREEN');
    const none = toVerification({ methods: [] });
    none.at('ERROR_SCREEN');
    const useless = beginJourney({ intent: 'verify-factor', input: refused({ methods: [] }) });
    useless.at('ERROR_SCREEN', { isFinal: true });
  },

  'a lost factor: a backup code opens the wallet': () => {
    const journey = toVerification();
    journey.leave(choice, 'lost');
    journey.leave(lost, 'back');
    journey.leave(choice, 'lost');
    journey.leave(lost, 'backup-code');
    journey.leave(backup, 'ended', { error: spent });
    journey.leave(backup, 'back');
    journey.leave(lost, 'backup-code');
    journey.leave(backup, 'verified');
    journey.after(900);
    journey.at(signing, { isApproved: true });
  },

  'a lost factor: a password proves whose wallet it is, and the factor is replaced': () => {
    const journey = toVerification({ methods: ['passkey'] });
    journey.leave(passkey, 'lost');
    journey.leave(lost, 'password');
    journey.leave(lost, 'back');
    expect(journey.at(lost)).toEqual({ methods: ['passkey'] });
    journey.leave(lost, 'password');
    journey.leave(lost, 'not-proved', { error: new ServiceError('invalid_recovery_pin') });
    journey.leave(lost, 'proved');
    journey.at(flow, { isIntroduced: true });
    const byName = toVerification({ methods: ['totp'], purpose: 'change_factors' });
    byName.leave(code, 'lost');
    byName.leave(lost, 'proved');
    byName.after(900);
    byName.at(signing);
    const forExport = toVerification({ methods: ['totp'], purpose: 'export' });
    forExport.leave(code, 'lost');
    forExport.leave(lost, 'backup-code');
    forExport.leave(backup, 'verified');
    forExport.at(flow, { isIntroduced: true });
  },

  'a lost factor, and nothing else: the removal is asked for, after a fresh login': () => {
    const journey = toVerification({ methods: ['totp'] });
    journey.leave(code, 'lost');
    journey.leave(lost, 'failed', {
      error: new ServiceError('recent_login_required'),
      again: { isAsking: true },
    });
    journey.leave('CONFIRM_LOGIN_SCREEN', 'confirmed', { confirmed: true });
    journey.at(lost, { isAsking: true });
    journey.leave(lost, 'failed', { error });
    journey.leave('ERROR_SCREEN', 'back');
    journey.leave(lost, 'closed');
  },
};
