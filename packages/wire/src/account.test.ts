import * as v from 'valibot';
import { expect, test } from 'vitest';
import {
  linkedAccountSchema,
  loginMethodOf,
  userFromWire,
  userSchema,
  type WireAccount,
  type WireUser,
} from './index.ts';

const at = 1_700_000_000;
const times = { verified_at: at, first_verified_at: at, latest_verified_at: at + 60 };
const profile = { subject: '42', email: 'a@x.example', name: 'Ada', username: 'ada' };

/** Accounts in the wire's form, of every type except `guest` and `oidc_oauth`. */
const accounts: WireAccount[] = [
  { type: 'email', address: 'a@x.example', ...times },
  { type: 'phone', phoneNumber: '+12015550123', ...times },
  {
    type: 'wallet',
    address: '0x52908400098527886E0F7030069857D2E4169EE7',
    chain_type: 'ethereum',
    wallet_client: 'unknown',
    wallet_client_type: 'metamask',
    ...times,
  },
  {
    type: 'passkey',
    credential_id: 'cred',
    enrolled_in_mfa: true,
    authenticator_name: 'Key',
    created_with_browser: 'Firefox',
    created_with_os: 'Linux',
    ...times,
  },
  {
    type: 'cross_app',
    subject: 'did:privy:other',
    provider_app_id: 'provider',
    embedded_wallets: [{ address: '0x1' }],
    smart_wallets: [],
    ...times,
  },
  { type: 'telegram', telegram_user_id: '7', first_name: 'Ada', photo_url: 'https://x.example/a', ...times },
  {
    type: 'farcaster',
    fid: 3,
    owner_address: '0x2',
    display_name: 'Ada',
    signer_public_key: '0x3',
    ...times,
  },
  { type: 'custom_auth', custom_user_id: 'u-1', ...times },
  { type: 'google_oauth', ...profile, ...times },
  { type: 'twitter_oauth', subject: '42', profile_picture_url: 'https://x.example/p', ...times },
  { type: 'discord_oauth', ...profile, ...times },
  { type: 'github_oauth', ...profile, ...times },
  { type: 'spotify_oauth', ...profile, ...times },
  { type: 'instagram_oauth', subject: '42', username: 'ada', ...times },
  { type: 'tiktok_oauth', subject: '42', username: 'ada', ...times },
  { type: 'linkedin_oauth', ...profile, vanity_name: 'ada-l', ...times },
  { type: 'apple_oauth', subject: '42', email: 'a@x.example', ...times },
];

const wireUser = (linked: WireAccount[], isGuest = false): WireUser => ({
  id: 'did:privy:abcdefghijklmnopqrstuvwxy',
  created_at: at,
  linked_accounts: linked,
  mfa_methods: [],
  has_accepted_terms: false,
  is_guest: isGuest,
});

const everyType = [
  ...['wallet', 'email', 'phone', 'passkey', 'cross_app', 'telegram', 'farcaster', 'custom_auth', 'guest'],
  ...['google', 'twitter', 'discord', 'github', 'spotify', 'instagram', 'tiktok', 'linkedin', 'apple'].map(
    (provider) => `${provider}_oauth`,
  ),
];

test('[SIWE-04] a wallet account has its chain type, chain id, client, connector and recovery method', () => {
  const wallet = {
    type: 'wallet' as const,
    address: '0x1',
    chain_id: 'eip155:1',
    wallet_client: 'privy',
    wallet_client_type: 'privy',
    connector_type: 'embedded',
    imported: true,
    ...times,
  };
  for (const chain_type of ['ethereum', 'solana'] as const) {
    for (const recovery_method of ['privy', 'user-passcode', 'google-drive', 'icloud'] as const) {
      const account = { ...wallet, chain_type, recovery_method };
      expect(v.is(linkedAccountSchema(), account)).toBe(true);
      expect(userFromWire(wireUser([account])).linkedAccounts).toMatchObject([
        {
          address: '0x1',
          chainType: chain_type,
          chainId: 'eip155:1',
          walletClient: 'privy',
          walletClientType: 'privy',
          connectorType: 'embedded',
          imported: true,
          recoveryMethod: recovery_method,
        },
      ]);
    }
    expect(v.is(linkedAccountSchema(), { ...wallet, chain_type, recovery_method: 'paper' })).toBe(false);
  }
  expect(v.is(linkedAccountSchema(), { ...wallet, chain_type: 'bitcoin' })).toBe(false);
});

test('[USER-03] [PASS-07] accounts of every type but oidc_oauth reach the client, in the client’s spelling', () => {
  expect(v.is(userSchema(), wireUser(accounts))).toBe(true);
  const { linkedAccounts } = userFromWire(wireUser(accounts, true));
  expect(linkedAccounts.map(({ type }) => type).sort()).toEqual([...everyType].sort());
  const one = (type: string) => linkedAccounts.find((account) => account.type === type);
  for (const { latestVerifiedAt, type } of linkedAccounts) {
    expect(latestVerifiedAt, type).toEqual(new Date((type === 'guest' ? at : at + 60) * 1000));
  }
  expect(one('phone')).toMatchObject({ number: '+12015550123' });
  expect(one('wallet')).toMatchObject({ walletClientType: 'metamask', imported: false, chainId: null });
  expect(one('passkey')).toEqual({
    type: 'passkey',
    credentialId: 'cred',
    enrolledInMfa: true,
    authenticatorName: 'Key',
    createdWithBrowser: 'Firefox',
    createdWithOs: 'Linux',
    verifiedAt: new Date(at * 1000),
    firstVerifiedAt: new Date(at * 1000),
    latestVerifiedAt: new Date((at + 60) * 1000),
  });
  expect(one('cross_app')).toMatchObject({
    providerApp: { id: 'provider' },
    embeddedWallets: [{ address: '0x1' }],
  });
  expect(one('telegram')).toMatchObject({ telegramUserId: '7', firstName: 'Ada' });
  expect(one('farcaster')).toMatchObject({ fid: 3, ownerAddress: '0x2', signerPublicKey: '0x3' });
  expect(one('custom_auth')).toMatchObject({ customUserId: 'u-1' });
  expect(one('google_oauth')).toMatchObject({ subject: '42', email: 'a@x.example', name: 'Ada' });
  expect(one('twitter_oauth')).toMatchObject({ profilePictureUrl: 'https://x.example/p' });
  expect(one('linkedin_oauth')).toMatchObject({ vanityName: 'ada-l' });
});

test('[USER-01] the user’s phone and farcaster are taken from the linked accounts', () => {
  const user = userFromWire(wireUser(accounts));
  expect(user.phone).toEqual({ number: '+12015550123' });
  expect(user.farcaster).toEqual({ fid: 3, signerPublicKey: '0x3' });
});

test.each(accounts)(
  '[USER-03] the schema refuses an account of type $type without the field that identifies it',
  (account) => {
    const [field] = Object.keys(account).filter((key) => key !== 'type' && !(key in times));
    const { [field as 'type']: _, ...lacking } = account;
    expect(v.is(linkedAccountSchema(), account)).toBe(true);
    expect(v.is(linkedAccountSchema(), lacking), field).toBe(false);
  },
);

test('[USER-03] schema and client accept no account whose type is guest, unknown or an inherited property', () => {
  for (const type of ['guest', 'retina', 'constructor', '__proto__', 'toString']) {
    const entry = { type, ...times };
    expect(v.is(linkedAccountSchema(), entry), type).toBe(false);
    expect(userFromWire(wireUser([entry as unknown as WireAccount])).linkedAccounts).toEqual([]);
  }
});

test('[USER-04] the login method of a phone is sms, of a wallet siwe, and of any other account its type', () => {
  for (const type of everyType as Parameters<typeof loginMethodOf>[0][]) {
    const label = type === 'phone' ? 'sms' : type === 'wallet' ? 'siwe' : type;
    expect(loginMethodOf(type)).toBe(label);
  }
});
