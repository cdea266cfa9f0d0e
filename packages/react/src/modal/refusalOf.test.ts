import type { LatchkeyClient } from '@latchkey/core';
import type { WalletAccount } from '@latchkey/wire';
import { describe, expect, it } from 'vitest';
import type { ModalRequest } from '../flow/index.ts';
import { refusalOf } from './refusalOf.ts';

const wallet = (chainType: 'ethereum' | 'solana', more: Partial<WalletAccount> = {}) => ({
  type: 'wallet',
  walletClientType: 'privy',
  imported: false,
  walletIndex: 0,
  recoveryMethod: 'privy',
  chainType,
  address: chainType === 'solana' ? 'So1ana' : '0xab',
  ...more,
});

function refused(wallets: readonly object[], request: ModalRequest) {
  const client = {
    getState: () => ({
      authenticated: true,
      user: { linkedAccounts: wallets },
      settings: { embeddedWallets: { userOwnedRecoveryOptions: ['user-passcode', 'google-drive'] } },
    }),
  } as unknown as LatchkeyClient;
  const error = refusalOf(client, request, false);
  return error && [error.code, error.details?.reason];
}

describe('refusalOf', () => {
  const beside = [wallet('ethereum'), wallet('solana')];
  const set = (input: object) => ({ intent: 'set-recovery', input }) as ModalRequest;

  it('[SOL-02] a user-owned recovery method for a key that a Solana wallet shares is refused before a screen opens', () => {
    const shared = ['not_supported', 'solana_wallet'];
    expect(refused(beside, set({ method: 'user-passcode' }))).toEqual(shared);
    expect(refused(beside, set({ method: 'google-drive' }))).toEqual(shared);
    expect(refused(beside, set({}))).toEqual(shared);
    expect(refused(beside, set({ address: 'So1ana', method: 'user-passcode' }))).toEqual(shared);
    expect(refused(beside, set({ method: 'privy' }))).toBeNull();
  });

  it('if no Solana wallet shares the key, the user-owned recovery methods that the app offers are allowed, and others are refused', () => {
    expect(refused([wallet('ethereum')], set({}))).toBeNull();
    const imported = wallet('ethereum', { imported: true, address: '0xcd' });
    expect(refused([...beside, imported], set({ address: '0xcd', method: 'user-passcode' }))).toBeNull();
    expect(refused([wallet('ethereum')], set({ method: 'icloud' }))).toEqual([
      'not_supported',
      'recovery_method',
    ]);
  });

  it('[EMBW-04] a second embedded Ethereum wallet is refused before a screen opens, and a first one is allowed', () => {
    const create: ModalRequest = { intent: 'create-wallet', input: undefined };
    expect(refused([wallet('ethereum')], create)).toEqual(['embedded_wallet_already_exists', undefined]);
    expect(refused([], create)).toBeNull();
    expect(refused([wallet('solana'), wallet('ethereum', { imported: true })], create)).toBeNull();
  });
});
