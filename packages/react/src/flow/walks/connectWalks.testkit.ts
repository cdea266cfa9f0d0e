import type { ConnectedWallet, WalletOption } from '@latchkey/core/startup';
import { ServiceError } from '@latchkey/wire';
import { expect } from 'vitest';
import type { ModalRequest } from '../../request.ts';
import { address, beginWalk, change, confirmation, error, user, type Walks } from './walk.testkit.ts';

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

export const connectWalks: Walks = {
  '[TERMS-06] a login by a wallet, to terms, the wallet that is due, and out': async () => {
    const walk = beginWalk(login, { termsDue: true, walletDue: true });
    walk.leave('LANDING', 'more', { part: 'web3-overflow' });
    walk.leave('LANDING', 'wallet', { option });
    expect(walk.at(screen)).toEqual({ act: 'login', option, part: 'web3-overflow' });
    walk.leave(screen, 'verified', byWallet);
    walk.after(1400);
    walk.at('AFFIRMATIVE_CONSENT_SCREEN', { login: byWallet });
    walk.set({ termsDue: false });
    walk.leave('AFFIRMATIVE_CONSENT_SCREEN', 'accepted', { user });
    walk.leave('EMBEDDED_WALLET_ON_ACCOUNT_CREATE_SCREEN', 'created', { address });
    walk.leave('EMBEDDED_WALLET_CREATED_SCREEN', 'done');
    walk.after(2500);
    await walk.ends({ result: byWallet });
    const plain = beginWalk({ intent: 'login', input: { wallet: option } });
    expect(plain.at(screen)).toEqual({ act: 'login', option });
    plain.leave(screen, 'verified', byWallet);
    plain.after(1400);
    await plain.ends({ result: byWallet });
  },

  '[LAND-19] a login by a wallet that fails where it is on, and goes back to the list and to the default view':
    async () => {
      const walk = beginWalk({ intent: 'login', input: { disableSignup: true } });
      walk.leave('LANDING', 'more', { part: 'web3-overflow' });
      walk.leave('LANDING', 'wallet', { option });
      walk.at(screen, { disableSignup: true });
      walk.leave(screen, 'failed', { error: rejected, again: { retries: 1 } });
      walk.at(screen);
      walk.leave(screen, 'back');
      expect(walk.at('LANDING')).toEqual({ part: 'web3-overflow', disableSignup: true });
      walk.leave('LANDING', 'wallet', { option });
      walk.leave(screen, 'failed', { error: new ServiceError('user_does_not_exist') });
      walk.at('ACCOUNT_NOT_FOUND_SCREEN');
      walk.leave('ACCOUNT_NOT_FOUND_SCREEN', 'back');
      expect(walk.at('LANDING')).toEqual({ disableSignup: true });
      walk.flow.close('close-press');
      await walk.ends({ code: 'exited_auth_flow' });
    },

  '[CAPT-06] a login and a link by a wallet that is connected, to the captcha and on with the same wallet':
    () => {
      const walk = beginWalk(login, { captchaPending: true });
      walk.leave('LANDING', 'wallet', { option });
      walk.leave(screen, 'failed', { error: notPassed, again: { connected, retries: 1 } });
      walk.set({ captchaPending: false });
      walk.leave('CAPTCHA_SCREEN', 'passed');
      expect(walk.at(screen)).toEqual({ act: 'login', option, connected, retries: 1 });
      const linking = beginWalk(link);
      linking.leave('LINK_WALLET_SCREEN', 'chosen', { option });
      linking.leave(screen, 'failed', { error: notPassed, again: { connected } });
      linking.leave('CAPTCHA_SCREEN', 'back');
      linking.at(screen, { connected });
    },

  '[LINK-14] a link by a wallet: confirmed by another one, moved, and out': async () => {
    const walk = beginWalk(link);
    expect(walk.at('LINK_WALLET_SCREEN')).toEqual({ act: 'link' });
    walk.leave('LINK_WALLET_SCREEN', 'chosen', { option });
    walk.leave(screen, 'back');
    walk.leave('LINK_WALLET_SCREEN', 'chosen', { option });
    walk.leave(screen, 'failed', { error: tooOld, again: { connected } });
    const confirms = { purpose: 'account_change' } as const;
    walk.leave('CONFIRM_LOGIN_SCREEN', 'elsewhere', { method: 'wallet' });
    expect(walk.at('LINK_WALLET_SCREEN')).toEqual({ act: 'confirm', confirms });
    walk.leave('LINK_WALLET_SCREEN', 'back');
    walk.leave('CONFIRM_LOGIN_SCREEN', 'elsewhere', { method: 'wallet' });
    walk.leave('LINK_WALLET_SCREEN', 'chosen', { option });
    walk.leave(screen, 'failed', { error: rejected });
    walk.leave(screen, 'back');
    walk.leave('LINK_WALLET_SCREEN', 'chosen', { option });
    walk.leave(screen, 'confirmed', confirmation);
    walk.at(screen, { act: 'link', connected });
    walk.leave(screen, 'failed', { error: taken, again: { connected } });
    walk.at('LINK_CONFLICT_SCREEN', { transfer: expect.objectContaining({ method: 'wallet' }) });
    walk.leave('LINK_CONFLICT_SCREEN', 'transferred', change);
    walk.after(1400);
    await walk.ends({ result: change });
    const plain = beginWalk(link);
    plain.leave('LINK_WALLET_SCREEN', 'chosen', { option });
    plain.leave(screen, 'linked', change);
    plain.after(1400);
    await plain.ends({ result: change });
  },

  'a link by a wallet that failed, which is told, or was left for the list, which is not': async () => {
    const failed = beginWalk(link);
    failed.leave('LINK_WALLET_SCREEN', 'chosen', { option });
    failed.leave(screen, 'failed', { error: rejected });
    failed.flow.close('close-press');
    await failed.ends({ code: 'user_rejected_request' });
    const left = beginWalk(link);
    left.leave('LINK_WALLET_SCREEN', 'chosen', { option });
    left.leave(screen, 'failed', { error: rejected });
    left.leave(screen, 'back');
    left.flow.close('close-press');
    await left.ends({ code: 'exited_link_flow' });
  },

  '[EXTW-16] [EXTW-17] a wallet that is connected alone, by a visitor and by a user': async () => {
    const connecting: ModalRequest = { intent: 'connect-wallet', input: { walletList: ['metamask'] } };
    const walk = beginWalk(connecting, { authenticated: false });
    expect(walk.at('CONNECT_ONLY_LANDING_SCREEN')).toEqual({ walletList: ['metamask'] });
    walk.leave('CONNECT_ONLY_LANDING_SCREEN', 'chosen', { option });
    walk.leave(only, 'failed', { error });
    walk.leave(only, 'back');
    walk.leave('CONNECT_ONLY_LANDING_SCREEN', 'chosen', { option });
    walk.leave(only, 'connected', { connected });
    walk.after(1400);
    await walk.ends({ result: { connected } });
    const user = beginWalk(connecting);
    user.leave('CONNECT_ONLY_AUTHENTICATED_SCREEN', 'chosen', { option });
    user.leave(only, 'failed', { error: new ServiceError('generic_connect_wallet_error') });
    user.flow.close('close-press');
    await user.ends({ code: 'generic_connect_wallet_error' });
    const gone = beginWalk({ intent: 'connect-wallet', input: undefined });
    gone.flow.close('close-press');
    await gone.ends({ code: 'exited_wallet_flow' });
  },

  '[EXTW-18] a wallet that is connected, or an account that is made, from one list': async () => {
    const either: ModalRequest = { intent: 'connect-or-create', input: undefined };
    const walk = beginWalk(either, { authenticated: false });
    walk.leave('CONNECT_OR_CREATE', 'more', { part: 'web3-overflow' });
    walk.leave('CONNECT_OR_CREATE', 'back');
    walk.leave('CONNECT_OR_CREATE', 'wallet', { option });
    walk.leave(only, 'back');
    walk.leave('CONNECT_OR_CREATE', 'wallet', { option });
    walk.leave(only, 'connected', { connected });
    walk.after(1400);
    await walk.ends({ result: { connected } });
    const byCode = beginWalk(either);
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
    const left = beginWalk(either, { authenticated: false });
    left.flow.close('close-press');
    await left.ends({ code: 'exited_auth_flow' });
  },

  '[EXTW-09] Phantom, which is not there: to where it is had, or to its own browser, and back': () => {
    const walk = beginWalk(login);
    walk.leave('LANDING', 'wallet', { option: phantom });
    walk.leave('INSTALL_PHANTOM_SCREEN', 'back');
    walk.leave('LANDING', 'wallet', { option: onPhone });
    walk.leave('PHANTOM_INTERSTITIAL_SCREEN', 'back');
    walk.leave('LANDING', 'wallet', { option: { ...phantom, way: 'connect' } });
    walk.at(screen);
    const only = beginWalk({ intent: 'connect-wallet', input: undefined });
    only.leave('CONNECT_ONLY_AUTHENTICATED_SCREEN', 'chosen', { option: phantom });
    only.leave('INSTALL_PHANTOM_SCREEN', 'back');
    only.at('CONNECT_ONLY_AUTHENTICATED_SCREEN');
    const linking = beginWalk(link);
    linking.leave('LINK_WALLET_SCREEN', 'chosen', { option: onPhone });
    linking.leave('PHANTOM_INTERSTITIAL_SCREEN', 'back');
    expect(linking.at('LINK_WALLET_SCREEN')).toEqual({ act: 'link' });
  },
};
