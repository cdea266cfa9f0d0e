import {
  createCustodyClient,
  createTestService,
  enterCustody,
  makeWallet,
  randomId,
  signClaim,
  type TestService,
} from '@latchkey/testkit';
import { custodyRoutes, limits, sessionRoutes } from '@latchkey/wire';
import { Address, Secp256k1 } from 'ox';
import { afterEach, beforeEach, expect, test } from 'vitest';

let service: TestService;
beforeEach(async () => {
  service = await createTestService();
});
afterEach(() => service.close());

const { connect, create } = custodyRoutes;

const enter = (email: string) => enterCustody(service, email);

async function count(table: string): Promise<number> {
  const rows = await service.database.statement<{ count: string }>(
    `count_${table}`,
    `select count(*) as count from ${table}`,
  )([]);
  return Number(rows[0]?.count);
}

const tables = ['entropies', 'embedded_wallets', 'devices', 'recoveries', 'custody_requests'];

test('[EMBW-02] a created wallet is stored and linked to the user, and can be connected', async () => {
  const { user, client, wallet } = await enter('ada@example.com');
  const created = await client.call(create, wallet.body);
  const wallets = [{ address: wallet.address, chain_type: 'ethereum', wallet_index: 0 }];
  expect(created).toMatchObject({
    status: 200,
    json: { created: true, entropy_uid: wallet.entropyUid, wallets },
  });

  const refreshed = await service.call(sessionRoutes.refresh, {
    bearer: user.privyAccessToken,
    body: { refresh_token: user.refreshToken },
  });
  expect(refreshed.json.user?.linked_accounts).toContainEqual({
    type: 'wallet',
    address: wallet.address,
    chain_type: 'ethereum',
    chain_id: 'eip155:1',
    wallet_client: 'privy',
    wallet_client_type: 'privy',
    connector_type: 'embedded',
    recovery_method: 'privy',
    wallet_index: 0,
    imported: false,
    delegated: false,
    verified_at: expect.any(Number),
    first_verified_at: expect.any(Number),
    latest_verified_at: expect.any(Number),
  });

  const { device_id } = wallet.body.device;
  const connected = await client.call(connect, { ...wallet.ref, device_id, entropy_uid: wallet.entropyUid });
  expect(connected.json).toEqual({
    auth_part: wallet.body.device.auth_part,
    recovery_version: 1,
    recovery_method: 'privy',
    kind: 'created',
    unlocked_for: null,
    wallets,
  });
});

test('[EMBW-05] no wallet is created without a session', async () => {
  const { client, wallet } = await enter('ada@example.com');
  for (const token of ['', 'nobody', 'a.b.c']) {
    const refused = await client.call(create, wallet.body, { token });
    expect(refused).toMatchObject({ status: 401, json: { code: 'missing_or_invalid_token' } });
  }
  expect(await count('entropies')).toBe(0);
});

test('simultaneous creates of one user make one wallet, which all of them receive', async () => {
  const { user } = await enter('ada@example.com');
  const owner = { appId: service.app.id, userId: user.userId };
  const tabs = await Promise.all(
    Array.from({ length: 5 }, () => createCustodyClient(service, { token: user.privyAccessToken })),
  );
  const replies = await Promise.all(tabs.map((tab) => tab.call(create, makeWallet(owner).body)));
  expect(replies.map((reply) => reply.status)).toEqual([200, 200, 200, 200, 200]);
  expect(replies.filter((reply) => reply.json.created)).toHaveLength(1);
  expect(new Set(replies.map((reply) => reply.json.wallets[0]?.address)).size).toBe(1);
  expect(new Set(replies.map((reply) => reply.json.entropy_uid)).size).toBe(1);
  expect(await count('entropies')).toBe(1);
  expect(await count('devices')).toBe(1);
});

test('a second create of a wallet is answered with the first wallet for limits.createReplyMs, and then refused', async () => {
  const { user, client, wallet } = await enter('ada@example.com');
  await client.call(create, wallet.body);
  const second = makeWallet({ appId: service.app.id, userId: user.userId });
  service.clock.advance(limits.createReplyMs);
  expect((await client.call(create, second.body)).json).toMatchObject({
    created: false,
    entropy_uid: wallet.entropyUid,
  });
  service.clock.advance(1);
  const third = await client.call(create, { ...second.body, request_id: randomId() });
  expect(third).toMatchObject({ status: 422, json: { code: 'embedded_wallet_already_exists' } });
  expect(await count('recovery_sets')).toBe(1);
});

test('a repeated create, also at the same time, changes nothing and gets the same answer', async () => {
  const { client, wallet } = await enter('ada@example.com');
  const [one, two] = await Promise.all([client.call(create, wallet.body), client.call(create, wallet.body)]);
  service.clock.advance(limits.createReplyMs + 1);
  const three = await client.call(create, wallet.body);
  expect(one).toMatchObject({ status: 200, json: { created: true } });
  expect(two.json).toEqual(one.json);
  expect(three.json).toEqual(one.json);
  for (const table of [...tables, 'recovery_sets']) {
    expect(await count(table), table).toBe(1);
  }
});

test('creating a wallet refuses a known request id with another body', async () => {
  const { client, wallet } = await enter('ada@example.com');
  await client.call(create, wallet.body);
  const device = { ...wallet.body.device, device_id: randomId() };
  const refused = await client.call(create, { ...wallet.body, device });
  expect(refused).toMatchObject({ status: 422, json: { code: 'idempotency_mismatch' } });
});

test.each(['entropy', 'device', 'recovery'] as const)(
  'creating a wallet refuses another user’s %s id, and stores nothing in the main store',
  async (id) => {
    const ada = await enter('ada@example.com');
    await ada.client.call(create, ada.wallet.body);
    const eve = await enter('eve@example.com');
    const [hers, evil] = [ada.wallet.body, eve.wallet.body];
    const claim = { appId: service.app.id, userId: eve.user.userId, entropyUid: hers.entropy_uid };
    const signature = signClaim({ ...claim, address: eve.wallet.address }, eve.wallet.privateKey);
    const copies = {
      entropy: {
        entropy_uid: hers.entropy_uid,
        wallets: evil.wallets.map((wallet) => ({ ...wallet, signature })),
      },
      device: { device: { ...evil.device, device_id: hers.device.device_id } },
      recovery: { recovery: { ...evil.recovery, recovery_id: hers.recovery.recovery_id } },
    };
    const refused = await eve.client.call(create, { ...evil, ...copies[id] });
    expect(refused).toMatchObject({ status: 400, json: { code: 'invalid_data' } });
    expect(refused.json.error).toBe(`This ${id} id is taken. Make a new one.`);
    for (const table of tables) {
      expect(await count(table), table).toBe(1);
    }
    const own = makeWallet({ appId: service.app.id, userId: eve.user.userId });
    expect((await eve.client.call(create, own.body)).json.created).toBe(true);
  },
);

test('a recovery id in use is refused to another user, even if the recovery store has lost its set', async () => {
  const ada = await enter('ada@example.com');
  await ada.client.call(create, ada.wallet.body);
  await service.database.statement('lost', 'delete from recovery_sets')([]);
  const eve = await enter('eve@example.com');
  const { recovery_id } = ada.wallet.body.recovery;
  const copied = { ...eve.wallet.body, recovery: { ...eve.wallet.body.recovery, recovery_id } };
  const refused = await eve.client.call(create, copied);
  expect(refused).toMatchObject({ status: 400, json: { code: 'invalid_data' } });
  expect(refused.json.error).toBe('This recovery id is taken. Make a new one.');
  for (const table of tables) {
    expect(await count(table), table).toBe(1);
  }
});

test('a recovery id stays bound to its first content', async () => {
  const { user, client, wallet } = await enter('ada@example.com');
  // A create whose transaction failed leaves its recovery set. A retry with the same set succeeds.
  const other = makeWallet({ appId: service.app.id, userId: user.userId }).body.recovery;
  const { device_id } = wallet.body.device;
  const eve = await enter('eve@example.com');
  await eve.client.call(create, { ...eve.wallet.body, device: { ...eve.wallet.body.device, device_id } });
  const refused = await client.call(create, wallet.body);
  expect(refused.json.code).toBe('invalid_data');
  const fresh = {
    ...wallet.body,
    request_id: randomId(),
    device: { ...wallet.body.device, device_id: randomId() },
  };
  const { ciphertext, recovery_key } = other;
  for (const swapped of [other, { ...fresh.recovery, ciphertext }, { ...fresh.recovery, recovery_key }]) {
    const recovery = { ...swapped, recovery_id: fresh.recovery.recovery_id };
    expect((await client.call(create, { ...fresh, recovery })).json.code).toBe('invalid_data');
  }
  expect((await client.call(create, fresh)).json.created).toBe(true);
});

test('an address is registered only with a claim that its own key signed for this user, app and entropy', async () => {
  const { user, client, wallet } = await enter('ada@example.com');
  const [good] = wallet.body.wallets;
  if (!good) throw new Error('no wallet');
  const claim = {
    appId: service.app.id,
    userId: user.userId,
    entropyUid: wallet.entropyUid,
    address: wallet.address,
  };
  const stranger = Secp256k1.randomPrivateKey();
  const strangersAddress = Address.fromPublicKey(Secp256k1.getPublicKey({ privateKey: stranger }), {
    checksum: true,
  });
  const highS = Buffer.from(good.signature, 'base64url');
  const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
  const s = order - BigInt(`0x${highS.subarray(32, 64).toString('hex')}`);
  highS.write(s.toString(16).padStart(64, '0'), 32, 'hex');
  highS[64] = 1 - (highS[64] ?? 0);
  const bad = [
    { ...good, address: strangersAddress },
    { ...good, address: good.address.toLowerCase() },
    { ...good, address: good.address.replace('0x', '0X') },
    { ...good, signature: signClaim(claim, stranger) },
    { ...good, signature: signClaim({ ...claim, userId: 'did:privy:somebody' }, wallet.privateKey) },
    { ...good, signature: signClaim({ ...claim, appId: 'another-app' }, wallet.privateKey) },
    { ...good, signature: signClaim({ ...claim, entropyUid: randomId() }, wallet.privateKey) },
    { ...good, signature: 'A'.repeat(87) },
    { ...good, signature: highS.toString('base64url') },
  ];
  for (const one of bad) {
    const refused = await client.call(create, { ...wallet.body, wallets: [one] });
    expect(refused).toMatchObject({ status: 400, json: { code: 'invalid_data' } });
  }
  // The address in lower case, signed by its own key. One address must not become two wallets.
  const address = good.address.toLowerCase();
  const lower = { ...good, address, signature: signClaim({ ...claim, address }, wallet.privateKey) };
  const refused = await client.call(create, { ...wallet.body, wallets: [lower] });
  expect(refused).toMatchObject({ status: 400, json: { code: 'invalid_data' } });
  expect(refused.json.error).toContain('with its checksum (EIP-55)');
  expect(await count('entropies')).toBe(0);
  expect((await client.call(create, wallet.body)).json.created).toBe(true);
});
