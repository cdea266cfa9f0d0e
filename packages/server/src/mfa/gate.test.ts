import {
  createCustodyClient,
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

// The thief of these tests has the first factor: they log in anew by the owner's mail, with a browser of their own, or hold
// the tokens of a session of the owner's. Every act that releases something, or changes what protects the owner, is refused.

/** An app whose clients cannot say what they verify a factor for. */
const published = { ...app, id: 'latchkey-test-app-publ001', published_clients: true };

let service: TestService;
beforeAll(async () => {
  service = await openService({ apps: [app, published] });
});
afterAll(() => service.close());

type Client = Owner['client'];

/** Every custody act, as someone calls it who knows all that a first factor tells. */
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

/**
 * Acts that release nothing: what the wallet is recovered by, that a token is good, what a chain says of an address or a signer,
 * and a code that goes to the owner, and to no owner who has a factor (`releaseCode.test.ts`).
 */
const open = [
  ...['context', 'verifyToken', 'recoveryParameters', 'readChain', 'farcasterSigner'],
  'sendReleaseCode',
];

test('[MFA-36, EXPO-03] a thief who logs in anew is refused every custody act that releases or changes something', async () => {
  const ada = await createProtected(service, 'ada@example.com');
  const thief = await logInElsewhere(service, 'ada@example.com');
  const operations = operationsOf(ada, thief.client);
  expect([...Object.keys(operations), ...open].sort()).toEqual(Object.keys(custodyRoutes).sort());
  for (const [name, act] of Object.entries(operations)) {
    const { status, json } = await act();
    expect([name, status, json.code]).toEqual([name, 401, 'missing_or_invalid_mfa']);
    expect(json.data).toEqual({ methods: ['totp'] });
  }
  const { json } = await thief.client.call(custodyRoutes.verifyToken, {});
  expect(json.unlocked_for).toBe(0);
});

test('[MFA-36] the pages of such a thief remove no device and no passkey, and change no address', async () => {
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

test('[MFA-36] nor do they enrol, replace or remove a factor', async () => {
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
  // There is an authenticator app: a second one is refused before anything is asked.
  expect(codes).toEqual(['not_supported', ...Array(6).fill('missing_or_invalid_mfa')]);
});

test('a verification opens the wallet to its session and key for fifteen minutes, and to no other', async () => {
  const dana = await createProtected(service, 'dana@example.com');
  const operations = operationsOf(dana, dana.client);
  const other = await createCustodyClient(service, { token: dana.user.privyAccessToken });
  const elsewhere = await logInElsewhere(service, 'dana@example.com');
  expect((await dana.client.call(mfaRoutes.verifyTotp, { code: dana.codeAt() })).status).toBe(200);
  const { status, json } = await operations.connect();
  expect([status, json.unlocked_for]).toEqual([200, 900]);
  expect((await operations.recover()).status).toBe(200);
  for (const client of [other, elsewhere.client]) {
    expect((await operationsOf(dana, client).connect()).json.code).toBe('missing_or_invalid_mfa');
    expect((await operationsOf(dana, client).recover()).json.code).toBe('missing_or_invalid_mfa');
  }
  // It opens, and permits nothing that asks anew.
  for (const act of [operations.export, operations.setRecovery, operations.addRecoveryPasskey])
    expect((await act()).json.code).toBe('missing_or_invalid_mfa');
  service.clock.advance(899_000);
  const late = await dana.client.call(custodyRoutes.verifyToken, {});
  expect(late.json.unlocked_for).toBe(1);
  service.clock.advance(1_000);
  expect((await operations.connect()).json.code).toBe('missing_or_invalid_mfa');
});

test('a verification for an export permits all its presses, and one for recovery a single change', async () => {
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

test('[S13] a verification that names nothing opens the wallet to sign, and permits no act that asks anew', async () => {
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

test('an app of published clients takes it for an export, and for nothing else', async () => {
  const mona = await createProtected(service, 'mona@example.com', published.id);
  const operations = operationsOf(mona, mona.client);
  await mona.client.call(mfaRoutes.verifyTotp, { code: mona.codeAt(), kind: 'fresh' });
  expect((await operations.setRecovery()).json.code).toBe('missing_or_invalid_mfa');
  expect((await mona.client.call(mfaRoutes.removeTotp, {})).json.code).toBe('missing_or_invalid_mfa');
  expect((await operations.export()).status).toBe(200);
});

test('a verification for one act by name permits no other, and none after two minutes', async () => {
  const fay = await createProtected(service, 'fay@example.com');
  const operations = operationsOf(fay, fay.client);
  await fay.client.call(mfaRoutes.verifyTotp, { code: fay.codeAt(), purpose: 'change_factors' });
  expect((await operations.export()).json.code).toBe('missing_or_invalid_mfa');
  expect((await operations.setRecovery()).json.code).toBe('missing_or_invalid_mfa');
  service.clock.advance(120_000);
  expect((await fay.client.call(mfaRoutes.removeTotp, {})).json.code).toBe('missing_or_invalid_mfa');
});

test('what a page asks takes a verification by name, so that no one with its token spends another one', async () => {
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

test('a change of the login address takes one too, and is done once', async () => {
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

test('[FRAME-12] a refresh keeps what was verified; a fork, a log-out and a clearing do not', async () => {
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

test('a session of before the enrolment is opened to no more than any other', async () => {
  const jana = await createProtected(service, 'jana@example.com');
  const before = await logInElsewhere(service, 'jana@example.com');
  expect((await operationsOf(jana, before.client).recover()).json.code).toBe('missing_or_invalid_mfa');
});

test('[MFA-19] where the app takes none of the methods any more, the act stays refused and says so', async () => {
  const kim = await createProtected(service, 'kim@example.com');
  const other = await service.startAnother({ apps: [{ ...app, mfa_methods: ['passkey'] }] });
  const at = { at: other };
  const device = {
    ...kim.wallet.ref,
    device_id: kim.wallet.body.device.device_id,
    entropy_uid: kim.wallet.entropyUid,
  };
  const refused = await kim.client.call(custodyRoutes.connect, device, at);
  expect([refused.status, refused.json.code, refused.json.data]).toEqual([
    401,
    'missing_or_invalid_mfa',
    { methods: [] },
  ]);
  expect(refused.json.error).toContain('takes none of your second factors any more');
  const verified = await kim.client.call(mfaRoutes.verifyTotp, { code: kim.codeAt() }, at);
  expect(verified.json.code).toBe('missing_or_invalid_mfa');
  await other.close();
});

test('an app may want a factor for every change of accounts, linking too', async () => {
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
  // Where the app does not ask for it, linking takes nothing away, and is told to the owner.
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
