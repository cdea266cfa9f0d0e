import { ServiceError } from '@latchkey/wire';
import { expect } from 'vitest';
import type { ModalRequest } from '../../request.ts';
import { address, beginWalk, error, type Walks } from './walk.testkit.ts';

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
  const walk = beginWalk(sign);
  walk.leave(signing, 'failed', { error: refused(details), again: { isApproved: true } });
  return walk;
}

export const enrollmentWalks: Walks = {
  'the introduction, an authenticator app as the first factor, its backup codes, and out': async () => {
    const walk = beginWalk(enrolling);
    walk.leave(flow, 'continued');
    walk.leave(flow, 'chosen', { method: 'totp' });
    walk.at(totp, { enrollment: null });
    walk.leave(totp, 'scanned', secret);
    walk.leave(enrollCode, 'back');
    expect(walk.at(totp)).toEqual({ enrollment: secret });
    walk.leave(totp, 'scanned', secret);
    walk.leave(enrollCode, 'enrolled', { method: 'totp', isFirst: true });
    walk.leave('MFA_ENROLLED_SCREEN', 'done');
    walk.at(codes, { isRenewal: false });
    walk.leave(codes, 'failed', { error });
    walk.leave('ERROR_SCREEN', 'back');
    walk.leave(codes, 'saved');
    await walk.ends({ result: {} });
  },

  'a number as a further one, after a mistake, and out': async () => {
    const walk = beginWalk(enrolling);
    walk.leave(flow, 'chosen', { method: 'sms' });
    walk.leave(number, 'failed', { error, again: { typed: phoneNumber } });
    walk.leave('ERROR_SCREEN', 'back');
    expect(walk.at(number)).toEqual({ typed: phoneNumber });
    walk.leave(number, 'back');
    walk.leave(flow, 'chosen', { method: 'sms' });
    walk.leave(number, 'code-sent', { phoneNumber });
    walk.leave(enrollCode, 'failed', { error });
    walk.leave('ERROR_SCREEN', 'back');
    expect(walk.at(number)).toEqual({ typed: phoneNumber });
    walk.leave(number, 'code-sent', { phoneNumber });
    walk.leave(enrollCode, 'ended', { error: spent });
    walk.leave(enrollCode, 'enrolled', { method: 'sms', isFirst: false });
    walk.leave('MFA_ENROLLED_SCREEN', 'done');
    await walk.ends({ result: {} });
  },

  'an enrolment that has ended begins anew, and one that fails leads back to itself': () => {
    const walk = beginWalk(enrolling);
    walk.leave(flow, 'chosen', { method: 'totp' });
    walk.leave(totp, 'scanned', secret);
    walk.leave(enrollCode, 'failed', { error: new ServiceError('not_found') });
    walk.leave('ERROR_SCREEN', 'back');
    expect(walk.at(totp)).toEqual({ enrollment: null });
    walk.leave(totp, 'failed', { error });
    walk.leave('ERROR_SCREEN', 'back');
    walk.leave(totp, 'back');
    walk.at(flow);
  },

  '[MFA-12] passkeys: one is added, an error leads to a screen with back, and they are enabled': async () => {
    const walk = beginWalk(enrolling);
    walk.leave(flow, 'chosen', { method: 'passkey' });
    walk.leave(passkeys, 'added');
    walk.leave(passkeys, 'failed', { error, again: { isEnabling: true } });
    walk.leave('ERROR_SCREEN', 'back');
    expect(walk.at(passkeys)).toEqual({});
    walk.leave(passkeys, 'back');
    walk.leave(flow, 'chosen', { method: 'passkey' });
    walk.leave(passkeys, 'enrolled', { method: 'passkey', isFirst: false });
    walk.leave('MFA_ENROLLED_SCREEN', 'done');
    await walk.ends({ result: {} });
  },

  'a removal, verified for by name, goes on by itself; new codes; and left': async () => {
    const walk = beginWalk(enrolling);
    walk.leave(flow, 'removing', { method: 'totp' });
    walk.leave(removal, 'back');
    walk.leave(flow, 'removing', { method: 'totp' });
    const purpose = 'change_factors';
    walk.leave(removal, 'failed', {
      error: refused({ methods: ['totp'], purpose }),
      again: { isConfirmed: true },
    });
    expect(walk.at(code)).toEqual({ method: 'totp', methods: ['totp'], purpose });
    walk.leave(code, 'verified');
    walk.after(900);
    walk.at(removal, { isConfirmed: true });
    walk.leave(removal, 'failed', { error });
    walk.leave('ERROR_SCREEN', 'back');
    walk.leave(flow, 'removing', { method: 'totp' });
    walk.leave(removal, 'removed');
    walk.leave(flow, 'new-codes');
    walk.at(codes, { isRenewal: true });
    walk.leave(codes, 'saved');
    walk.leave(flow, 'canceled');
    walk.leave(flow, 'failed', { error, again: { isCanceling: true } });
    walk.leave('ERROR_SCREEN', 'back');
    walk.leave(flow, 'closed');
    await walk.ends({ result: {} });
  },
};

export const verificationWalks: Walks = {
  '[MFA-18, EMBW-12] a signature that is refused: a choice, a code, and the signature by itself':
    async () => {
      const walk = toVerification();
      expect(walk.at(choice)).toEqual({ methods });
      expect(walk.waiting()).toEqual([signing]);
      walk.leave(choice, 'chosen', { method: 'passkey' });
      walk.leave(passkey, 'other');
      walk.leave(choice, 'chosen', { method: 'sms' });
      walk.leave(code, 'other');
      walk.leave(choice, 'chosen', { method: 'totp' });
      walk.leave(code, 'verified');
      walk.after(900);
      walk.at(signing, { isApproved: true });
      walk.leave(signing, 'signed', { signature: '0x' });
      walk.after(1400);
      await walk.ends({ result: { signature: '0x' } });
    },

  '[EMBW-12] a wallet that is connected on the way to a signature asks before it opens': () => {
    const walk = beginWalk(sign, { walletFrameUp: false });
    walk.leave('EMBEDDED_WALLET_CONNECTING_SCREEN', 'failed', { error: refused({ methods: ['passkey'] }) });
    walk.at(passkey, { methods: ['passkey'] });
    expect(walk.waiting()).toEqual([signing, 'EMBEDDED_WALLET_CONNECTING_SCREEN']);
    walk.leave(passkey, 'verified');
    walk.after(900);
    walk.at('EMBEDDED_WALLET_CONNECTING_SCREEN');
  },

  'a change of the recovery: one verification by name opens the wallet and is good for the change': () => {
    const walk = beginWalk({ intent: 'set-recovery', input: {} });
    walk.leave('EMBEDDED_WALLET_CONNECTING_SCREEN', 'failed', { error: refused({ methods: ['totp'] }) });
    expect(walk.at(code)).toEqual({ methods: ['totp'], method: 'totp', purpose: 'set_recovery' });
    walk.leave(code, 'verified');
    walk.after(900);
    walk.at('EMBEDDED_WALLET_CONNECTING_SCREEN');
  },

  '[MFA-18] for its own sake, at once with the only method; who asked hears before the modal is gone':
    async () => {
      const input = { methods: ['sms'], purpose: 'revoke_device' } as const;
      const walk = beginWalk({ intent: 'verify-factor', input: refused(input) });
      expect(walk.at(code)).toEqual({ ...input, method: 'sms' });
      walk.leave(code, 'verified');
      expect(await walk.outcome).toEqual({ ok: true, result: { verified: true } });
      walk.after(1400);
    },

  '[MFA-28] closed before: canceled': async () => {
    const walk = toVerification();
    walk.flow.close('close-press');
    await walk.ends({ code: 'user_rejected_request' });
    expect(await walk.outcome).toMatchObject({ error: { message: 'MFA canceled' } });
  },

  '[MFA-25] closed after the last code, or too late: that': async () => {
    const ends = [
      [code, spent],
      [passkey, late],
    ] as const;
    for (const [screen, reason] of ends) {
      const walk = toVerification({ methods: [screen === code ? 'totp' : 'passkey'] });
      walk.leave(screen, 'ended', { error: reason });
      walk.at(screen);
      walk.flow.close('close-press');
      await walk.ends({ code: reason.code });
    }
  },

  '[MFA-20] not where the host asks, nor where no factor would do': () => {
    const own = beginWalk(sign, { asksForFactors: false });
    own.leave(signing, 'failed', { error: refused({ methods }) });
    own.at('ERROR_SCREEN');
    const none = toVerification({ methods: [] });
    none.at('ERROR_SCREEN');
    const useless = beginWalk({ intent: 'verify-factor', input: refused({ methods: [] }) });
    useless.at('ERROR_SCREEN', { isFinal: true });
  },

  'a lost factor: a backup code opens the wallet': () => {
    const walk = toVerification();
    walk.leave(choice, 'lost');
    walk.leave(lost, 'back');
    walk.leave(choice, 'lost');
    walk.leave(lost, 'backup-code');
    walk.leave(backup, 'ended', { error: spent });
    walk.leave(backup, 'back');
    walk.leave(lost, 'backup-code');
    walk.leave(backup, 'verified');
    walk.after(900);
    walk.at(signing, { isApproved: true });
  },

  'a lost factor: a password proves whose wallet it is, and the factor is replaced': () => {
    const walk = toVerification({ methods: ['passkey'] });
    walk.leave(passkey, 'lost');
    walk.leave(lost, 'password');
    walk.leave(lost, 'back');
    expect(walk.at(lost)).toEqual({ methods: ['passkey'] });
    walk.leave(lost, 'password');
    walk.leave(lost, 'not-proved', { error: new ServiceError('invalid_recovery_pin') });
    walk.leave(lost, 'proved');
    walk.at(flow, { isIntroduced: true });
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
    const walk = toVerification({ methods: ['totp'] });
    walk.leave(code, 'lost');
    walk.leave(lost, 'failed', {
      error: new ServiceError('recent_login_required'),
      again: { isAsking: true },
    });
    walk.leave('CONFIRM_LOGIN_SCREEN', 'confirmed', { confirmed: true });
    walk.at(lost, { isAsking: true });
    walk.leave(lost, 'failed', { error });
    walk.leave('ERROR_SCREEN', 'back');
    walk.leave(lost, 'closed');
  },
};
