import { createServerClient } from '@latchkey/node';
import {
  confirm,
  createWalletOwner,
  logIn,
  makePasswordSet,
  type TestService,
  toSetRecovery,
} from '@latchkey/testkit';
import {
  activeSessionRoutes,
  custodyRoutes,
  deviceRoutes,
  emailRoutes,
  forkRoute,
  getAppRoute,
  keyMaterialRoute,
  meRoutes,
  mfaRoutes,
  passkeyRoutes,
  recoveryPasskeyRoutes,
  sessionRoutes,
  smsRoutes,
} from '@latchkey/wire';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { app, createProtected, enrolTotp, logInElsewhere, type Owner, openService } from './mfa.testkit.ts';

const missing = 'missing_or_invalid_mfa';
const wanting = { ...app, identity_tokens: true, mfa_at_login: true, mfa_removal_days: 7 };
let service: TestService;
beforeAll(async () => {
  service = await openService({ apps: [wanting] });
});
afterAll(() => service.close());

const backEnd = () =>
  createServerClient({
    appId: app.id,
    apiUrl: service.config.url,
    fetch: (input, init) => service.fetch(new Request(input, init)),
    now: () => service.clock.now(),
  });
const bearerOf = ({ user }: Pick<Owner, 'user'>) => ({ bearer: user.token });
const refresh = async ({ user }: Pick<Owner, 'user'>) =>
  (await service.call(sessionRoutes.refresh, { body: { refresh_token: user.refreshToken } })).json;

test('in an app with mfa_at_login, a new session of a user with a factor stays pending until it verifies the factor', async () => {
  const ada = await createProtected(service, 'ada@example.com');
  const half = await logInElsewhere(service, 'ada@example.com');
  expect(decodeJwt(half.user.token)).toMatchObject({ acr: 'mfa_pending' });
  const verifyToken = (token: string | null, options?: { requireFactor: boolean }) =>
    backEnd()
      .verifyAccessToken(token ?? '', options)
      .then(
        ({ factor }) => factor?.methods ?? 'none',
        (error: { code?: string }) => error.code,
      );
  // A back end refuses the token by default. It accepts it only with `requireFactor: false`.
  expect(await verifyToken(half.user.token)).toBe(missing);
  expect(await verifyToken(half.user.token, { requireFactor: true })).toBe(missing);
  expect(await verifyToken(half.user.token, { requireFactor: false })).toBe('none');

  const me = await service.call(meRoutes.getMe, bearerOf(half));
  expect(me.status).toBe(200);
  expect(me.json.user.mfa_methods).toEqual([{ type: 'totp', verified_at: expect.any(Number) }]);
  expect(me.json.identity_token).toBeNull();
  const list = await service.call(mfaRoutes.list, bearerOf(half));
  expect(list.json.factors).toHaveLength(1);

  await half.client.call(mfaRoutes.verifyTotp, { code: ada.codeAt() });
  const refreshed = await refresh(half);
  expect(decodeJwt(refreshed.token ?? '')).toMatchObject({ acr: 'mfa', amr: ['mfa', 'otp'] });
  expect(refreshed.identity_token).toMatch(/^ey/);
  expect(await verifyToken(refreshed.token)).toEqual(['mfa', 'otp']);
  expect((await service.call(activeSessionRoutes.list, bearerOf(half))).status).toBe(200);
});

test('[MFA-36] a pending session cannot change accounts, nor use sessions, devices, recovery passkeys and the wallet', async () => {
  const bea = await createProtected(service, 'bea@example.com');
  const half = await logInElsewhere(service, 'bea@example.com');
  const call = { ...bearerOf(half), body: {} };
  service.clock.advance(30_000);
  const phoneNumber = '+12015550601';
  await service.call(smsRoutes.sendCode, { ...call, body: { phoneNumber } });
  const link = { phoneNumber, code: service.outbox.codeFor(phoneNumber) };
  const params = { device_id: 'A'.repeat(22), passkey_id: 'A'.repeat(22), session_id: 'A'.repeat(22) };
  const answers = [
    await service.call(smsRoutes.link, { ...call, body: link }),
    await service.call(emailRoutes.unlink, { ...call, body: { address: 'bea@example.com' } }),
    await service.call(passkeyRoutes.startLink, call),
    await service.call(activeSessionRoutes.list, bearerOf(half)),
    await service.call(activeSessionRoutes.endOthers, call),
    await service.call(activeSessionRoutes.end, { ...call, params }),
    await service.call(deviceRoutes.list, bearerOf(half)),
    await service.call(deviceRoutes.revoke, { ...call, params }),
    await service.call(recoveryPasskeyRoutes.list, bearerOf(half)),
    await service.call(recoveryPasskeyRoutes.remove, { ...call, params }),
    await service.call(keyMaterialRoute, { ...call, params: { address: bea.wallet.address } }),
    await service.call(forkRoute, { ...call, body: { refresh_token: half.user.refreshToken } }),
    await half.client.call(custodyRoutes.recover, bea.wallet.ref),
    await half.client.call(custodyRoutes.verifyToken, {}),
    await half.client.call(custodyRoutes.recoveryParameters, bea.wallet.ref),
    await half.client.call(custodyRoutes.readChain, {
      chain_id: 1,
      questions: [{ about: 'code', address: bea.wallet.address }],
    }),
  ];
  expect(answers.map(({ status, json }) => [status, json.code])).toEqual(answers.map(() => [401, missing]));
  expect(answers.map(({ json }) => json.data)).toEqual(answers.map(() => ({ methods: ['totp'] })));
  // A refresh keeps the session pending, and so does a new proof of the first factor.
  const refreshed = await refresh(half);
  expect(decodeJwt(refreshed.token ?? '')).toMatchObject({ acr: 'mfa_pending' });
  expect(refreshed.identity_token).toBeNull();
  await confirm(service, { token: refreshed.token }, 'bea@example.com');
  const again = await service.call(activeSessionRoutes.list, { bearer: refreshed.token ?? '' });
  expect(again.json.code).toBe(missing);
  const out = await service.call(sessionRoutes.logout, {
    bearer: refreshed.token ?? '',
    body: { refresh_token: refreshed.refresh_token },
  });
  expect(out.status).toBe(200);
});

test('an owner who lost every factor removes them in a pending session with the recovery password', async () => {
  const eva = await createWalletOwner(service, 'eva@example.com');
  const { set, proof } = makePasswordSet(2);
  await eva.client.call(custodyRoutes.setRecovery, toSetRecovery(eva.wallet, set));
  await enrolTotp(service, eva);
  const half = await logInElsewhere(service, 'eva@example.com');
  const started = await half.client.call(mfaRoutes.startProveRecovery, eva.wallet.ref);
  expect(started.json).toMatchObject({ method: 'user-passcode', kdf: set.kdf, salt: set.salt });
  expect(JSON.stringify(started.json)).not.toContain(set.auth_part);
  expect((await half.client.call(mfaRoutes.proveRecovery, { ...eva.wallet.ref, proof })).status).toBe(200);
  expect((await half.client.call(mfaRoutes.removeTotp, {})).json).toEqual({ success: true });
  expect(decodeJwt((await refresh(half)).token ?? '')).not.toHaveProperty('acr');
  // Automatic recovery needs only a login, so it proves no owner, and its parameters are not returned.
  const fay = await createProtected(service, 'fay@example.com');
  const other = await logInElsewhere(service, 'fay@example.com');
  const refused = await other.client.call(mfaRoutes.startProveRecovery, fay.wallet.ref);
  expect(refused.json.code).toBe('not_supported');
});

test('an earlier session that is still pending cannot cancel a removal of the factors, but one that verified a factor can', async () => {
  const gus = await createProtected(service, 'gus@example.com');
  const early = await logInElsewhere(service, 'gus@example.com');
  service.clock.advance(1_000);
  const owner = await logInElsewhere(service, 'gus@example.com');
  const asked = await service.call(mfaRoutes.requestRemoval, { ...bearerOf(owner), body: {} });
  expect(asked.status).toBe(200);
  const cancel = (by: Pick<Owner, 'user'>) =>
    service.call(mfaRoutes.cancelRemoval, { ...bearerOf(by), body: {} });
  expect((await cancel(early)).json.code).toBe(missing);
  expect((await early.client.call(mfaRoutes.cancelRemoval, {})).json.code).toBe(missing);
  expect((await service.call(mfaRoutes.list, bearerOf(owner))).json.removal).not.toBeNull();
  expect((await cancel(gus)).json).toEqual({});
});

test('the tokens of a user without a factor, and of a session that has just enrolled one, have no pending claim', async () => {
  const { token, identity_token } = await logIn(service, 'cleo@example.com');
  expect(decodeJwt(token ?? '')).not.toHaveProperty('acr');
  expect(identity_token).toMatch(/^ey/);
  expect((await backEnd().verifyAccessToken(token ?? '')).factor).toBeNull();
  const dana = await createProtected(service, 'dana@example.com');
  expect((await service.call(activeSessionRoutes.list, bearerOf(dana))).status).toBe(200);
  expect(decodeJwt((await refresh(dana)).token ?? '')).toMatchObject({ acr: 'mfa' });
});

test('mfa_at_login is one of the app’s published settings, and while it is off, as by default, tokens have no pending claim', async () => {
  const settings = async (at: TestService) =>
    (await at.call(getAppRoute, { params: { id: app.id } })).json.mfa_at_login;
  expect(await settings(service)).toBe(true);
  const plain = await service.startAnother({ apps: [app] });
  expect(await settings(plain)).toBe(false);
  await createProtected(service, 'elsa@example.com');
  const back = await logInElsewhere(plain, 'elsa@example.com');
  expect(decodeJwt(back.user.token)).not.toHaveProperty('acr');
  expect((await plain.call(activeSessionRoutes.list, bearerOf(back))).status).toBe(200);
  await plain.close();
});
