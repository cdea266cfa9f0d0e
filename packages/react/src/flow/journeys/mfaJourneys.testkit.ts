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

/** Starts with a signature that was refused because a factor is missing. */
function toVerification(details: object = { methods }) {
  const journey = beginJourney(sign);
  journey.leave(signing, 'failed', { error: refused(details), again: { isApproved: true } });
  return journey;
}

export const enrollmentJourneys: Journeys = {
  'the enrolment of an authenticator app as the first factor leads to its backup codes, and closes':
    async () => {
      const journey = beginJourney(enrolling);
      journey.leave(flow, 'continued');
      journey.leave(flow, 'chosen', { method: 'totp' });
      journey.at(totp, {});
      journey.leave(totp, 'begun', secret);
      journey.leave(enrollCode, 'back');
      expect(journey.at(totp)).toEqual({ earlier: secret });
      journey.leave(totp, 'begun', secret);
      journey.leave(enrollCode, 'enrolled', { method: 'totp', isFirst: true });
      journey.leave('MFA_ENROLLED_SCREEN', 'done');
      journey.at(codes, { isRenewal: false });
      journey.leave(codes, 'failed', { error });
      journey.leave('ERROR_SCREEN', 'back');
      journey.leave(codes, 'saved');
      await journey.ends({ result: {} });
    },

  'a phone number is added as a further factor after an error': async () => {
    const journey = beginJourney(enrolling);
    journey.leave(flow, 'chosen', { method: 'sms' });
    journey.leave(number, 'failed', { error, again: { earlier: { phoneNumber } } });
    journey.leave('ERROR_SCREEN', 'back');
    expect(journey.at(number)).toEqual({ earlier: { phoneNumber } });
    journey.leave(number, 'back');
    journey.leave(flow, 'chosen', { method: 'sms' });
    journey.leave(number, 'begun', { phoneNumber });
    journey.leave(enrollCode, 'failed', { error });
    journey.leave('ERROR_SCREEN', 'back');
    expect(journey.at(number)).toEqual({ earlier: { phoneNumber }, hasEnded: true });
    journey.leave(number, 'begun', { phoneNumber });
    journey.leave(enrollCode, 'ended', { error: spent });
    journey.leave(enrollCode, 'enrolled', { method: 'sms', isFirst: false });
    journey.leave('MFA_ENROLLED_SCREEN', 'done');
    await journey.ends({ result: {} });
  },

  'an enrolment that has expired starts again, and one that fails returns to itself': () => {
    const journey = beginJourney(enrolling);
    journey.leave(flow, 'chosen', { method: 'totp' });
    journey.leave(totp, 'begun', secret);
    journey.leave(enrollCode, 'failed', { error: new ServiceError('not_found') });
    journey.leave('ERROR_SCREEN', 'back');
    expect(journey.at(totp)).toEqual({ earlier: secret, hasEnded: true });
    journey.leave(totp, 'failed', { error });
    journey.leave('ERROR_SCREEN', 'back');
    journey.leave(totp, 'back');
    journey.at(flow);
  },

  '[MFA-12] passkeys are enabled as factors after a passkey was added and an error was shown': async () => {
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

  "a factor's removal continues after its verification; new codes follow, and the user leaves": async () => {
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
  '[MFA-18, EMBW-12] a refused signature leads to a choice and a code, and then continues by itself':
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

  '[EMBW-12] a wallet that is connected for a signature requires a factor before it opens': () => {
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

  'a change of the recovery verifies a factor for that purpose, and then unlocks the wallet': () => {
    const journey = beginJourney({ intent: 'set-recovery', input: {} });
    journey.leave('EMBEDDED_WALLET_CONNECTING_SCREEN', 'failed', { error: refused({ methods: ['totp'] }) });
    expect(journey.at(code)).toEqual({ methods: ['totp'], method: 'totp', purpose: 'set_recovery' });
    journey.leave(code, 'verified');
    journey.after(900);
    journey.at('EMBEDDED_WALLET_CONNECTING_SCREEN');
  },

  '[MFA-18] a verification alone starts with the only method, and reports before the modal has closed':
    async () => {
      const input = { methods: ['sms'], purpose: 'revoke_device' } as const;
      const journey = beginJourney({ intent: 'verify-factor', input: refused(input) });
      expect(journey.at(code)).toEqual({ ...input, method: 'sms' });
      journey.leave(code, 'verified');
      expect(await journey.outcome).toEqual({ ok: true, result: { verified: true } });
      journey.after(1400);
    },

  '[MFA-28] a verification that is closed before its end is reported as cancelled': async () => {
    const journey = toVerification();
    journey.flow.close('close-press');
    await journey.ends({ code: 'user_rejected_request' });
    expect(await journey.outcome).toMatchObject({ error: { message: 'MFA canceled' } });
  },

  '[MFA-25] a verification that is closed after the last code or a time-out reports that error': async () => {
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

  '[MFA-20] no verification is shown if the host app shows one, or if no factor is accepted': () => {
    const own = beginJourney(sign, { promptsForFactors: false });
    own.leave(signing, 'failed', { error: refused({ methods }) });
    own.at('ERROR_SCREEN');
    const none = toVerification({ methods: [] });
    none.at('ERROR_SCREEN');
    const useless = beginJourney({ intent: 'verify-factor', input: refused({ methods: [] }) });
    useless.at('ERROR_SCREEN', { isFinal: true });
  },

  'a user who lost a factor opens the wallet with a backup code': () => {
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

  'a user who lost a factor proves the ownership of the wallet by password, and replaces the factor': () => {
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

  'a user who lost a factor and has no other proof requests the removal after a fresh login': () => {
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
