import { randomBytes } from 'node:crypto';
import {
  createTestService,
  createWalletOwner,
  enterCustody,
  makeAutomaticSet,
  makePasswordSet,
  makeWallet,
  randomId,
  signChange,
  signClaim,
  type TestService,
  toAddPasskey,
  toAddWallet,
  toEnrolDevice,
  toSetRecovery,
} from '@latchkey/testkit';
import { type ChainType, type Change, custodyRoutes, recoveryChange } from '@latchkey/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';

// The attacker has a stolen session, even a fresh one, but not the wallet's key. The service stores no change of the
// wallet that they send.

let service: TestService;
beforeAll(async () => {
  service = await createTestService();
});
afterAll(() => service.close());

const { add, addRecoveryPasskey, create, enrolDevice, import: take, recover, setRecovery } = custodyRoutes;
type Owner = Awaited<ReturnType<typeof createWalletOwner>>;
const part = () => randomBytes(17).toString('base64url');

const makePasskey = () => ({
  recovery_id: randomId(),
  credential_id: randomBytes(32).toString('base64url'),
  auth_part: part(),
  ciphertext: randomBytes(45).toString('base64url'),
  proof_hash: randomBytes(32).toString('base64url'),
});

/** Signs changes of the owner's wallet with another key, like an attacker who does not have the wallet's key. */
const forge = (
  { user, wallet }: Owner,
  key: Pick<Owner['wallet'], 'privateKey'>,
  chainType: ChainType = 'ethereum',
) => ({
  toChange: (change: Change) => ({
    ...wallet.toChange(change),
    signature: signChange(
      { appId: service.app.id, userId: user.userId, entropyUid: wallet.entropyUid, chainType },
      change,
      key.privateKey,
    ),
  }),
});

let statements = 0;
async function rowsOf({ user }: Owner) {
  statements += 1;
  const tables = [
    'recoveries',
    'devices',
    'embedded_wallets',
    'recovery_passkeys',
    'recovery_sets',
    'custody_requests',
  ];
  return Promise.all(
    tables.map((table) =>
      service.database.statement(
        `rows_${statements}_${table}`,
        `select * from ${table} where user_id = $1`,
      )([user.userId]),
    ),
  );
}

const refused = { status: 400, json: { code: 'invalid_data' } };

test('a request from a fresh session without the wallet’s key stores no recovery, passkey, device or wallet', async () => {
  const ada = await createWalletOwner(service, 'ada@thief.example');
  const mallory = makeWallet({ appId: service.app.id, userId: ada.user.userId });
  const forged = forge(ada, mallory);
  const owner = { appId: service.app.id, userId: ada.user.userId, entropyUid: ada.wallet.entropyUid };
  // A wallet of the attacker with a valid claim, sent as the next wallet of Ada's entropy.
  const his = (chainType: ChainType, index: number) => {
    const { address, privateKey } = makeWallet(owner, chainType);
    const signature = signClaim({ ...owner, chainType, address }, privateKey);
    return { address, chain_type: chainType, wallet_index: index, signature } as const;
  };
  const before = await rowsOf(ada);
  service.outbox.clear();
  for (const answer of [
    await ada.client.call(setRecovery, toSetRecovery(forged, makeAutomaticSet(2))),
    await ada.client.call(setRecovery, toSetRecovery(forged, makePasswordSet(2).set)),
    await ada.client.call(addRecoveryPasskey, toAddPasskey(forged, makePasskey())),
    await ada.client.call(enrolDevice, toEnrolDevice(forged)),
    await ada.client.call(add, toAddWallet(forged, his('ethereum', 1))),
    await ada.client.call(add, toAddWallet(forged, his('solana', 0))),
  ])
    expect(answer).toMatchObject(refused);
  expect(await rowsOf(ada)).toEqual(before);
  expect(service.outbox.messages).toEqual([]);
  expect((await ada.client.call(recover, ada.wallet.ref)).status).toBe(200);
  const { set } = makePasswordSet(2);
  expect((await ada.client.call(setRecovery, toSetRecovery(ada.wallet, set))).status).toBe(200);
});

test('a change of recovery without a signature, or with a malformed one, is refused', async () => {
  const ada = await createWalletOwner(service, 'ada@malformed.example');
  const { signature, ...body } = toSetRecovery(ada.wallet, makeAutomaticSet(2));
  const odd = [
    undefined,
    '',
    'A'.repeat(86),
    'A'.repeat(87),
    `${signature.slice(0, -1)}!`,
    signature.slice(1),
  ];
  for (const one of odd) {
    const answer = await ada.client.call(setRecovery, {
      ...body,
      ...(one === undefined ? {} : { signature: one }),
    } as never);
    expect(answer).toMatchObject(refused);
  }
  expect((await ada.client.call(setRecovery, { ...body, signature })).status).toBe(200);
});

test('a change of recovery is refused if its signature is for another app, user, entropy, act, id, version or content', async () => {
  const ada = await createWalletOwner(service, 'ada@bound.example');
  const eve = await createWalletOwner(service, 'eve@bound.example');
  const { set } = makePasswordSet(2);
  const body = toSetRecovery(ada.wallet, set);
  const change = recoveryChange(set);
  const { privateKey, entropyUid } = ada.wallet;
  const owner = { appId: service.app.id, userId: ada.user.userId, entropyUid };
  const signs = (changes: Partial<Change>, of: Partial<typeof owner> = {}) =>
    signChange({ ...owner, ...of }, { ...change, ...changes }, privateKey);
  const signatures = [
    signs({}, { appId: 'another-app' }),
    signs({}, { userId: eve.user.userId }),
    signs({}, { entropyUid: eve.wallet.entropyUid }),
    signs({ act: 'passkey' }),
    signs({ id: randomId() }),
    signs({ version: 3 }),
    signs({ content: { ...change.content, auth_part: part() } }),
    signs({ content: { ...change.content, kdf: { ...set.kdf, iterations: 4 } } }),
    signs({ content: { ...change.content, more: 1 } }),
  ];
  for (const signature of signatures)
    expect(await ada.client.call(setRecovery, { ...body, signature })).toMatchObject(refused);
  // Ada's own signature is refused if a value that it signs was changed.
  for (const changed of [
    { ciphertext: randomBytes(45).toString('base64url') },
    { auth_part: part() },
    { proof_hash: randomBytes(32).toString('base64url') },
    { salt: randomId() },
    { recovery_id: randomId() },
    { kdf: { ...set.kdf, memory_kib: 131_072 } },
  ]) {
    const answer = await ada.client.call(setRecovery, { ...body, recovery: { ...set, ...changed } });
    expect(answer).toMatchObject(refused);
  }
  expect((await eve.client.call(setRecovery, body)).json.code).toBe('embedded_wallet_not_found');
  expect((await ada.client.call(setRecovery, body)).status).toBe(200);
});

test('a wallet’s claim is not valid as the signature of a change, nor the reverse', async () => {
  for (const chainType of ['ethereum', 'solana'] as const) {
    const person = await enterCustody(service, `person@${chainType}.example`);
    const owner = { appId: service.app.id, userId: person.user.userId };
    const wallet = makeWallet(owner, chainType);
    const [claimed] = wallet.body.wallets;
    if (!claimed) throw new Error('no wallet');
    const set = makeAutomaticSet(2);
    const change = toSetRecovery(wallet, set);
    const asClaim = { ...wallet.body, wallets: [{ ...claimed, signature: change.signature }] };
    expect(await person.client.call(create, asClaim)).toMatchObject(refused);
    expect((await person.client.call(create, wallet.body)).json.created).toBe(true);
    const asChange = { ...change, signature: claimed.signature };
    expect(await person.client.call(setRecovery, asChange)).toMatchObject(refused);
    expect((await person.client.call(setRecovery, change)).status).toBe(200);
  }
});

test('a change of recovery or a new device of an imported key or phrase needs its own signature, not one of another wallet of the user', async () => {
  const ada = await createWalletOwner(service, 'ada@imports.example');
  const owner = { appId: service.app.id, userId: ada.user.userId };
  for (const chainType of ['ethereum', 'solana'] as const) {
    for (const kind of ['imported-key', 'imported-phrase'] as const) {
      const wallet = makeWallet(owner, chainType);
      await ada.client.call(take, { ...wallet.body, kind });
      // The key of Ada's other wallet.
      const forged = forge({ ...ada, wallet }, ada.wallet);
      expect(await ada.client.call(setRecovery, toSetRecovery(forged, makeAutomaticSet(2)))).toMatchObject(
        refused,
      );
      expect(await ada.client.call(enrolDevice, toEnrolDevice(forged))).toMatchObject(refused);
      expect((await ada.client.call(setRecovery, toSetRecovery(wallet, makeAutomaticSet(2)))).status).toBe(
        200,
      );
      expect((await ada.client.call(enrolDevice, toEnrolDevice(wallet))).status).toBe(200);
      expect((await ada.client.call(addRecoveryPasskey, toAddPasskey(wallet, makePasskey()))).status).toBe(
        200,
      );
    }
  }
});
