import { createCustodyClient, enterCustody, makeWallet, signClaim, toAddWallet } from '@latchkey/testkit';
import { custodyRoutes, limits, meRoutes } from '@latchkey/wire';
import { expect, test } from 'vitest';
import { shareService } from './people.testkit.ts';

const { service, newEmail } = shareService();

const { add, create, import: take, recover } = custodyRoutes;
const kind = 'imported-key' as const;
type Made = ReturnType<typeof makeWallet>;

/** Returns the body with which another browser would import the same key. */
function anew(userId: string, made: Made): Made['body'] {
  const owner = { appId: service.app.id, userId };
  const { body } = makeWallet(owner);
  const claim = {
    ...owner,
    entropyUid: body.entropy_uid,
    chainType: 'ethereum',
    address: made.address,
  } as const;
  const wallet = { address: made.address, chain_type: 'ethereum', wallet_index: 0 } as const;
  return { ...body, wallets: [{ ...wallet, signature: signClaim(claim, made.privateKey) }] };
}

test('[EMBW-20] an imported key and an imported phrase exist beside the created wallet, are marked as imported, and can be recovered', async () => {
  const { user, client, wallet } = await enterCustody(service, newEmail());
  const owner = { appId: service.app.id, userId: user.userId };
  const [key, phrase] = [makeWallet(owner), makeWallet(owner, 'solana')];
  expect((await client.call(take, { ...key.body, kind })).json.created).toBe(true);
  expect((await client.call(create, wallet.body)).json.created).toBe(true);
  expect((await client.call(take, { ...phrase.body, kind: 'imported-phrase' })).json.created).toBe(true);
  const imported = await client.call(recover, key.ref);
  expect(imported.json).toMatchObject({ kind, method: 'privy', entropy_uid: key.entropyUid });
  expect((await client.call(recover, phrase.ref)).json).toMatchObject({ kind: 'imported-phrase' });
  const { json } = await service.call(meRoutes.getMe, { bearer: user.token });
  const accounts = json.user.linked_accounts.filter((account) => account.type === 'wallet');
  expect(new Map(accounts.map(({ address, imported }) => [address, imported]))).toEqual(
    new Map([
      [key.address, true],
      [wallet.address, false],
      [phrase.address, true],
    ]),
  );
});

test('an imported key gets no second wallet', async () => {
  const { user, client, wallet } = await enterCustody(service, newEmail());
  await client.call(take, { ...wallet.body, kind });
  const made = makeWallet({ appId: service.app.id, userId: user.userId });
  const claim = {
    appId: service.app.id,
    userId: user.userId,
    chainType: 'ethereum',
    address: made.address,
  } as const;
  const signature = signClaim({ ...claim, entropyUid: wallet.entropyUid }, made.privateKey);
  const added = { address: made.address, chain_type: 'ethereum', wallet_index: 1, signature } as const;
  const refused = await client.call(add, toAddWallet(wallet, added));
  expect(refused.json.code).toBe('not_supported');
  expect(refused.json.error).toContain('An imported key has one wallet');
});

test('a key that is imported several times at once becomes one wallet, and a later import is refused', async () => {
  const { user, wallet } = await enterCustody(service, newEmail());
  const tabs = await Promise.all(
    [1, 2, 3].map(() => createCustodyClient(service, { token: user.privyAccessToken })),
  );
  const replies = await Promise.all(
    tabs.map((tab) => tab.call(take, { ...anew(user.userId, wallet), kind })),
  );
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(replies.filter(({ json }) => json.created)).toHaveLength(1);
  expect(new Set(replies.map(({ json }) => json.entropy_uid)).size).toBe(1);
  service.clock.advance(limits.createReplyMs + 1);
  const late = await tabs[0]?.call(take, { ...anew(user.userId, wallet), kind });
  expect(late).toMatchObject({ status: 422, json: { code: 'embedded_wallet_already_exists' } });
});

test('importing the key of a created wallet, or of another user’s wallet, is refused and stores no entropy', async () => {
  const { user, client, wallet } = await enterCustody(service, newEmail());
  await client.call(create, wallet.body);
  const own = await client.call(take, { ...anew(user.userId, wallet), kind });
  expect(own).toMatchObject({ status: 422, json: { code: 'embedded_wallet_already_exists' } });
  expect(own.json.error).toBe('This key is one of your wallets already');
  const eve = await enterCustody(service, newEmail());
  const foreign = await eve.client.call(take, { ...anew(eve.user.userId, wallet), kind });
  expect(foreign.json.code).toBe('linked_to_another_user');
  const sql = 'select count(*) as count from entropies where user_id = any($1)';
  const [row] = await service.database.statement<{ count: string }>(
    'entropies_of_two',
    sql,
  )([[user.userId, eve.user.userId]]);
  expect(Number(row?.count)).toBe(1);
});

test('of eleven imports at once over two processes, those beyond the limit are refused, and the others get the same answer again', async () => {
  const another = await service.startAnother();
  const { user } = await enterCustody(service, newEmail());
  const owner = { appId: service.app.id, userId: user.userId };
  await service.database.statement(
    'imported_before',
    `insert into entropies (app_id, user_id, entropy_uid, kind, created_at_ms)
     select $1, $2, $2 || place, 'imported-key', 0 from generate_series(6, $3::int) as place`,
  )([owner.appId, owner.userId, limits.importedWallets]);
  const tries = await Promise.all(
    Array.from({ length: 11 }, async (_, index) => {
      const at = index % 2 ? another : service;
      const client = await createCustodyClient(at, { token: user.privyAccessToken });
      const body = { ...makeWallet(owner).body, kind };
      return { client, body, reply: await client.call(take, body) };
    }),
  );
  const made = tries.filter(({ reply }) => reply.status === 200);
  const refused = tries.filter(({ reply }) => reply.json.code === 'invalid_data');
  expect(made.length).toBe(5);
  expect(refused.length).toBe(6);
  expect(refused[0]?.reply.json.error).toBe('A user can import at most 100 wallets.');
  const sql = 'select count(*)::int as count from entropies where user_id = $1';
  const count = service.database.statement<{ count: number }>('imported_now', sql);
  expect(await count([owner.userId])).toEqual([{ count: limits.importedWallets }]);
  const again = await Promise.all(made.map(({ client, body }) => client.call(take, body)));
  expect(again.map(({ json }) => json)).toEqual(made.map(({ reply }) => reply.json));
  await another.close();
});
