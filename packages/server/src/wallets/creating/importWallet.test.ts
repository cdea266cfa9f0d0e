import { createCustodyClient, enterCustody, makeWallet, signClaim, toAddWallet } from '@latchkey/testkit';
import { custodyRoutes, limits } from '@latchkey/wire';
import { expect, test } from 'vitest';
import { shareService } from './people.testkit.ts';

const { service, newEmail } = shareService();

const { add, create, import: take, recover } = custodyRoutes;
const kind = 'imported-key' as const;
type Made = ReturnType<typeof makeWallet>;

/** The same key again, as another browser would register it. */
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

test('imports stand beside the created wallet, each with an entropy of its own that recovers by itself', async () => {
  const { user, client, wallet } = await enterCustody(service, newEmail());
  const owner = { appId: service.app.id, userId: user.userId };
  const [key, phrase] = [makeWallet(owner), makeWallet(owner, 'solana')];
  expect((await client.call(take, { ...key.body, kind })).json.created).toBe(true);
  expect((await client.call(create, wallet.body)).json.created).toBe(true);
  expect((await client.call(take, { ...phrase.body, kind: 'imported-phrase' })).json.created).toBe(true);
  const imported = await client.call(recover, key.ref);
  expect(imported.json).toMatchObject({ kind, method: 'privy', entropy_uid: key.entropyUid });
  expect((await client.call(recover, phrase.ref)).json).toMatchObject({ kind: 'imported-phrase' });
});

test('an imported key has one wallet', async () => {
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
});

test('a key that is imported twice at the same time is one wallet; later it is refused', async () => {
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

test('the key of a created wallet, or of somebody else, is refused, and nothing is left', async () => {
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
    'entropies',
    sql,
  )([[user.userId, eve.user.userId]]);
  expect(Number(row?.count)).toBe(1);
});
