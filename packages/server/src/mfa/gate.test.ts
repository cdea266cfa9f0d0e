import {
  createCustodyClient,
  logIn,
  makeAutomaticSet,
  randomId,
  type TestService,
  toAddPasskey,
  toAddWallet,
  toEnrolDevice,
  toSetRecovery,
} from '@latchkey/testkit';
import {
  custodyRoutes,
  deviceRoutes,
  emailRoutes,
  forkRoute,
  mfaRoutes,
  recoveryPasskeyRoutes,
  sessionRoutes,
  smsRoutes,
} from '@latchkey/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { app, createProtected, logInElsewhere, type Owner, openService } from './mfa.testkit.ts';

// The attacker of these tests has the first factor. They log in with the owner's email in a browser of their own, or
// hold the tokens of one of the owner's sessions. They are refused the custody acts that release or change something,
// and changes of factors, devices and login addresses.

/** App with older clients, which cannot name the purpose of a verification. */
const published = { ...app, id: 'latchkey-test-app-publ001', published_clients: true };

let service: TestService;
beforeAll(async () => {
  service = await openService({ apps: [app, published] });
});
afterAll(() => service.close());

type Client = Owner['client'];

/** Returns the custody acts that the gate guards, each with a well-formed body. */
function operationsOf({ wallet }: Owner, client: Client) {
  const ref = wallet.ref;
  const device = { ...ref, device_id: wallet.body.device.device_id, entropy_uid: wallet.entropyUid };
  const set = makeAutomaticSet(2);
  const passkey = {
    recovery_id: randomId(),
    credential_id: randomId(),
    ciphertext: 'A'.repeat(60),
    auth_part: 'A'.repeat(24),
    proof_hash: 'A'.repeat(43),
  };
  const added = { ...wallet.body.wallets[0], wallet_index: 1 };
  return {
    create: () => client.call(custodyRoutes.create, wallet.body),
    import: () => client.call(custodyRoutes.import, { ...wallet.body, kind: 'imported-key' }),
    add: () => client.call(custodyRoutes.add, toAddWallet(wallet, added as never)),
    connect: () => client.call(custodyRoutes.connect, device),
    recover: () => client.call(custodyRoutes.recover, ref),
    recoverByPasskey: () =>
      client.call(custodyRoutes.recoverByPasskey, {
        ...ref,
        credential_id: randomId(),
        proof: 'A'.repeat(43),
      }),
    enrolDevice: () => client.call(custodyRoutes.enrolDevice, toEnrolDevice(wallet)),
    openCloud: () => client.call(custodyRoutes.openCloud, { method: 'icloud' }),
    setRecovery: () => client.call(custodyRoutes.setRecovery, toSetRecovery(wallet, set)),
    addRecoveryPasskey: () => client.call(custodyRoutes.addRecoveryPasskey, toAddPasskey(wallet, passkey)),
    export: () => client.call(custodyRoutes.export, { ...ref, address: wallet.address, what: 'key' }),
  };
}

/** Acts that the gate does not guard. */
const open = [
  ...['context', 'verifyToken', 'recoveryParameters', 'readChain', 'farcasterSigner'],
  'sendReleaseCode',
];

test('[MFA-36, EXPO-03] an attacker with a new login is refused every custody act that releases or changes something', async () => {
  const ada = await createProtected(service, 'ada@example.com');
  const thief = await logInElsewhere(service, 'ada@example.com');
  const operations = operationsOf(ada, thief.client);
  expect([...Object.keys(operations), ...open].sort()).toEqual(Object.keys(custodyRoutes).sort());
  for (const [name, act] of Object.entries(operations)) {
    const { status, json } = await act();
    expect(status, name).toBe(401);
    expect(json.code, name).toBe('missing_or_invalid_mfa');
    expect(json.data).toEqual({ methods: ['totp'] });
  }
  const { json } = await thief.client.call(custodyRoutes.verifyToken, {});
  expect(json.unlocked_for).toBe(0);
});

test('[MFA-36] an attacker’s page with a new login cannot revoke a device, remove a recovery passkey, or change an address', async () => {
  await createProtected(service, 'bea@example.com');
  const thief = await logInElsewhere(service, 'bea@example.com');
  const bearer = thief.user.token;
  const { json: devices } = await service.call(deviceRoutes.list, { bearer });
  const device_id = devices.devices[0]?.id ?? '';
  expect(device_id).not.toBe('');
  service.clock.advance(30_000);
  await service.call(emailRoutes.sendCode, { bearer, body: { email: 'thief@example.com' } });
  const code = service.outbox.codeFor('thief@example.com');
  const answers = [
    await service.call(deviceRoutes.revoke, { bearer, params: { device_id }, body: {} }),
    await service.call(recoveryPasskeyRoutes.remove, {
      bearer,
      params: { passkey_id: randomId() },
      body: {},
    }),
    await service.call(emailRoutes.update, {
      bearer,
      body: { oldAddress: 'bea@example.com', newAddress: 'thief@example.com', code },
    }),
    await service.call(emailRoutes.unlink, { bearer, body: { address: 'bea@example.com' } }),
  ];
  expect(answers.map(({ status, json }) => [status, json.code])).toEqual(
    answers.map(() => [401, 'missing_or_invalid_mfa']),
  );
});

test('[MFA-36] an attacker with a new login can neither enrol nor remove a factor', async () => {
  await createProtected(service, 'cleo@example.com');
  const { client, user } = await logInElsewhere(service, 'cleo@example.com');
  const answers = [
    await client.call(mfaRoutes.startTotp, {}),
    await client.call(mfaRoutes.startSms, { action: 'enroll', phoneNumber: '+12015550111' }),
    await client.call(mfaRoutes.removeTotp, {}),
    await client.call(mfaRoutes.removeSms, {}),
    await client.call(mfaRoutes.enrolPasskeys, { credential_ids: [] }),
    await service.call(mfaRoutes.startSms, {
      bearer: user.token,
      body: { action: 'enroll', phoneNumber: '+12015550111' },
    }),
    await service.call(mfaRoutes.enrolSms, {
      bearer: user.token,
      body: { phoneNumber: '+12015550111', code: '123456' },
    }),
  ];
  const codes = answers.map(({ json }) => json.code);
  // The user already has an authenticator app. A second one is refused before a factor is required.
  expect(codes).toEqual(['not_supported', ...Array(6).fill('missing_or_invalid_mfa')]);
});

test('a verification unlocks the wallet for fifteen minutes, only for its session and key', async () => {
  const dana = await createProtected(service, 'dana@example.com');
  const operations = operationsOf(dana, dana.client);
  const other = await createCustodyClient(service, { token: dana.user.privyAccessToken });
  const elsewhere = await logInElsewhere(service, 'dana@example.com');
  expect((await dana.client.call(mfaRoutes.verifyTotp, { code: dana.codeAt() })).status).toBe(200);
  const { status, json } = await operations.connect();
  expect(status).toBe(200);
  expect(json.unlocked_for).toBe(900);
  expect((await operations.recover()).status).toBe(200);
  for (const client of [other, elsewhere.client]) {
    expect((await operationsOf(dana, client).connect()).json.code).toBe('missing_or_invalid_mfa');
    expect((await operationsOf(dana, client).recover()).json.code).toBe('missing_or_invalid_mfa');
  }
  // The verification unlocks the wallet but permits no act that requires a fresh one.
  for (const act of [operations.export, operations.setRecovery, operations.addRecoveryPasskey])
    expect((await act()).json.code).toBe('missing_or_invalid_mfa');
  service.clock.advance(899_000);
  const late = await dana.client.call(custodyRoutes.verifyToken, {});
  expect(late.json.unlocked_for).toBe(1);
  service.clock.advance(1_000);
  expect((await operations.connect()).json.code).toBe('missing_or_invalid_mfa');
});

test('a verification for an export permits each press within five minutes, and one for a change of recovery only one change', async () => {
  const elsa = await createProtected(service, 'elsa@example.com');
  const operations = operationsOf(elsa, elsa.client);
  await elsa.client.call(mfaRoutes.verifyTotp, { code: elsa.codeAt(), purpose: 'export' });
  for (let press = 0; press < 3; press += 1) {
    expect((await operations.export()).status).toBe(200);
    service.clock.advance(60_000);
  }
  expect((await operations.setRecovery()).json.code).toBe('missing_or_invalid_mfa');
  service.clock.advance(120_000);
  expect((await operations.export()).json.code).toBe('missing_or_invalid_mfa');

  await elsa.client.call(mfaRoutes.verifyTotp, { code: elsa.codeAt(), purpose: 'set_recovery' });
  expect((await operations.setRecovery()).status).toBe(200);
  expect((await operations.addRecoveryPasskey()).json.code).toBe('missing_or_invalid_mfa');
  expect((await operations.export()).json.code).toBe('missing_or_invalid_mfa');
});

test('[S13] a verification without a purpose unlocks the wallet, and permits no export and no change of recovery or factors', async () => {
  const lena = await createProtected(service, 'lena@example.com');
  const operations = operationsOf(lena, lena.client);
  const { json } = await lena.client.call(mfaRoutes.verifyTotp, { code: lena.codeAt(), kind: 'fresh' });
  expect(json).toMatchObject({ unlocked_for: 900, fresh_for: null });
  expect((await operations.connect()).status).toBe(200);
  const answers = [
    await operations.export(),
    await operations.setRecovery(),
    await operations.addRecoveryPasskey(),
    await lena.client.call(mfaRoutes.removeTotp, {}),
    await lena.client.call(mfaRoutes.makeBackupCodes, {}),
    await lena.client.call(mfaRoutes.startSms, { action: 'enroll', phoneNumber: '+12015550112' }),
  ];
  expect(answers.map((answer) => answer.json.code)).toEqual(Array(6).fill('missing_or_invalid_mfa'));
});

test('in an app with published_clients, a fresh verification without a purpose permits an export, but no change of recovery or factors', async () => {
  const mona = await createProtected(service, 'mona@example.com', published.id);
  const operations = operationsOf(mona, mona.client);
  await mona.client.call(mfaRoutes.verifyTotp, { code: mona.codeAt(), kind: 'fresh' });
  expect((await operations.setRecovery()).json.code).toBe('missing_or_invalid_mfa');
  expect((await mona.client.call(mfaRoutes.removeTotp, {})).json.code).toBe('missing_or_invalid_mfa');
  expect((await operations.export()).status).toBe(200);
});

test('a verification for a change of factors permits neither an export nor a change of recovery, and ends after two minutes', async () => {
  const fay = await createProtected(service, 'fay@example.com');
  const operations = operationsOf(fay, fay.client);
  await fay.client.call(mfaRoutes.verifyTotp, { code: fay.codeAt(), purpose: 'change_factors' });
  expect((await operations.export()).json.code).toBe('missing_or_invalid_mfa');
  expect((await operations.setRecovery()).json.code).toBe('missing_or_invalid_mfa');
  service.clock.advance(120_000);
  expect((await fay.client.call(mfaRoutes.removeTotp, {})).json.code).toBe('missing_or_invalid_mfa');
});

test('a page revokes a device only after a verification for that purpose', async () => {
  const gwen = await createProtected(service, 'gwen@example.com');
  const bearer = gwen.user.token;
  const { json } = await service.call(deviceRoutes.list, { bearer });
  const revoke = () =>
    service.call(deviceRoutes.revoke, { bearer, params: { device_id: json.devices[0]?.id ?? '' }, body: {} });
  await gwen.client.call(mfaRoutes.verifyTotp, { code: gwen.codeAt(), kind: 'fresh' });
  expect((await revoke()).json.code).toBe('missing_or_invalid_mfa');
  service.clock.advance(60_000);
  await gwen.client.call(mfaRoutes.verifyTotp, { code: gwen.codeAt(), purpose: 'revoke_device' });
  expect((await revoke()).status).toBe(200);
});

test('each change of the login address requires a new verification', async () => {
  const hana = await createProtected(service, 'hana@example.com');
  const bearer = hana.user.token;
  const update = async (from: string, to: string) => {
    service.clock.advance(30_000);
    await service.call(emailRoutes.sendCode, { bearer, body: { email: to } });
    const body = { oldAddress: from, newAddress: to, code: service.outbox.codeFor(to) };
    return service.call(emailRoutes.update, { bearer, body });
  };
  await hana.client.call(mfaRoutes.verifyTotp, { code: hana.codeAt(), purpose: 'change_account' });
  expect((await update('hana@example.com', 'hana2@example.com')).status).toBe(200);
  expect((await update('hana2@example.com', 'hana3@example.com')).json.code).toBe('missing_or_invalid_mfa');
});

test('[FRAME-12] a verification stays valid after a refresh of its session, but not in a fork of it or after a clear', async () => {
  const ida = await createProtected(service, 'ida@example.com');
  const operations = operationsOf(ida, ida.client);
  await ida.client.call(mfaRoutes.verifyTotp, { code: ida.codeAt() });
  const refreshed = await service.call(sessionRoutes.refresh, {
    body: { refresh_token: ida.user.refreshToken },
  });
  const token = refreshed.json.privy_access_token ?? '';
  const device = {
    ...ida.wallet.ref,
    device_id: ida.wallet.body.device.device_id,
    entropy_uid: ida.wallet.entropyUid,
  };
  expect((await ida.client.call(custodyRoutes.connect, device, { token })).status).toBe(200);

  const forked = await service.call(forkRoute, {
    bearer: refreshed.json.token ?? '',
    body: { refresh_token: refreshed.json.refresh_token },
  });
  const fork = await service.call(sessionRoutes.recoverFork, {
    body: { refresh_token: forked.json.new_session_refresh_token },
  });
  const forkToken = fork.json.privy_access_token ?? '';
  const ofFork = await ida.client.call(custodyRoutes.connect, device, { token: forkToken });
  expect(ofFork.json.code).toBe('missing_or_invalid_mfa');

  await ida.client.call(mfaRoutes.clear, {});
  expect((await operations.connect()).json.code).toBe('missing_or_invalid_mfa');
  const rows = service.database.statement<{ count: string }>(
    'test_grants',
    'select count(*) as count from mfa_grants where session_id in (select session_id from sessions where user_id = $1)',
  );
  expect(Number((await rows([ida.user.userId]))[0]?.count)).toBe(0);
});

test('[FRAME-12] a log-out deletes the verifications of its session, so a later login with the same key starts without any', async () => {
  const email = 'mara@example.com';
  const mara = await createProtected(service, email);
  const device = {
    ...mara.wallet.ref,
    device_id: mara.wallet.body.device.device_id,
    entropy_uid: mara.wallet.entropyUid,
  };
  const connect = (token: string) => mara.client.call(custodyRoutes.connect, device, { token });
  const laptop = await logInElsewhere(service, email);
  const verify = async (client: Client, purpose?: 'export') => {
    const body = { code: mara.codeAt(), ...(purpose ? { purpose } : {}) };
    expect((await client.call(mfaRoutes.verifyTotp, body)).status).toBe(200);
    service.clock.advance(30_000);
  };
  await verify(mara.client);
  await verify(mara.client, 'export');
  await verify(laptop.client);
  expect((await connect(mara.user.privyAccessToken)).status).toBe(200);
  const find = service.database.statement<{ session: string; kind: string }>(
    'test_grants_of_sessions',
    'select session_id as session, kind from mfa_grants where user_id = $1',
  );
  const before = await find([mara.user.userId]);
  expect(new Set(before.map(({ session }) => session)).size).toBe(2);

  await service.call(sessionRoutes.logout, { body: { refresh_token: mara.user.refreshToken } });
  // The laptop's session keeps what it verified.
  const [kept, ...others] = await find([mara.user.userId]);
  expect(kept?.kind).toBe('unlock');
  expect(others).toEqual([]);
  expect((await connect(mara.user.privyAccessToken)).json.code).toBe('missing_or_invalid_token');
  const again = await logIn(service, email);
  const refused = await connect(again.privy_access_token ?? '');
  expect(refused.status).toBe(401);
  expect(refused.json.code).toBe('missing_or_invalid_mfa');
});

test('a session that has not verified the factor cannot recover the wallet', async () => {
  const jana = await createProtected(service, 'jana@example.com');
  const before = await logInElsewhere(service, 'jana@example.com');
  expect((await operationsOf(jana, before.client).recover()).json.code).toBe('missing_or_invalid_mfa');
});

test('[MFA-19] a refusal has an empty list of methods if the app accepts none of the user’s methods any more', async () => {
  const kim = await createProtected(service, 'kim@example.com');
  const other = await service.startAnother({ apps: [{ ...app, mfa_methods: ['passkey'] }] });
  const at = { at: other };
  const device = {
    ...kim.wallet.ref,
    device_id: kim.wallet.body.device.device_id,
    entropy_uid: kim.wallet.entropyUid,
  };
  const refused = await kim.client.call(custodyRoutes.connect, device, at);
  expect(refused.status).toBe(401);
  expect(refused.json.code).toBe('missing_or_invalid_mfa');
  expect(refused.json.data).toEqual({ methods: [] });
  expect(refused.json.error).toContain('takes none of your second factors any more');
  const verified = await kim.client.call(mfaRoutes.verifyTotp, { code: kim.codeAt() }, at);
  expect(verified.json.code).toBe('missing_or_invalid_mfa');
  await other.close();
});

test('linking an account requires a factor only if the app sets mfa_for_linking', async () => {
  const strict = await service.startAnother({ apps: [{ ...app, mfa_for_linking: true }] });
  const lea = await createProtected(service, 'lea@example.com');
  const bearer = lea.user.token;
  const phoneNumber = '+12015550188';
  const link = async () => {
    service.clock.advance(30_000);
    await strict.call(smsRoutes.sendCode, { bearer, body: { phoneNumber } });
    return strict.call(smsRoutes.link, {
      bearer,
      body: { phoneNumber, code: service.outbox.codeFor(phoneNumber) },
    });
  };
  expect((await link()).json.code).toBe('missing_or_invalid_mfa');
  await lea.client.call(mfaRoutes.verifyTotp, { code: lea.codeAt(), purpose: 'change_account' });
  expect((await link()).status).toBe(200);
  // Without `mfa_for_linking`, a link needs no factor: it removes nothing, and the owner is notified.
  const plain = await createProtected(service, 'mia@example.com');
  service.clock.advance(30_000);
  const other = '+12015550189';
  await service.call(smsRoutes.sendCode, { bearer: plain.user.token, body: { phoneNumber: other } });
  const body = { phoneNumber: other, code: service.outbox.codeFor(other) };
  await strict.close();
  const again = await service.startAnother({ apps: [app] });
  expect((await again.call(smsRoutes.link, { bearer: plain.user.token, body })).status).toBe(200);
  await again.close();
});
