import {
  createWalletOwner,
  enterCustody,
  makeWallet,
  randomId,
  signClaim,
  toAddWallet,
} from '@latchkey/testkit';
import { custodyRoutes, limits, sessionRoutes } from '@latchkey/wire';
import { expect, test } from 'vitest';
import { shareService } from './people.testkit.ts';

const { service, newEmail } = shareService();

const { add, connect, create, import: take, recover } = custodyRoutes;
type Owner = Awaited<ReturnType<typeof createWalletOwner>>;

/** Returns the body that adds a wallet with any key, a new one by default. */
function toAdd(
  { user, wallet }: Owner,
  chainType: 'ethereum' | 'solana',
  index: number,
  from?: ReturnType<typeof makeWallet>,
) {
  const owner = { appId: service.app.id, userId: user.userId };
  const made = from ?? makeWallet(owner, chainType);
  const claim = { ...owner, entropyUid: wallet.entropyUid, chainType, address: made.address };
  return toAddWallet(wallet, {
    address: made.address,
    chain_type: chainType,
    wallet_index: index,
    signature: signClaim(claim, made.privateKey),
  });
}

test('an entropy accepts wallets of the other chain and of further indexes, and the first address of either chain names it', async () => {
  const ada = await createWalletOwner(service, newEmail());
  const solana = toAdd(ada, 'solana', 0);
  const added = await ada.client.call(add, solana);
  expect(added).toMatchObject({
    status: 200,
    json: { wallets: [{ chain_type: 'ethereum' }, { chain_type: 'solana' }] },
  });
  expect((await ada.client.call(add, toAdd(ada, 'ethereum', 1))).json.wallets).toHaveLength(3);
  const ref = { entropy_id: solana.wallet.address, entropy_id_verifier: 'solana-address-verifier' } as const;
  const device = { device_id: ada.wallet.body.device.device_id, entropy_uid: ada.wallet.entropyUid };
  for (const named of [ref, ada.wallet.ref]) {
    expect((await ada.client.call(connect, { ...named, ...device })).json).toMatchObject({ kind: 'created' });
    expect((await ada.client.call(recover, named)).json.entropy_uid).toBe(ada.wallet.entropyUid);
  }
});

test('linked accounts of further wallets of an imported phrase name an earlier wallet, and those of created wallets do not', async () => {
  const ada = await enterCustody(service, newEmail());
  const owner = { appId: service.app.id, userId: ada.user.userId };
  const [one, other] = [makeWallet(owner, 'solana'), makeWallet(owner)];
  await ada.client.call(create, ada.wallet.body);
  for (const { body } of [one, other]) await ada.client.call(take, { ...body, kind: 'imported-phrase' });
  const addTo = async (wallet: typeof one, chainType: 'ethereum' | 'solana', index: number) => {
    const body = toAdd({ ...ada, wallet }, chainType, index);
    expect((await ada.client.call(add, body)).status).toBe(200);
    return body.wallet.address;
  };
  const ethereum = await addTo(one, 'ethereum', 0);
  const expected = new Map([
    [await addTo(one, 'ethereum', 1), ethereum],
    [await addTo(one, 'solana', 1), one.address],
    [await addTo(other, 'ethereum', 1), other.address],
    [ethereum, one.address],
    [one.address, undefined],
    [other.address, undefined],
    [ada.wallet.address, undefined],
    [await addTo(ada.wallet, 'ethereum', 1), undefined],
  ]);
  const session = await service.call(sessionRoutes.refresh, {
    bearer: ada.user.token,
    body: { refresh_token: ada.user.refreshToken },
  });
  const told = (session.json.user?.linked_accounts ?? []).flatMap((account) =>
    account.type === 'wallet' ? [[account.address, account.entropy_id] as const] : [],
  );
  expect(new Map(told)).toEqual(expected);
});

test('adding a wallet accepts only the next index, and answers a repeated request in the same way, also in parallel', async () => {
  const ada = await createWalletOwner(service, newEmail());
  const made = makeWallet({ appId: service.app.id, userId: ada.user.userId });
  const first = toAdd(ada, 'ethereum', 1, made);
  const replies = await Promise.all([ada.client.call(add, first), ada.client.call(add, first)]);
  expect(replies.map(({ status }) => status)).toEqual([200, 200]);
  service.clock.advance(limits.createReplyMs + 1);
  const again = await ada.client.call(add, { ...first, request_id: randomId() });
  expect(again.json).toEqual(replies[0].json);
  for (const [index, reason] of [
    [3, 'has index 2'],
    [1, 'another address'],
  ] as const) {
    const refused = await ada.client.call(add, toAdd(ada, 'ethereum', index));
    expect(refused).toMatchObject({ status: 400, json: { code: 'invalid_data' } });
    expect(refused.json.error).toContain(reason);
  }
});

test('[EMBW-04, SOL-01] a second wallet of a chain at index 0 is refused, but an add that is repeated at once is answered', async () => {
  const ada = await createWalletOwner(service, newEmail());
  const made = makeWallet({ appId: service.app.id, userId: ada.user.userId }, 'solana');
  const first = toAdd(ada, 'solana', 0, made);
  await ada.client.call(add, first);
  expect((await ada.client.call(add, { ...first, request_id: randomId() })).status).toBe(200);
  service.clock.advance(limits.createReplyMs + 1);
  for (const chainType of ['ethereum', 'solana'] as const) {
    const second = makeWallet({ appId: service.app.id, userId: ada.user.userId }, chainType);
    const created = await ada.client.call(create, second.body);
    expect(created).toMatchObject({
      status: 422,
      json: {
        code: 'embedded_wallet_already_exists',
        error: 'Only one Latchkey wallet per user is currently allowed',
      },
    });
  }
  const late = await ada.client.call(add, { ...first, request_id: randomId() });
  expect(late).toMatchObject({ status: 422, json: { code: 'embedded_wallet_already_exists' } });
});

test('creating the other chain’s wallet returns the existing entropy', async () => {
  const ada = await createWalletOwner(service, newEmail());
  service.clock.advance(limits.createReplyMs + 1);
  const solana = makeWallet({ appId: service.app.id, userId: ada.user.userId }, 'solana');
  const { json } = await ada.client.call(create, solana.body);
  expect(json).toMatchObject({ created: false, entropy_uid: ada.wallet.entropyUid });
});

test('adding a wallet refuses another user’s entropy or address, and stores nothing', async () => {
  const ada = await createWalletOwner(service, newEmail());
  const eve = await createWalletOwner(service, newEmail());
  const foreign = { ...eve, wallet: ada.wallet };
  const refused = await eve.client.call(add, toAdd(foreign, 'ethereum', 1));
  expect(refused.json.code).toBe('embedded_wallet_not_found');
  const taken = await eve.client.call(add, toAdd(eve, 'ethereum', 1, ada.wallet));
  expect(taken.json.code).toBe('linked_to_another_user');
  expect((await eve.client.call(add, toAdd(eve, 'ethereum', 1))).json.wallets).toHaveLength(2);
});

test('a Solana address is registered only with a claim that its own key signed', async () => {
  const { user, client } = await enterCustody(service, newEmail());
  const owner = { appId: service.app.id, userId: user.userId };
  const { body, entropyUid, address, privateKey } = makeWallet(owner, 'solana');
  const [good] = body.wallets;
  if (!good) throw new Error('no wallet');
  const stranger = makeWallet(owner, 'solana');
  const claim = { ...owner, entropyUid, chainType: 'solana', address } as const;
  for (const address of ['1'.repeat(33), '0'.repeat(44)]) {
    const refused = await client.call(create, { ...body, wallets: [{ ...good, address }] });
    expect(refused).toMatchObject({ status: 400, json: { code: 'invalid_data' } });
    expect(refused.json.error).toBe('The address must be a Solana address.');
  }
  const bad = [
    { ...good, address: stranger.address },
    { ...good, address: `1${good.address}` },
    { ...good, chain_type: 'ethereum' as const },
    { ...good, signature: signClaim(claim, stranger.privateKey) },
    { ...good, signature: signClaim({ ...claim, userId: 'did:privy:somebody' }, privateKey) },
    { ...good, signature: signClaim({ ...claim, entropyUid: randomId() }, privateKey) },
    // A public key of small order. Without a strict check, anyone could forge its signatures.
    {
      ...good,
      address: '1'.repeat(32),
      signature: Buffer.from([1, ...new Uint8Array(63)]).toString('base64url'),
    },
  ];
  for (const one of bad) {
    const refused = await client.call(create, { ...body, wallets: [one] });
    expect(refused).toMatchObject({ status: 400, json: { code: 'invalid_data' } });
  }
  expect((await client.call(create, body)).json.created).toBe(true);
});

test('[SOL-02, SOL-03] no Solana wallet is added to an entropy that the user recovers with a password', async () => {
  const ada = await createWalletOwner(service, newEmail());
  await service.database.statement(
    'own',
    `update recoveries set method = 'user-passcode' where user_id = $1`,
  )([ada.user.userId]);
  const solana = makeWallet({ appId: service.app.id, userId: ada.user.userId }, 'solana');
  for (const refused of [
    await ada.client.call(add, toAdd(ada, 'solana', 0)),
    await ada.client.call(create, solana.body),
  ]) {
    expect(refused).toMatchObject({ json: { code: 'not_supported' } });
  }
  expect((await ada.client.call(add, toAdd(ada, 'ethereum', 1))).status).toBe(200);
});
