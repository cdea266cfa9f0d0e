import { expect, test } from 'vitest';
import { importSources, readRows } from './index.ts';

/** Reads a file of one kind. */
function read(kind: string, text: string) {
  const source = importSources.find(({ id }) => id === kind) ?? expect.fail(kind);
  return readRows(text).map(source.toRecord);
}

test('users imported from Privy keep their accounts, except embedded wallets and passkeys', () => {
  const user = {
    id: 'did:privy:1',
    linked_accounts: [
      { type: 'email', address: 'ada@example.com', verified_at: 1 },
      { type: 'phone', phoneNumber: '+15550100' },
      { type: 'wallet', address: '0xabc', chain_type: 'ethereum', connector_type: 'injected' },
      { type: 'wallet', address: '0xdef', connector_type: 'embedded', wallet_client_type: 'privy' },
      { type: 'google_oauth', subject: '1', email: 'ada@gmail.example', name: 'Ada' },
      { type: 'farcaster', fid: 5, owner_address: '0x1' },
      { type: 'passkey', credential_id: 'x' },
    ],
  };
  const expected = {
    sourceId: 'did:privy:1',
    accounts: [
      { type: 'email', address: 'ada@example.com' },
      { type: 'phone', number: '+15550100' },
      { type: 'wallet', address: '0xabc', chain_type: 'ethereum' },
      { type: 'google_oauth', subject: '1', email: 'ada@gmail.example', name: 'Ada' },
      { type: 'farcaster', fid: 5, owner_address: '0x1' },
    ],
    left: ['an embedded wallet, which its owner exports and imports', 'an account of the type passkey'],
  };
  const page = { data: [user], next_cursor: null };
  for (const text of [
    JSON.stringify([user]),
    JSON.stringify(page),
    `${JSON.stringify(page)}\n${JSON.stringify(page)}\n`,
  ]) {
    const records = read('privy', text);
    expect(records.length).toBeGreaterThan(0);
    for (const record of records) expect(record).toEqual(expected);
  }
});

test('users imported from Auth0 keep verified addresses and identities at known providers', () => {
  const lines = [
    {
      user_id: 'auth0|1',
      email: 'ada@example.com',
      email_verified: true,
      identities: [{ provider: 'auth0', user_id: '1' }],
    },
    {
      user_id: 'auth0|2',
      email: 'bob@example.com',
      email_verified: false,
      identities: [{ provider: 'auth0', user_id: '2' }],
    },
    {
      user_id: 'github|3',
      phone_number: '+15550100',
      phone_verified: true,
      identities: [
        { provider: 'github', user_id: 3, profileData: { nickname: 'cy' } },
        { provider: 'samlp', user_id: '4' },
      ],
    },
  ];
  expect(read('auth0', lines.map((line) => JSON.stringify(line)).join('\n'))).toEqual([
    { sourceId: 'auth0|1', accounts: [{ type: 'email', address: 'ada@example.com' }], left: [] },
    { sourceId: 'auth0|2', accounts: [], left: ['an email address that is not verified'] },
    {
      sourceId: 'github|3',
      accounts: [
        { type: 'phone', number: '+15550100' },
        { type: 'github_oauth', subject: '3', username: 'cy' },
      ],
      left: ['an account at samlp, which is no login method here'],
    },
  ]);
});

test('users imported from Clerk keep what its API or its table calls verified', () => {
  const verification = { status: 'verified' };
  const api = {
    id: 'user_1',
    email_addresses: [
      { email_address: 'ada@example.com', verification },
      { email_address: 'other@example.com', verification },
      { email_address: 'no@example.com', verification: { status: 'unverified' } },
    ],
    web3_wallets: [{ web3_wallet: '0xabc', verification }],
    external_accounts: [{ provider: 'oauth_discord', provider_user_id: '9', verification }],
  };
  expect(read('clerk', JSON.stringify([api]))).toEqual([
    {
      sourceId: 'user_1',
      accounts: [
        { type: 'email', address: 'ada@example.com' },
        { type: 'wallet', address: '0xabc', chain_type: 'ethereum' },
        { type: 'discord_oauth', subject: '9' },
      ],
      left: ['a second account of the type email', 'an email address that is not verified'],
    },
  ]);
  const table =
    'id,verified_email_addresses,unverified_email_addresses,verified_phone_numbers\nuser_2,ada@example.com,"a@x.example,b@x.example",+15550100\n';
  expect(read('clerk', table)).toEqual([
    {
      sourceId: 'user_2',
      accounts: [
        { type: 'email', address: 'ada@example.com' },
        { type: 'phone', number: '+15550100' },
      ],
      left: ['an email address that is not verified', 'an email address that is not verified'],
    },
  ]);
});

test('a table of users to import may fill any of its columns, with quotes, a byte order mark and empty lines', () => {
  const text =
    '\uFEFFid,email,wallet,custom_user_id\r\n1,"ada@example.com",,\r\n\r\n2,,5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d,u-2\r\n';
  expect(read('csv', text)).toEqual([
    { sourceId: '1', accounts: [{ type: 'email', address: 'ada@example.com' }], left: [] },
    {
      sourceId: '2',
      accounts: [
        { type: 'wallet', address: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d', chain_type: 'solana' },
        { type: 'custom_auth', custom_user_id: 'u-2' },
      ],
      left: [],
    },
  ]);
});

test('an import refuses a file that is neither JSON, nor JSON lines, nor CSV', () => {
  for (const text of ['', '[{', '{"a":1}\nno json', 'id,email\n1,"open']) {
    expect(() => readRows(text)).toThrow(/^The file is/);
  }
});
