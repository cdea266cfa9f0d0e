import { type RecoveryMethod, ServiceError, type WalletAccount } from '@latchkey/wire';
import { expect } from 'vitest';
import type { ModalRequest } from '../../request.ts';
import type { FlowFacts } from '../transition.ts';
import {
  address,
  beginJourney,
  confirmation,
  error,
  type Journey,
  type Journeys,
} from './journey.testkit.ts';

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
const options = (...of: FlowFacts['recovery']['options']): Partial<FlowFacts> => ({
  recovery: { options: of, isRequired: true, isPasswordRequired: false },
});
const recoveredBy = (recoveryMethod: RecoveryMethod): Partial<FlowFacts> => ({
  findWallet: () => ({ ...wallet, recoveryMethod }),
});

export const signJourneys: Journeys = {
  'a wallet signs and closes 1.4 s later, or the user rejects the request': async () => {
    const journey = beginJourney(sign);
    journey.leave(signing, 'signed', signature);
    journey.after(1400);
    await journey.ends({ result: signature });
    const rejected = beginJourney(sign);
    rejected.leave(signing, 'rejected');
    await rejected.ends({ code: 'user_rejected_request' });
  },

  'a wallet signs with one click after its password recovered it at the second try': async () => {
    const journey = beginJourney(sign, recoveredBy('user-passcode'));
    const again = { isApproved: true };
    journey.leave(signing, 'failed', { error: lost, again });
    journey.leave(connecting, 'failed', { error: lost });
    journey.leave(recovery, 'failed', { error });
    journey.leave(recovery, 'recovered', { wallet });
    journey.at(signing, again);
    journey.leave(signing, 'signed', signature);
    journey.after(1400);
    await journey.ends({ result: signature });
  },

  'a sign request is shown again after a signature failed': () => {
    const journey = beginJourney(sign);
    journey.leave(signing, 'failed', { error, again: { isApproved: true } });
    journey.leave('ERROR_SCREEN', 'back');
    expect(journey.at(signing)).toEqual({ request: sign.input });
  },

  'a sign request connects the wallet first if the frame is not loaded, after an error too': () => {
    const journey = beginJourney(sign, { walletFrameUp: false });
    journey.leave(connecting, 'failed', { error });
    journey.leave('ERROR_SCREEN', 'back');
    journey.leave(connecting, 'connected', { wallet });
    journey.at(signing);
  },
};

/** Goes through the password wizard until it submits. */
function choosePassword(journey: Journey, screen: typeof password | typeof update): void {
  journey.leave(screen, 'chosen', { password: 'abcdef' });
  journey.at(screen, { step: 'saving', password: 'abcdef' });
  journey.leave(screen, 'saved');
  journey.leave(screen, 'confirmed');
  journey.leave(screen, 'back');
  journey.at(screen, { step: 'confirming' });
  journey.leave(screen, 'confirmed');
  journey.leave(screen, 'submitted');
  journey.at(screen, { step: 'finalizing', isBusy: true });
}

export const createJourneys: Journeys = {
  'a wallet is created on request, after the login was confirmed': async () => {
    const journey = beginJourney(create);
    journey.leave(creating, 'failed', { error: tooOld });
    journey.leave('CONFIRM_LOGIN_SCREEN', 'confirmed', confirmation);
    journey.leave(creating, 'created', { address });
    journey.leave('EMBEDDED_WALLET_CREATED_SCREEN', 'done');
    journey.after(2500);
    await journey.ends({ result: { address } });
  },

  'a wallet is created with a password, after an error': async () => {
    const journey = beginJourney(create, options('user-passcode'));
    choosePassword(journey, password);
    journey.leave(password, 'failed', { error });
    journey.at(password, { error, isBusy: false });
    journey.leave(password, 'submitted');
    journey.leave(password, 'done', { wallet });
    journey.at(password, { step: 'done', password: '', wallet });
    journey.leave(password, 'finished');
    await journey.ends({ result: { address } });
  },

  'a wallet is created with the password that the app requires; the modal closes 1.4 s later': async () => {
    const result = { user: { id: 'did:privy:test' }, isNewUser: true, loginMethod: 'email' } as never;
    const journey = beginJourney(
      { intent: 'login', input: undefined },
      { ...options('user-passcode'), walletDue: true },
    );
    journey.leave('LANDING', 'passkey-used', result);
    journey.after(1400);
    choosePassword(journey, password);
    journey.leave(password, 'done', { wallet });
    journey.leave(password, 'finished');
    journey.after(1400);
    await journey.ends({ result });
  },

  'a wallet is created with a backup in a cloud, after going back and after a failure': async () => {
    const journey = beginJourney(create, options('google-drive', 'icloud'));
    journey.leave(selection, 'chosen', { method: 'icloud' });
    journey.leave(cloud, 'back');
    journey.leave(selection, 'chosen', { method: 'google-drive' });
    journey.leave(cloud, 'failed', { error });
    journey.at(cloud, { method: 'google-drive' });
    journey.leave(cloud, 'done', { wallet });
    journey.at('EMBEDDED_WALLET_CREATED_SCREEN', { address });
  },
};

function unlocked(request: ModalRequest, facts: Partial<FlowFacts> = {}): Journey {
  const journey = beginJourney(request, facts);
  journey.leave(connecting, 'connected', { wallet });
  return journey;
}

export const recoveryJourneys: Journeys = {
  'a wallet returns to automatic recovery, after an error and an old login, and closes': async () => {
    const journey = unlocked(setting('privy'));
    journey.leave(automatic, 'failed', { error });
    journey.leave('ERROR_SCREEN', 'back');
    journey.leave(automatic, 'failed', { error: tooOld });
    journey.leave('CONFIRM_LOGIN_SCREEN', 'confirmed', confirmation);
    journey.leave(automatic, 'done', { wallet });
    journey.after(1400);
    await journey.ends({ result: { method: 'privy', wallet } });
  },

  'a wallet gets a password after the splash, or the user postpones it': async () => {
    const journey = unlocked(setting(), options('user-passcode'));
    journey.leave(splash, 'continued');
    choosePassword(journey, update);
    journey.leave(update, 'failed', { error });
    journey.leave(update, 'submitted');
    journey.leave(update, 'done', { wallet });
    journey.leave(update, 'finished');
    await journey.ends({ result: { method: 'user-passcode', wallet } });
    const later = unlocked(setting(), options('user-passcode'));
    later.leave(splash, 'later');
    await later.ends({ code: 'user_exited_set_password_flow' });
  },

  'a wallet gets a backup in a cloud, and the modal closes 1.4 s later': async () => {
    const journey = unlocked(setting('google-drive'), options('google-drive'));
    journey.leave(cloud, 'done', { wallet });
    journey.after(1400);
    await journey.ends({ result: { method: 'google-drive', wallet } });
  },

  'a wallet is recovered on request, by password, or from a cloud after its passkey failed': async () => {
    const recover: ModalRequest = { intent: 'recover', input: {} };
    const byPassword = beginJourney(recover, recoveredBy('user-passcode'));
    byPassword.leave(connecting, 'failed', { error: lost });
    byPassword.leave(recovery, 'recovered', { wallet });
    byPassword.after(1400);
    await byPassword.ends({ result: { wallet } });
    const fromCloud = beginJourney(recover, recoveredBy('icloud'));
    fromCloud.leave(connecting, 'failed', { error: lost });
    fromCloud.leave(cloud, 'passkey-failed', { error });
    fromCloud.leave(cloud, 'done', { wallet });
    fromCloud.after(1400);
    await fromCloud.ends({ result: { wallet } });
  },

  'the passkeys of a wallet are listed and changed': async () => {
    const journey = beginJourney({ intent: 'recovery-passkeys', input: { address } });
    journey.leave(passkeys, 'failed', { error });
    journey.leave(passkeys, 'changed');
    journey.leave(passkeys, 'failed', { error: tooOld });
    journey.leave('CONFIRM_LOGIN_SCREEN', 'confirmed', confirmation);
    journey.at(passkeys, { address });
    journey.flow.close('close-press');
    await journey.ends({ result: {} });
  },

  "the export of a wallet's key continues after an error, an old login and a lost wallet": async () => {
    const journey = beginJourney({ intent: 'export-wallet', input: { address } });
    const again = { isWarned: true };
    journey.leave(exporting, 'failed', { error, again });
    journey.leave('ERROR_SCREEN', 'back');
    expect(journey.at(exporting)).toEqual({ address });
    journey.leave(exporting, 'failed', { error: tooOld, again });
    journey.leave('CONFIRM_LOGIN_SCREEN', 'confirmed', confirmation);
    journey.leave(exporting, 'failed', { error: lost, again });
    journey.leave(connecting, 'connected', { wallet });
    expect(journey.at(exporting)).toEqual({ address, isWarned: true });
    journey.leave(exporting, 'done');
    await journey.ends({ result: {} });
  },
};
