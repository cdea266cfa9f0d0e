import { createHash, randomBytes } from 'node:crypto';
import {
  createCustodyClient,
  createTestService,
  createWalletOwner,
  logIn,
  randomId,
  type TestService,
  toAddPasskey,
} from '@latchkey/testkit';
import { custodyRoutes, limits, recoveryPasskeyRoutes } from '@latchkey/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';

let service: TestService;
beforeAll(async () => {
  service = await createTestService();
});
afterAll(() => service.close());

const { addRecoveryPasskey: add, recoverByPasskey: recover } = custodyRoutes;
const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');

function makePasskey() {
  const proof = randomBytes(32);
  const passkey = {
    recovery_id: randomId(),
    credential_id: base64url(randomBytes(32)),
    auth_part: base64url(randomBytes(17)),
    ciphertext: base64url(randomBytes(45)),
    proof_hash: base64url(createHash('sha256').update(proof).digest()),
  };
  return { passkey, proof: base64url(proof) };
}

type Owner = Awaited<ReturnType<typeof createWalletOwner>>;
const addTo = (owner: Owner, passkey: ReturnType<typeof makePasskey>['passkey'], request_id = randomId()) =>
  owner.client.call(add, { ...toAddPasskey(owner.wallet, passkey), request_id });
const list = async (bearer: string) =>
  (await service.call(recoveryPasskeyRoutes.list, { bearer })).json.passkeys;
const remove = (bearer: string, passkey_id: string) =>
  service.call(recoveryPasskeyRoutes.remove, { bearer, params: { passkey_id }, body: {} });

async function openBrowser(email: string) {
  const { privy_access_token: token } = await logIn(service, email);
  return createCustodyClient(service, { token: token ?? '' });
}

test('a recovery passkey opens the wallet in a new browser, and so does the method in force', async () => {
  const ada = await createWalletOwner(service, 'ada@add.example');
  const { passkey, proof } = makePasskey();
  service.outbox.clear();
  const request_id = randomId();
  const added = await addTo(ada, passkey, request_id);
  expect(added.status).toBe(200);
  expect(added.json).toEqual({ recovery_id: passkey.recovery_id });
  expect((await addTo(ada, passkey, request_id)).json).toEqual(added.json);
  const methods = service.database.statement(
    'methods',
    'select method from recovery_sets where recovery_id = $1',
  );
  expect(await methods([passkey.recovery_id])).toEqual([{ method: 'passkey' }]);
  await expect
    .poll(() => service.outbox.messages.map(({ subject }) => subject))
    .toEqual(['A passkey was added to your Test app wallet']);
  const created_at = Math.floor(service.clock.now() / 1000);
  const addresses = [ada.wallet.address];
  expect(await list(ada.user.token)).toEqual([{ id: passkey.recovery_id, created_at, addresses }]);

  const browser = await openBrowser('ada@add.example');
  const asked = { ...ada.wallet.ref, credential_id: passkey.credential_id, proof };
  expect((await browser.call(recover, asked)).json).toEqual({
    entropy_uid: ada.wallet.entropyUid,
    recovery_id: passkey.recovery_id,
    auth_part: passkey.auth_part,
    ciphertext: passkey.ciphertext,
    method: 'privy',
    recovery_version: 1,
    kind: 'created',
    unlocked_for: null,
    wallets: [{ address: ada.wallet.address, chain_type: 'ethereum', wallet_index: 0 }],
  });
  await expect
    .poll(() => service.outbox.messages.map(({ subject }) => subject))
    .toContain('Your Test app wallet was opened in a new browser');
  expect((await browser.call(custodyRoutes.recover, ada.wallet.ref)).json.recovery_id).toBe(
    ada.wallet.body.recovery.recovery_id,
  );
});

test('a recovery passkey releases nothing without its proof, to another user, or after its removal', async () => {
  const ada = await createWalletOwner(service, 'ada@remove.example');
  const eve = await createWalletOwner(service, 'eve@remove.example');
  const { passkey, proof } = makePasskey();
  await addTo(ada, passkey);
  const asked = { ...ada.wallet.ref, credential_id: passkey.credential_id, proof };
  const codeOf = async (client: Owner['client'], changes: Partial<typeof asked> = {}) =>
    (await client.call(recover, { ...asked, ...changes })).json.code;
  expect(await codeOf(ada.client, { proof: makePasskey().proof })).toBe('recovery_passkey_not_found');
  expect(await codeOf(ada.client, { credential_id: makePasskey().passkey.credential_id })).toBe(
    'recovery_passkey_not_found',
  );
  expect(await codeOf(eve.client)).toBe('embedded_wallet_not_found');
  expect(await codeOf(eve.client, eve.wallet.ref)).toBe('recovery_passkey_not_found');
  expect((await remove(eve.user.token, passkey.recovery_id)).json.code).toBe('recovery_passkey_not_found');
  expect(await codeOf(ada.client)).toBeUndefined();
  expect((await remove(ada.user.token, passkey.recovery_id)).json).toEqual({});
  expect(await codeOf(ada.client)).toBe('recovery_passkey_not_found');
  expect(await list(ada.user.token)).toEqual([]);
});

test('adding and removing a recovery passkey require a recent login, and a wallet has at most five', async () => {
  const ada = await createWalletOwner(service, 'ada@recent.example');
  const first = makePasskey();
  await addTo(ada, first.passkey);
  service.clock.advance(600_001);
  expect((await addTo(ada, makePasskey().passkey)).json.code).toBe('recent_login_required');
  expect((await remove(ada.user.token, first.passkey.recovery_id)).json.code).toBe('recent_login_required');
  service.clock.advance(-600_001);
  const answers = await Promise.all(
    Array.from({ length: limits.passkeys }, () => addTo(ada, makePasskey().passkey)),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(limits.passkeys - 1);
  expect(answers.filter(({ json }) => json.code === 'cannot_link_more_of_type')).toHaveLength(1);
});

test('the set of a recovery passkey survives a sweep while the passkey exists, and a sweep 31 days after its removal deletes it', async () => {
  const ada = await createWalletOwner(service, 'ada@sweep.example');
  const { passkey, proof } = makePasskey();
  await addTo(ada, passkey);
  const dayMs = 24 * 60 * 60_000;
  service.clock.advance(2 * dayMs);
  await service.service.sweep();
  const browser = await openBrowser('ada@sweep.example');
  const asked = { ...ada.wallet.ref, credential_id: passkey.credential_id, proof };
  expect((await browser.call(recover, asked)).status).toBe(200);
  const { token } = await logIn(service, 'ada@sweep.example');
  expect((await remove(token ?? '', passkey.recovery_id)).status).toBe(200);
  const kept = service.database.statement('kept', 'select 1 from recovery_sets where recovery_id = $1');
  expect(await kept([passkey.recovery_id])).toHaveLength(1);
  service.clock.advance(31 * dayMs);
  await service.service.sweep();
  expect(await kept([passkey.recovery_id])).toEqual([]);
});
