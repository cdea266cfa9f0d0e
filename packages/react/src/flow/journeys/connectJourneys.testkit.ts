import type { ConnectedWallet, WalletOption } from '@latchkey/core';
import { ServiceError } from '@latchkey/wire';
import { expect } from 'vitest';
import type { ModalRequest } from '../../request.ts';
import {
  address,
  beginJourney,
  change,
  confirmation,
  error,
  type Journeys,
  user,
} from './journey.testkit.ts';

const login: ModalRequest = { intent: 'login', input: undefined };
const link: ModalRequest = { intent: 'link', input: { method: 'wallet' } };
const option = { id: 'metamask', walletClientType: 'metamask', way: 'connect' } as WalletOption;
const phantom = { id: 'phantom', walletClientType: 'phantom', way: 'install' } as WalletOption;
const onPhone: WalletOption = { ...phantom, way: 'app-link' };
const connected = { address, chainType: 'ethereum' } as ConnectedWallet;
const byWallet = { user, isNewUser: true, loginMethod: 'wallet' } as const;
const screen = 'AWAITING_CONNECTION';
const only = 'AWAITING_CONNECT_ONLY_CONNECTION';
const rejected = new ServiceError('user_rejected_request');
const notPassed = new ServiceError('invalid_captcha', { details: { reason: 'not_passed' } });
const tooOld = new ServiceError('recent_login_required', { details: { purpose: 'account_change' } });
const taken = new ServiceError('account_transfer_required', {
  details: { nonce: 'n', subject: address, account: { displayName: 'Ada' } },
});

export const connectJourneys: Journeys = {
  '[TERMS-06] a login by wallet leads to the terms and the wallet that are due, and closes': async () => {
    const journey = beginJourney(login, { termsDue: true, walletDue: true });
    journey.leave('LANDING', 'more', { part: 'web3-overflow' });
    journey.leave('LANDING', 'wallet', { option });
    expect(journey.at(screen)).toEqual({ act: 'login', option, part: 'web3-overflow' });
    journey.leave(screen, 'verified', byWallet);
    journey.after(1400);
    journey.at('AFFIRMATIVE_CONSENT_SCREEN', { login: byWallet });
    journey.set({ termsDue: false });
    journey.leave('AFFIRMATIVE_CONSENT_SCREEN', 'accepted', { user });
    journey.leave('EMBEDDED_WALLET_ON_ACCOUNT_CREATE_SCREEN', 'created', { address });
    journey.leave('EMBEDDED_WALLET_CREATED_SCREEN', 'done');
    journey.after(2500);
    await journey.ends({ result: byWallet });
    const plain = beginJourney({ intent: 'login', input: { wallet: option } });
    expect(plain.at(screen)).toEqual({ act: 'login', option });
    plain.leave(screen, 'verified', byWallet);
    plain.after(1400);
    await plain.ends({ result: byWallet });
  },

  '[LAND-19] a failed login by wallet stays on its screen, and leads back to the list and to the default view':
    async () => {
      const journey = beginJourney({ intent: 'login', input: { disableSignup: true } });
      journey.leave('LANDING', 'more', { part: 'web3-overflow' });
      journey.leave('LANDING', 'wallet', { option });
      journey.at(screen, { disableSignup: true });
      journey.leave(screen, 'failed', { error: rejected, again: { retries: 1 } });
      journey.at(screen);
      journey.leave(screen, 'back');
      expect(journey.at('LANDING')).toEqual({ part: 'web3-overflow', disableSignup: true });
      journey.leave('LANDING', 'wallet', { option });
      journey.leave(screen, 'failed', { error: new ServiceError('user_does_not_exist') });
      journey.at('ACCOUNT_NOT_FOUND_SCREEN');
      journey.leave('ACCOUNT_NOT_FOUND_SCREEN', 'back');
      expect(journey.at('LANDING')).toEqual({ disableSignup: true });
      journey.flow.close('close-press');
      await journey.ends({ code: 'exited_auth_flow' });
    },

  '[CAPT-06] a wallet stays connected after a captcha, and after going back from it': () => {
    const journey = beginJourney(login, { captchaPending: true });
    journey.leave('LANDING', 'wallet', { option });
    journey.leave(screen, 'failed', { error: notPassed, again: { connected, retries: 1 } });
    journey.set({ captchaPending: false });
    journey.leave('CAPTCHA_SCREEN', 'passed');
    expect(journey.at(screen)).toEqual({ act: 'login', option, connected, retries: 1 });
    const linking = beginJourney(link);
    linking.leave('LINK_WALLET_SCREEN', 'chosen', { option });
    linking.leave(screen, 'failed', { error: notPassed, again: { connected } });
    linking.leave('CAPTCHA_SCREEN', 'back');
    linking.at(screen, { connected });
  },

  '[LINK-14] linking a wallet confirms the login by wallet, moves the account and closes': async () => {
    const journey = beginJourney(link);
    expect(journey.at('LINK_WALLET_SCREEN')).toEqual({ act: 'link' });
    journey.leave('LINK_WALLET_SCREEN', 'chosen', { option });
    journey.leave(screen, 'back');
    journey.leave('LINK_WALLET_SCREEN', 'chosen', { option });
    journey.leave(screen, 'failed', { error: tooOld, again: { connected } });
    const confirms = { purpose: 'account_change' } as const;
    journey.leave('CONFIRM_LOGIN_SCREEN', 'elsewhere', { method: 'wallet' });
    expect(journey.at('LINK_WALLET_SCREEN')).toEqual({ act: 'confirm', confirms });
    journey.leave('LINK_WALLET_SCREEN', 'back');
    journey.leave('CONFIRM_LOGIN_SCREEN', 'elsewhere', { method: 'wallet' });
    journey.leave('LINK_WALLET_SCREEN', 'chosen', { option });
    journey.leave(screen, 'failed', { error: rejected });
    journey.leave(screen, 'back');
    journey.leave('LINK_WALLET_SCREEN', 'chosen', { option });
    journey.leave(screen, 'confirmed', confirmation);
    journey.at(screen, { act: 'link', connected });
    journey.leave(screen, 'failed', { error: taken, again: { connected } });
    journey.at('LINK_CONFLICT_SCREEN', { transfer: expect.objectContaining({ method: 'wallet' }) });
    journey.leave('LINK_CONFLICT_SCREEN', 'transferred', change);
    journey.after(1400);
    await journey.ends({ result: change });
    const plain = beginJourney(link);
    plain.leave('LINK_WALLET_SCREEN', 'chosen', { option });
    plain.leave(screen, 'linked', change);
    plain.after(1400);
    await plain.ends({ result: change });
  },

  'a failure to link a wallet is reported, unless the user went back to the list': async () => {
    const failed = beginJourney(link);
    failed.leave('LINK_WALLET_SCREEN', 'chosen', { option });
    failed.leave(screen, 'failed', { error: rejected });
    failed.flow.close('close-press');
    await failed.ends({ code: 'user_rejected_request' });
    const left = beginJourney(link);
    left.leave('LINK_WALLET_SCREEN', 'chosen', { option });
    left.leave(screen, 'failed', { error: rejected });
    left.leave(screen, 'back');
    left.flow.close('close-press');
    await left.ends({ code: 'exited_link_flow' });
  },

  '[EXTW-16] [EXTW-17] a visitor and a user can connect a wallet without a login, or leave': async () => {
    const connecting: ModalRequest = { intent: 'connect-wallet', input: { walletList: ['metamask'] } };
    const journey = beginJourney(connecting, { authenticated: false });
    expect(journey.at('CONNECT_ONLY_LANDING_SCREEN')).toEqual({ walletList: ['metamask'] });
    journey.leave('CONNECT_ONLY_LANDING_SCREEN', 'chosen', { option });
    journey.leave(only, 'failed', { error });
    journey.leave(only, 'back');
    journey.leave('CONNECT_ONLY_LANDING_SCREEN', 'chosen', { option });
    journey.leave(only, 'connected', { connected });
    journey.after(1400);
    await journey.ends({ result: { connected } });
    const user = beginJourney(connecting);
    user.leave('CONNECT_ONLY_AUTHENTICATED_SCREEN', 'chosen', { option });
    user.leave(only, 'failed', { error: new ServiceError('generic_connect_wallet_error') });
    user.flow.close('close-press');
    await user.ends({ code: 'generic_connect_wallet_error' });
    const gone = beginJourney({ intent: 'connect-wallet', input: undefined });
    gone.flow.close('close-press');
    await gone.ends({ code: 'exited_wallet_flow' });
  },

  '[EXTW-18] a wallet is connected, or a user logs in by code, from one list': async () => {
    const either: ModalRequest = { intent: 'connect-or-create', input: undefined };
    const journey = beginJourney(either, { authenticated: false });
    journey.leave('CONNECT_OR_CREATE', 'more', { part: 'web3-overflow' });
    journey.leave('CONNECT_OR_CREATE', 'back');
    journey.leave('CONNECT_OR_CREATE', 'wallet', { option });
    journey.leave(only, 'back');
    journey.leave('CONNECT_OR_CREATE', 'wallet', { option });
    journey.leave(only, 'connected', { connected });
    journey.after(1400);
    await journey.ends({ result: { connected } });
    const byCode = beginJourney(either);
    const sent = { channel: 'email', recipient: 'ada@host.example' } as const;
    byCode.leave('CONNECT_OR_CREATE', 'failed', { error });
    byCode.leave('ERROR_SCREEN', 'back');
    byCode.leave('CONNECT_OR_CREATE', 'code-sent', sent);
    byCode.leave('AWAITING_PASSWORDLESS_CODE', 'back');
    expect(byCode.at('CONNECT_OR_CREATE')).toEqual({ typed: sent });
    byCode.leave('CONNECT_OR_CREATE', 'code-sent', sent);
    byCode.leave('AWAITING_PASSWORDLESS_CODE', 'verified', { ...byWallet, loginMethod: 'email' });
    byCode.after(1400);
    await byCode.ends({ result: { user } });
    const left = beginJourney(either, { authenticated: false });
    left.flow.close('close-press');
    await left.ends({ code: 'exited_auth_flow' });
  },

  '[EXTW-09] a missing Phantom wallet leads to its installation or its own browser, and back': () => {
    const journey = beginJourney(login);
    journey.leave('LANDING', 'wallet', { option: phantom });
    journey.leave('INSTALL_PHANTOM_SCREEN', 'back');
    journey.leave('LANDING', 'wallet', { option: onPhone });
    journey.leave('PHANTOM_INTERSTITIAL_SCREEN', 'back');
    journey.leave('LANDING', 'wallet', { option: { ...phantom, way: 'connect' } });
    journey.at(screen);
    const only = beginJourney({ intent: 'connect-wallet', input: undefined });
    only.leave('CONNECT_ONLY_AUTHENTICATED_SCREEN', 'chosen', { option: phantom });
    only.leave('INSTALL_PHANTOM_SCREEN', 'back');
    only.at('CONNECT_ONLY_AUTHENTICATED_SCREEN');
    const linking = beginJourney(link);
    linking.leave('LINK_WALLET_SCREEN', 'chosen', { option: onPhone });
    linking.leave('PHANTOM_INTERSTITIAL_SCREEN', 'back');
    expect(linking.at('LINK_WALLET_SCREEN')).toEqual({ act: 'link' });
  },
};
