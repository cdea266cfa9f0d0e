import {
  createCustodyClient,
  createTestService,
  createWalletOwner,
  enterCustody,
  logIn,
  makeAutomaticSet,
  makePasswordSet,
  randomId,
  type TestService,
  toSetRecovery,
} from '@latchkey/testkit';
import { custodyRoutes, keyMaterialRoute, sessionRoutes } from '@latchkey/wire';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { replaceRecovery } from './store.ts';

const relaxed = {
  id: 'latchkey-calm-app-0000001',
  name: 'App without recent logins',
  email_auth: true,
  allowed_origins: ['http://localhost:3000'],
  sensitive_max_age: 0,
};

let service: TestService;
beforeEach(async () => {
  service = await createTestService({ apps: [relaxed] });
});
afterEach(() => service.close());

const { create, recover, recoveryParameters, setRecovery } = custodyRoutes;
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

type Owner = Awaited<ReturnType<typeof createWalletOwner>>;

const bodyOf = <Set extends Parameters<typeof toSetRecovery>[1]>(
  owner: Pick<Owner, 'wallet'>,
  recovery: Set,
) => toSetRecovery(owner.wallet, recovery);

async function openBrowser(email: string) {
  const { privy_access_token: token } = await logIn(service, email);
  return createCustodyClient(service, { token: token ?? '' });
}

async function methodShown({ user }: Owner, appId = service.app.id) {
  const { json } = await service.call(sessionRoutes.refresh, {
    appId,
    bearer: user.privyAccessToken,
    body: { refresh_token: user.refreshToken },
  });
  const wallet = json.user?.linked_accounts.find((account) => account.type === 'wallet');
  return wallet?.type === 'wallet' ? wallet.recovery_method : null;
}

const mailsAbout = (subject: RegExp) =>
  service.outbox.messages.filter((message) => subject.test(message.subject)).length;

let statements = 0;
async function select<Row>(sql: string): Promise<Row[]> {
  statements += 1;
  return service.database.statement<Row>(`select_set_${statements}`, sql)([]);
}

test('[RECO-34] a password replaces automatic recovery: the account names it, and only its proof opens the wallet', async () => {
  const ada = await createWalletOwner(service, 'ada@example.com');
  const { set, proof } = makePasswordSet(2);
  expect(await methodShown(ada)).toBe('privy');
  const changed = await ada.client.call(setRecovery, bodyOf(ada, set));
  expect(changed).toMatchObject({ status: 200, json: { recovery_version: 2 } });
  await expect.poll(() => mailsAbout(/^The recovery method of your .* was changed$/)).toBe(1);
  expect(await methodShown(ada)).toBe('user-passcode');

  const browser = await openBrowser('ada@example.com');
  const named = { entropy_uid: ada.wallet.entropyUid, recovery_id: set.recovery_id, recovery_version: 2 };
  const { method, kdf, salt, auth_part, ciphertext } = set;
  expect((await browser.call(recoveryParameters, ada.wallet.ref)).json).toEqual({
    ...named,
    method,
    kdf,
    salt,
  });
  const material = () =>
    service.call(keyMaterialRoute, {
      bearer: ada.user.token,
      params: { address: ada.wallet.address },
      body: {},
    });
  expect((await material()).json).toEqual({
    recovery_type: 'user_passcode_derived_recovery_key',
    recovery_key_derivation_salt: salt,
  });
  const without = await browser.call(recover, ada.wallet.ref);
  expect(without).toMatchObject({ status: 422, json: { code: 'recovery_changed' } });
  const wrong = await browser.call(recover, { ...ada.wallet.ref, proof: makePasswordSet(2).proof });
  expect(wrong).toMatchObject({ status: 422, json: { code: 'invalid_recovery_pin' } });
  expect(JSON.stringify([without.json, wrong.json])).not.toContain(auth_part);
  expect((await browser.call(recover, { ...ada.wallet.ref, proof })).json).toEqual({
    ...named,
    kind: 'created',
    unlocked_for: null,
    method,
    kdf,
    salt,
    auth_part,
    ciphertext,
    wallets: [{ address: ada.wallet.address, chain_type: 'ethereum', wallet_index: 0 }],
  });

  const back = makeAutomaticSet(3);
  expect((await ada.client.call(setRecovery, bodyOf(ada, back))).status).toBe(200);
  expect((await browser.call(recover, ada.wallet.ref)).json).toMatchObject({
    method: 'privy',
    recovery_key: back.recovery_key,
  });
  expect(await methodShown(ada)).toBe('privy');
  expect(await material()).toMatchObject({ status: 422, json: { code: 'not_supported' } });
});

test('a wallet can be created with a password, and a create with a password is not answered with an existing wallet', async () => {
  const ada = await enterCustody(service, 'ada@example.com');
  const { set, proof } = makePasswordSet(1);
  const recovery = { ...set, recovery_version: 1 as const };
  expect((await ada.client.call(create, { ...ada.wallet.body, recovery })).json).toMatchObject({
    created: true,
  });
  expect(await methodShown(ada)).toBe('user-passcode');
  expect((await ada.client.call(recover, { ...ada.wallet.ref, proof })).status).toBe(200);

  const eve = await createWalletOwner(service, 'eve@example.com');
  const later = {
    ...eve.wallet.body,
    request_id: randomId(),
    recovery: { ...recovery, recovery_id: randomId() },
  };
  expect((await eve.client.call(create, later)).json.code).toBe('embedded_wallet_already_exists');
});

test('of two browsers that change the recovery at once one wins, and the other changes nothing', async () => {
  const ada = await createWalletOwner(service, 'ada@example.com');
  const other = await openBrowser('ada@example.com');
  const [one, two] = [makePasswordSet(2), makePasswordSet(2)];
  const replies = await Promise.all([
    ada.client.call(setRecovery, bodyOf(ada, one.set)),
    other.call(setRecovery, bodyOf(ada, two.set)),
  ]);
  const [winner, loser] = replies[0].status === 200 ? [one, two] : [two, one];
  expect(replies.map(({ json }) => json.code ?? 'changed').sort()).toEqual(['changed', 'recovery_changed']);
  expect((await other.call(recover, { ...ada.wallet.ref, proof: loser.proof })).json.code).toBe(
    'invalid_recovery_pin',
  );
  expect((await other.call(recover, { ...ada.wallet.ref, proof: winner.proof })).status).toBe(200);
  const ahead = await other.call(setRecovery, bodyOf(ada, makePasswordSet(7).set));
  expect(ahead.json.code).toBe('recovery_changed');
});

test('replaceRecovery replaces only a set of the previous version', async () => {
  const ada = await createWalletOwner(service, 'ada@example.com');
  await ada.client.call(setRecovery, bodyOf(ada, makePasswordSet(2).set));
  const row = {
    appId: service.app.id,
    userId: ada.user.userId,
    entropyUid: ada.wallet.entropyUid,
    recoveryId: 'late',
    recoveryVersion: 2,
    method: 'privy',
    authPart: new Uint8Array(4),
    createdAtMs: 0,
  } as const;
  expect(await replaceRecovery(service.database.db, row)).toBe(false);
  expect(await replaceRecovery(service.database.db, { ...row, recoveryVersion: 3 })).toBe(true);
});

test('a repeated change of recovery gets the same answer, even if its login has become too old in the meantime', async () => {
  const ada = await createWalletOwner(service, 'ada@example.com');
  const body = bodyOf(ada, makePasswordSet(2).set);
  const replies = await Promise.all([ada.client.call(setRecovery, body), ada.client.call(setRecovery, body)]);
  service.clock.advance(20 * minuteMs);
  replies.push(await ada.client.call(setRecovery, body));
  expect(replies.map(({ json }) => json)).toEqual(Array(3).fill({ recovery_version: 2 }));
  const otherBody = { ...bodyOf(ada, makePasswordSet(3).set), request_id: body.request_id };
  expect((await ada.client.call(setRecovery, otherBody)).json.code).toBe('idempotency_mismatch');
});

test('a change of recovery needs a recent login, and giving up a password needs one even if the app requires none', async () => {
  const ada = await createWalletOwner(service, 'ada@example.com');
  service.clock.advance(10 * minuteMs + 1);
  const late = await ada.client.call(setRecovery, bodyOf(ada, makePasswordSet(2).set));
  expect(late).toMatchObject({ status: 403, json: { code: 'recent_login_required' } });
  expect(await methodShown(ada)).toBe('privy');

  const eve = await enterCustody(service, 'eve@example.com', relaxed.id);
  await eve.client.call(create, eve.wallet.body);
  service.clock.advance(10 * minuteMs + 1);
  const toPassword = await eve.client.call(setRecovery, bodyOf(eve, makePasswordSet(2).set));
  expect(toPassword.json).toEqual({ recovery_version: 2 });
  const toAutomatic = await eve.client.call(setRecovery, bodyOf(eve, makeAutomaticSet(3)));
  expect(toAutomatic.json.code).toBe('recent_login_required');
});

test('[SOL-02] an entropy with a Solana wallet accepts only automatic recovery', async () => {
  const ada = await createWalletOwner(service, 'ada@example.com');
  await select(
    `insert into embedded_wallets select app_id, user_id, 'solana', 0, entropy_uid, 'So11111111111111111111111111111111111111112', 1 from embedded_wallets`,
  );
  const cloud = { ...makeAutomaticSet(2), method: 'google-drive' as const, record_name: 'r' };
  const { recovery_key: _, ...drive } = cloud;
  for (const set of [makePasswordSet(2).set, drive, { ...drive, method: 'icloud' as const }]) {
    const refused = await ada.client.call(setRecovery, bodyOf(ada, set));
    const data = { reason: 'solana_wallet' };
    expect(refused).toMatchObject({ status: 422, json: { code: 'not_supported', data } });
  }
  expect((await ada.client.call(setRecovery, bodyOf(ada, makeAutomaticSet(2)))).status).toBe(200);
});

test('the recovery of another user’s wallet cannot be changed, and weak password parameters are refused', async () => {
  const ada = await createWalletOwner(service, 'ada@example.com');
  const eve = await createWalletOwner(service, 'eve@example.com');
  const { set } = makePasswordSet(2);
  const tries = [
    bodyOf(ada, set),
    { ...bodyOf(eve, set), entropy_uid: ada.wallet.entropyUid },
    { ...bodyOf(ada, set), entropy_uid: eve.wallet.entropyUid },
  ];
  for (const body of tries) {
    expect((await eve.client.call(setRecovery, body)).json.code).toBe('embedded_wallet_not_found');
  }
  const weak = { ...set, kdf: { ...set.kdf, memory_kib: 1024 } };
  expect((await eve.client.call(setRecovery, bodyOf(eve, weak))).json.code).toBe('invalid_data');
  expect(await select('select distinct recovery_version as v from recoveries')).toEqual([{ v: 1 }]);
});

test('a replaced recovery set is kept for 30 days and the set in force for longer, and no refused set remains', async () => {
  const ada = await createWalletOwner(service, 'ada@example.com');
  const { set, proof } = makePasswordSet(2);
  await ada.client.call(setRecovery, bodyOf(ada, set));
  const lost = makePasswordSet(2).set;
  await ada.client.call(setRecovery, bodyOf(ada, lost));
  const listIds = async () =>
    (await select<{ id: string }>('select recovery_id as id from recovery_sets')).map(({ id }) => id);
  const old = ada.wallet.body.recovery.recovery_id;
  service.clock.advance(30 * dayMs);
  await service.service.sweep();
  expect((await listIds()).sort()).toEqual([old, set.recovery_id].sort());
  service.clock.advance(1);
  await service.service.sweep();
  expect(await listIds()).toEqual([set.recovery_id]);
  expect(await select('select * from replaced_recoveries')).toEqual([]);
  const browser = await openBrowser('ada@example.com');
  expect((await browser.call(recover, { ...ada.wallet.ref, proof })).status).toBe(200);
});
