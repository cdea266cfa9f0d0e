import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import {
  appInputSchema,
  createWalletBodySchema,
  embeddedWalletOf,
  isEmbeddedWallet,
  mfaMethods,
  recoveryMethods,
  toRecoveryMethod,
  userFromWire,
  userSchema,
  type WireUser,
} from './index.ts';

const times = (at: number) => ({ verified_at: at, first_verified_at: at, latest_verified_at: at });

const wireUser: WireUser = {
  id: 'did:privy:abcdefghijklmnopqrstuvwxy',
  created_at: 1_700_000_000,
  linked_accounts: [
    { type: 'email', address: 'a@latchkey.example', ...times(1_700_000_000) },
    {
      type: 'wallet',
      address: '0x52908400098527886E0F7030069857D2E4169EE7',
      chain_type: 'ethereum',
      chain_id: 'eip155:1',
      wallet_client: 'privy',
      wallet_client_type: 'privy',
      connector_type: 'embedded',
      wallet_index: 0,
      imported: false,
      recovery_method: 'privy',
      ...times(1_700_000_100),
    },
  ],
  mfa_methods: [{ type: 'totp', verified_at: 1_700_000_200 }],
  has_accepted_terms: true,
  is_guest: false,
};

describe('userFromWire', () => {
  it('[USER-01, USER-02] userFromWire() converts a user who has an email address and an embedded wallet', () => {
    expect(v.is(userSchema(), wireUser)).toBe(true);
    const user = userFromWire(wireUser);
    expect(user).toMatchObject({
      id: wireUser.id,
      createdAt: new Date(1_700_000_000_000),
      email: { address: 'a@latchkey.example' },
      phone: null,
      wallet: { address: '0x52908400098527886E0F7030069857D2E4169EE7', walletClientType: 'privy' },
      farcaster: null,
      mfaMethods: ['totp'],
      hasAcceptedTerms: true,
      isGuest: false,
    });
    expect(user.linkedAccounts.map((account) => account.type)).toEqual(['email', 'wallet']);
    expect(user.linkedAccounts[0]?.latestVerifiedAt).toEqual(new Date(1_700_000_000_000));
  });

  it('[EMBW-01] isEmbeddedWallet() accepts a wallet account only if its walletClientType is privy', () => {
    const [, wallet] = userFromWire(wireUser).linkedAccounts;
    if (wallet?.type !== 'wallet') throw new Error('no wallet');
    expect(isEmbeddedWallet(wallet)).toBe(true);
    expect(isEmbeddedWallet({ ...wallet, walletClientType: 'metamask' })).toBe(false);
    expect(isEmbeddedWallet({ ...wallet, walletClientType: null, walletClient: 'privy' })).toBe(false);
  });

  it('embeddedWalletOf() ignores wallets with another index than 0, imported wallets and other chains', () => {
    const [, wallet] = userFromWire(wireUser).linkedAccounts;
    if (wallet?.type !== 'wallet') throw new Error('no wallet');
    expect(embeddedWalletOf([{ ...wallet, walletIndex: 1 }], 'ethereum')).toBeNull();
    expect(embeddedWalletOf([{ ...wallet, imported: true }], 'ethereum')).toBeNull();
    expect(embeddedWalletOf([wallet], 'solana')).toBeNull();
  });

  it('userFromWire() drops accounts of types that only a newer server knows', () => {
    const newer = {
      ...wireUser,
      linked_accounts: [{ type: 'retina', ...times(1) }, ...wireUser.linked_accounts],
    };
    expect(userFromWire(newer as unknown as WireUser).linkedAccounts).toHaveLength(2);
  });

  it('userFromWire() adds an account for a guest, for whom the wire has none', () => {
    const guest = userFromWire({ ...wireUser, linked_accounts: [], is_guest: true });
    expect(guest.linkedAccounts).toEqual([{ type: 'guest', latestVerifiedAt: guest.createdAt }]);
  });
});

describe('names of second factors and recovery methods', () => {
  it('[CONST-01] an app accepts exactly sms, totp and passkey as MFA methods', () => {
    expect(mfaMethods).toEqual(['sms', 'totp', 'passkey']);
    const app = (methods: readonly string[]) => v.is(appInputSchema(), { mfa_methods: methods });
    expect(app(mfaMethods)).toBe(true);
    for (const other of ['email', 'SMS', 'webauthn', '']) expect(app([other]), other).toBe(false);
  });

  it("[CONST-02] toRecoveryMethod() and recovery sets read 'automatic' as 'privy', its other name", () => {
    expect([...recoveryMethods].sort()).toEqual(['google-drive', 'icloud', 'privy', 'user-passcode']);
    expect(toRecoveryMethod('automatic')).toBe('privy');
    for (const method of recoveryMethods) expect(toRecoveryMethod(method)).toBe(method);
    for (const other of ['', 'Automatic', 'dropbox', 'constructor'])
      expect(toRecoveryMethod(other)).toBeNull();
    const id = 'A'.repeat(22);
    const parts = { recovery_id: id, recovery_version: 1, auth_part: 'AAAA', ciphertext: 'A'.repeat(16) };
    const set = (method: string) => ({ ...parts, method, recovery_key: 'A'.repeat(43) });
    const { recovery } = createWalletBodySchema().entries;
    expect(v.parse(recovery, set('automatic'))).toEqual(set('privy'));
    expect(v.is(recovery, set('dropbox'))).toBe(false);
  });
});
