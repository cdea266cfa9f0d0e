import { type RecoveryMethod, ServiceError, type WalletAccount } from '@latchkey/wire';
import { expect } from 'vitest';
import type { ModalRequest } from '../../request.ts';
import type { Facts } from '../road.ts';
import { address, beginWalk, confirmation, error, type Walk, type Walks } from './walk.testkit.ts';

const wallet = { type: 'wallet', address, recoveryMethod: 'privy' } as WalletAccount;
const connecting = 'EMBEDDED_WALLET_CONNECTING_SCREEN';
const signing = 'EMBEDDED_WALLET_SIGN_REQUEST_SCREEN';
const exporting = 'EMBEDDED_WALLET_KEY_EXPORT_SCREEN';
const creating = 'EMBEDDED_WALLET_ON_ACCOUNT_CREATE_SCREEN';
const password = 'EMBEDDED_WALLET_PASSWORD_CREATE_SCREEN';
const update = 'EMBEDDED_WALLET_PASSWORD_UPDATE_SCREEN';
const splash = 'EMBEDDED_WALLET_PASSWORD_UPDATE_SPLASH_SCREEN';
const selection = 'EMBEDDED_WALLET_RECOVERY_SELECTION_SCREEN';
const cloud = 'EMBEDDED_WALLET_RECOVERY_OAUTH_SCREEN';
const automatic = 'EMBEDDED_WALLET_SET_AUTOMATIC_RECOVERY_SCREEN';
const recovery = 'EMBEDDED_WALLET_PASSWORD_RECOVERY_SCREEN';
const passkeys = 'RECOVERY_PASSKEYS_SCREEN';
const lost = new ServiceError('wallet_not_on_device');
const tooOld = new ServiceError('recent_login_required', { details: { key: 'k'.repeat(43) } });
const signature = { signature: '0x5197' } as const;

const sign: ModalRequest = { intent: 'sign', input: { method: 'personal_sign', data: 'Hello', address } };
const create: ModalRequest = { intent: 'create-wallet', input: undefined };
const setting = (method?: RecoveryMethod): ModalRequest => ({
  intent: 'set-recovery',
  input: method ? { method } : {},
});
const options = (...of: Facts['recovery']['options']): Partial<Facts> => ({
  recovery: { options: of, isRequired: true, isPasswordRequired: false },
});
const recoveredBy = (recoveryMethod: RecoveryMethod): Partial<Facts> => ({
  findWallet: () => ({ ...wallet, recoveryMethod }),
});

export const signWalks: Walks = {
  'signed, out 1.4 s later; rejected': async () => {
    const walk = beginWalk(sign);
    walk.leave(signing, 'signed', signature);
    walk.after(1400);
    await walk.ends({ result: signature });
    const rejected = beginWalk(sign);
    rejected.leave(signing, 'rejected');
    await rejected.ends({ code: 'user_rejected_request' });
  },

  'a locked wallet, recovered by its password after a wrong one, and an old login: signed by one press':
    async () => {
      const walk = beginWalk(sign, recoveredBy('user-passcode'));
      const again = { isApproved: true };
      walk.leave(signing, 'failed', { error: lost, again });
      walk.leave(connecting, 'failed', { error: lost });
      walk.leave(recovery, 'failed', { error });
      walk.leave(recovery, 'recovered', { wallet });
      walk.at(signing, again);
      walk.leave(signing, 'signed', signature);
      walk.after(1400);
      await walk.ends({ result: signature });
    },

  'a signature that fails is asked anew': () => {
    const walk = beginWalk(sign);
    walk.leave(signing, 'failed', { error, again: { isApproved: true } });
    walk.leave('ERROR_SCREEN', 'back');
    expect(walk.at(signing)).toEqual({ request: sign.input });
  },

  'a frame that is not up: connected first, after an error, and then read': () => {
    const walk = beginWalk(sign, { walletFrameUp: false });
    walk.leave(connecting, 'failed', { error });
    walk.leave('ERROR_SCREEN', 'back');
    walk.leave(connecting, 'connected', { wallet });
    walk.at(signing);
  },
};

/** From the beginning of the password wizard to where it works. */
function choosePassword(walk: Walk, screen: typeof password | typeof update): void {
  walk.leave(screen, 'chosen', { password: 'abcdef' });
  walk.at(screen, { step: 'saving', password: 'abcdef' });
  walk.leave(screen, 'saved');
  walk.leave(screen, 'confirmed');
  walk.leave(screen, 'back');
  walk.at(screen, { step: 'confirming' });
  walk.leave(screen, 'confirmed');
  walk.leave(screen, 'submitted');
  walk.at(screen, { step: 'finalizing', isBusy: true });
}

export const createWalks: Walks = {
  'a wallet for its own sake, confirmed for and tried again': async () => {
    const walk = beginWalk(create);
    walk.leave(creating, 'failed', { error: tooOld });
    walk.leave('CONFIRM_LOGIN_SCREEN', 'confirmed', confirmation);
    walk.leave(creating, 'created', { address });
    walk.leave('EMBEDDED_WALLET_CREATED_SCREEN', 'done');
    walk.after(2500);
    await walk.ends({ result: { address } });
  },

  'a wallet with a password, after an error': async () => {
    const walk = beginWalk(create, options('user-passcode'));
    choosePassword(walk, password);
    walk.leave(password, 'failed', { error });
    walk.at(password, { error, isBusy: false });
    walk.leave(password, 'submitted');
    walk.leave(password, 'done', { wallet });
    walk.at(password, { step: 'done', password: '', wallet });
    walk.leave(password, 'finished');
    await walk.ends({ result: { address } });
  },

  'a wallet with a password that the app wants at login, out 1.4 s after it is done': async () => {
    const result = { user: { id: 'did:privy:test' }, isNewUser: true, loginMethod: 'email' } as never;
    const walk = beginWalk(
      { intent: 'login', input: undefined },
      { ...options('user-passcode'), walletDue: true },
    );
    walk.leave('LANDING', 'passkey-used', result);
    walk.after(1400);
    choosePassword(walk, password);
    walk.leave(password, 'done', { wallet });
    walk.leave(password, 'finished');
    walk.after(1400);
    await walk.ends({ result });
  },

  'a wallet with a backup in a cloud, chosen, gone back from, refused and done': async () => {
    const walk = beginWalk(create, options('google-drive', 'icloud'));
    walk.leave(selection, 'chosen', { method: 'icloud' });
    walk.leave(cloud, 'back');
    walk.leave(selection, 'chosen', { method: 'google-drive' });
    walk.leave(cloud, 'failed', { error });
    walk.at(cloud, { method: 'google-drive' });
    walk.leave(cloud, 'done', { wallet });
    walk.at('EMBEDDED_WALLET_CREATED_SCREEN', { address });
  },
};

/** Unlocks the wallet whose backup is to be changed. */
function unlocked(request: ModalRequest, facts: Partial<Facts> = {}): Walk {
  const walk = beginWalk(request, facts);
  walk.leave(connecting, 'connected', { wallet });
  return walk;
}

export const recoveryWalks: Walks = {
  'a wallet back to automatic recovery, after an error and an old login, out 1.4 s later': async () => {
    const walk = unlocked(setting('privy'));
    walk.leave(automatic, 'failed', { error });
    walk.leave('ERROR_SCREEN', 'back');
    walk.leave(automatic, 'failed', { error: tooOld });
    walk.leave('CONFIRM_LOGIN_SCREEN', 'confirmed', confirmation);
    walk.leave(automatic, 'done', { wallet });
    walk.after(1400);
    await walk.ends({ result: { method: 'privy', wallet } });
  },

  'a wallet with a password from now on, by the splash; later': async () => {
    const walk = unlocked(setting(), options('user-passcode'));
    walk.leave(splash, 'continued');
    choosePassword(walk, update);
    walk.leave(update, 'failed', { error });
    walk.leave(update, 'submitted');
    walk.leave(update, 'done', { wallet });
    walk.leave(update, 'finished');
    await walk.ends({ result: { method: 'user-passcode', wallet } });
    const later = unlocked(setting(), options('user-passcode'));
    later.leave(splash, 'later');
    await later.ends({ code: 'user_exited_set_password_flow' });
  },

  'a wallet with a backup in a cloud from now on, out 1.4 s later': async () => {
    const walk = unlocked(setting('google-drive'), options('google-drive'));
    walk.leave(cloud, 'done', { wallet });
    walk.after(1400);
    await walk.ends({ result: { method: 'google-drive', wallet } });
  },

  'a wallet recovered for its own sake: by its password, or from a cloud after its passkey failed':
    async () => {
      const recover: ModalRequest = { intent: 'recover', input: {} };
      const byPassword = beginWalk(recover, recoveredBy('user-passcode'));
      byPassword.leave(connecting, 'failed', { error: lost });
      byPassword.leave(recovery, 'recovered', { wallet });
      byPassword.after(1400);
      await byPassword.ends({ result: { wallet } });
      const fromCloud = beginWalk(recover, recoveredBy('icloud'));
      fromCloud.leave(connecting, 'failed', { error: lost });
      fromCloud.leave(cloud, 'passkey-failed', { error });
      fromCloud.leave(cloud, 'done', { wallet });
      fromCloud.after(1400);
      await fromCloud.ends({ result: { wallet } });
    },

  'the passkeys of a wallet, looked at and changed': async () => {
    const walk = beginWalk({ intent: 'recovery-passkeys', input: { address } });
    walk.leave(passkeys, 'failed', { error });
    walk.leave(passkeys, 'changed');
    walk.leave(passkeys, 'failed', { error: tooOld });
    walk.leave('CONFIRM_LOGIN_SCREEN', 'confirmed', confirmation);
    walk.at(passkeys, { address });
    walk.flow.close('close-press');
    await walk.ends({ result: {} });
  },

  'a key that is shown, after an error, an old login and a lost wallet, and put away': async () => {
    const walk = beginWalk({ intent: 'export-wallet', input: { address } });
    const again = { isWarned: true };
    walk.leave(exporting, 'failed', { error, again });
    walk.leave('ERROR_SCREEN', 'back');
    expect(walk.at(exporting)).toEqual({ address });
    walk.leave(exporting, 'failed', { error: tooOld, again });
    walk.leave('CONFIRM_LOGIN_SCREEN', 'confirmed', confirmation);
    walk.leave(exporting, 'failed', { error: lost, again });
    walk.leave(connecting, 'connected', { wallet });
    expect(walk.at(exporting)).toEqual({ address, isWarned: true });
    walk.leave(exporting, 'done');
    await walk.ends({ result: {} });
  },
};
