import {
  type Authenticator,
  createAuthenticator,
  createWalletOwner,
  type TestService,
} from '@latchkey/testkit';
import { auditRoutes, custodyRoutes, meRoutes, mfaRoutes, passkeyRoutes } from '@latchkey/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { app, logInElsewhere, type Owner, openService, signFactor } from '../mfa.testkit.ts';

let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

const { startPasskey, verifyPasskey, enrolPasskeys } = mfaRoutes;

/** Creates a user with a wallet who has linked a passkey. */
async function createHolder(email: string) {
  const owner = await createWalletOwner(service, email);
  const authenticator = createAuthenticator();
  const id = await link(owner, authenticator);
  return { ...owner, authenticator, id };
}

async function link(owner: Pick<Owner, 'user'>, authenticator: Authenticator) {
  const bearer = owner.user.token;
  const start = await service.call(passkeyRoutes.startLink, { bearer, body: {} });
  const made = authenticator.make(start.json.options);
  const linked = await service.call(passkeyRoutes.link, { bearer, body: { authenticator_response: made } });
  if (linked.status !== 200) throw new Error(`The link was answered ${linked.json.code}`);
  return made.id;
}

const enrol = (owner: Owner, ids: string[]) =>
  owner.client.call(enrolPasskeys, {
    credential_ids: ids,
    wallet: signFactor(owner, 'passkey', ids.join(' ')),
  });

async function answer(owner: Pick<Owner, 'user'>, authenticator: Authenticator, passkey?: string) {
  const { json } = await service.call(startPasskey, { bearer: owner.user.token, body: {} });
  return { json, response: authenticator.use(json.options, passkey === undefined ? {} : { passkey }) };
}

const me = async ({ user }: Pick<Owner, 'user'>) =>
  (await service.call(meRoutes.getMe, { bearer: user.token })).json;

test('[MFA-32, MFA-33, PASS-07] a passkey is enrolled as a factor, requested by its id, verified once, and removed with an empty list', async () => {
  const ada = await createHolder('ada@example.com');
  expect((await enrol(ada, [ada.id])).json).toEqual({});
  const { user } = await me(ada);
  expect(user.mfa_methods).toMatchObject([{ type: 'passkey' }]);
  expect(user.linked_accounts.find(({ type }) => type === 'passkey')).toMatchObject({
    enrolled_in_mfa: true,
  });

  const { json, response } = await answer(ada, ada.authenticator);
  expect(json.options).toMatchObject({
    rp_id: 'localhost',
    allow_credentials: [{ id: ada.id, type: 'public-key' }],
  });
  const body = { authenticator_response: response, purpose: 'change_factors' } as const;
  expect((await ada.client.call(verifyPasskey, body)).status).toBe(200);
  expect((await ada.client.call(verifyPasskey, body)).json.code).toBe('missing_or_invalid_mfa');
  expect((await ada.client.call(enrolPasskeys, { credential_ids: [] })).json).toEqual({});
  const after = await me(ada);
  expect(after.user.mfa_methods).toEqual([]);
  expect(after.user.linked_accounts.find(({ type }) => type === 'passkey')).toMatchObject({
    enrolled_in_mfa: false,
  });
});

test('the removal of one of two passkey factors is recorded, and the user is notified', async () => {
  const gail = await createHolder('gail@example.com');
  const spare = await link(gail, gail.authenticator);
  await enrol(gail, [gail.id, spare]);
  const { response } = await answer(gail, gail.authenticator, gail.id);
  await gail.client.call(verifyPasskey, { authenticator_response: response, purpose: 'change_factors' });
  await service.service.sweep();
  service.outbox.clear();
  expect((await gail.client.call(enrolPasskeys, { credential_ids: [gail.id] })).json).toEqual({});
  await service.service.sweep();
  expect(service.outbox.messages.map(({ to, subject }) => [to, subject])).toEqual([
    ['gail@example.com', 'A verification method was removed from your Tidewater account'],
  ]);
  await service.service.seal();
  const { json } = await service.call(auditRoutes.list, {
    params: { id: app.id },
    bearer: service.config.adminKey,
    body: { limit: '1000' },
  });
  const removals = json.events.filter(({ kind }) => kind === 'mfa.disabled');
  expect(removals.find(({ user_id }) => user_id === gail.user.userId)?.details).toEqual({
    method: 'passkey',
  });
});

test('[MFA-14] an empty list removes a passkey factor only after the passkey was verified for that', async () => {
  const dora = await createHolder('dora@example.com');
  await enrol(dora, [dora.id]);
  await dora.client.call(mfaRoutes.clear, {});
  const methods = async () => (await me(dora)).user.mfa_methods.map(({ type }) => type);
  const remove = () => dora.client.call(enrolPasskeys, { credential_ids: [] });
  expect((await remove()).json.code).toBe('missing_or_invalid_mfa');
  expect(await methods()).toEqual(['passkey']);
  const { response } = await answer(dora, dora.authenticator);
  await dora.client.call(verifyPasskey, { authenticator_response: response, purpose: 'change_factors' });
  expect((await remove()).json).toEqual({});
  expect(await methods()).toEqual([]);
});

test('[LINK-20, S40] a passkey that is a factor cannot be unlinked', async () => {
  const bea = await createHolder('bea@example.com');
  await enrol(bea, [bea.id]);
  const { status, json } = await service.call(passkeyRoutes.unlink, {
    bearer: bea.user.token,
    body: { credential_id: bea.id },
  });
  expect(status).toBe(401);
  expect(json.code).toBe('missing_or_invalid_mfa');
  expect(json.error).toBe('Cannot unlink a passkey enrolled in MFA');
});

test('[MFA-36] a passkey response of a login, another session, another passkey or another user verifies no factor', async () => {
  const cleo = await createHolder('cleo@example.com');
  const spare = await link(cleo, cleo.authenticator);
  await enrol(cleo, [cleo.id]);
  await cleo.client.call(mfaRoutes.clear, {});
  const elsewhere = await logInElsewhere(service, 'cleo@example.com');
  const eve = await createHolder('eve@example.com');
  await enrol(eve, [eve.id]);
  const verify = async (response: unknown) => {
    service.clock.advance(10_000);
    return (await cleo.client.call(verifyPasskey, { authenticator_response: response } as never)).json.code;
  };
  const { json: login } = await service.call(passkeyRoutes.startLogin, { body: {} });
  const wrong = [
    cleo.authenticator.use(login.options),
    (await answer(elsewhere, cleo.authenticator)).response,
    (await answer(cleo, cleo.authenticator, spare)).response,
    (await answer(eve, eve.authenticator)).response,
  ];
  for (const response of wrong) expect(await verify(response)).toBe('missing_or_invalid_mfa');
  const { json } = await cleo.client.call(custodyRoutes.verifyToken, {});
  expect(json.unlocked_for).toBe(0);
  expect(await verify((await answer(cleo, cleo.authenticator, cleo.id)).response)).toBeUndefined();
});

test('a user can enrol only their own passkeys as factors, and a further one only after a fresh verification', async () => {
  const dana = await createHolder('dana@example.com');
  const eve = await createHolder('fay@example.com');
  expect((await enrol(dana, [eve.id])).json.code).toBe('not_found');
  const spare = await link(dana, dana.authenticator);
  await enrol(dana, [dana.id]);
  expect((await enrol(dana, [dana.id, spare])).json.code).toBe('missing_or_invalid_mfa');
  const { response } = await answer(dana, dana.authenticator, dana.id);
  await dana.client.call(verifyPasskey, { authenticator_response: response, purpose: 'change_factors' });
  expect((await enrol(dana, [dana.id, spare])).json).toEqual({});
  const { json } = await service.call(mfaRoutes.list, { bearer: dana.user.token });
  expect(json.factors).toHaveLength(2);
});
