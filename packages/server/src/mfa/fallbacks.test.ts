import { createWalletOwner, makePasswordSet, type TestService, toSetRecovery } from '@latchkey/testkit';
import { custodyRoutes, mfaRoutes } from '@latchkey/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { app, createProtected, enrolTotp, logInElsewhere, type Owner, openService } from './mfa.testkit.ts';

let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

const { makeBackupCodes, verifyBackupCode, verifyTotp, removeTotp, proveRecovery } = mfaRoutes;
const missing = 'missing_or_invalid_mfa';

const deviceOf = ({ wallet }: Owner) => ({
  ...wallet.ref,
  device_id: wallet.body.device.device_id,
  entropy_uid: wallet.entropyUid,
});

test('a user creates ten backup codes of 80 bits right after an enrolment, and the service stores hashes of 32 bytes', async () => {
  const ada = await createWalletOwner(service, 'ada@example.com');
  const { json: none } = await ada.client.call(makeBackupCodes, {});
  expect(none.code).toBe('not_supported');
  const start = service.clock.now();
  await enrolTotp(service, ada);
  expect(service.clock.now() - start).toBe(60_000);
  const { json } = await ada.client.call(makeBackupCodes, {});
  expect(json.codes).toHaveLength(10);
  expect(new Set(json.codes).size).toBe(10);
  for (const code of json.codes) expect(code).toMatch(/^(?:[0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
  const rows = await service.database.statement<{ code_hash: Uint8Array }>(
    'test_backup_codes',
    'select code_hash from mfa_backup_codes',
  )([]);
  expect(rows.map(({ code_hash }) => code_hash.length)).toEqual(Array(10).fill(32));
  const { json: list } = await service.call(mfaRoutes.list, { bearer: ada.user.token });
  expect(list.backup_codes).toBe(10);
  expect(list.factors.length).toBe(1);
  expect((await ada.client.call(makeBackupCodes, {})).json.code).toBe(missing);
});

test('an attacker with the first factor gets no backup codes, nor does a session that has only unlocked the wallet', async () => {
  const bea = await createProtected(service, 'bea@example.com');
  const thief = await logInElsewhere(service, 'bea@example.com');
  expect((await thief.client.call(makeBackupCodes, {})).json.code).toBe(missing);
  service.clock.advance(120_000);
  await bea.client.call(verifyTotp, { code: bea.codeAt() });
  expect((await bea.client.call(makeBackupCodes, {})).json.code).toBe(missing);
  service.clock.advance(60_000);
  await bea.client.call(verifyTotp, { code: bea.codeAt(), purpose: 'backup_codes' });
  expect((await bea.client.call(makeBackupCodes, {})).json.codes).toHaveLength(10);
});

test('a backup code is accepted once, to unlock the wallet or to change factors, and the user is notified', async () => {
  const cleo = await createWalletOwner(service, 'cleo@example.com');
  await enrolTotp(service, cleo);
  const { json } = await cleo.client.call(makeBackupCodes, {});
  const [first = '', second = '', third = ''] = json.codes;
  const back = await logInElsewhere(service, 'cleo@example.com');
  const client = back.client;
  service.outbox.clear();
  const typed = first
    .toLowerCase()
    .replaceAll('-', '\u3000')
    .replaceAll('0', 'o')
    .replaceAll('1', 'l')
    .replace(/[!-~]/g, (sign) => String.fromCodePoint(sign.charCodeAt(0) + 0xfee0));
  const opened = await client.call(verifyBackupCode, { code: typed });
  expect(opened.json).toMatchObject({ unlocked_for: 900, fresh_for: null });
  expect((await client.call(custodyRoutes.recover, cleo.wallet.ref)).status).toBe(200);
  expect((await client.call(verifyBackupCode, { code: first })).json.code).toBe(missing);
  await service.service.sweep();
  expect(service.outbox.messages.map(({ subject }) => subject)).toContain(
    'Your Tidewater account was accessed without your verification method',
  );
  await client.call(verifyBackupCode, { code: second, purpose: 'change_factors' });
  const take = { ...cleo.wallet.ref, address: cleo.wallet.address, what: 'key' } as const;
  expect((await client.call(custodyRoutes.export, take)).json.code).toBe(missing);
  expect((await client.call(removeTotp, {})).json).toEqual({ success: true });
  // Removing the last factor deletes the backup codes.
  expect((await client.call(verifyBackupCode, { code: third })).json.code).toBe(missing);
});

test('the recovery password permits a change of factors but does not open the wallet, and a wrong password is refused', async () => {
  const dana = await createWalletOwner(service, 'dana@example.com');
  const { set, proof } = makePasswordSet(2);
  expect((await dana.client.call(custodyRoutes.setRecovery, toSetRecovery(dana.wallet, set))).status).toBe(
    200,
  );
  await enrolTotp(service, dana);
  const back = await logInElsewhere(service, 'dana@example.com');
  const prove = (shown: string) => back.client.call(proveRecovery, { ...dana.wallet.ref, proof: shown });
  expect((await prove('A'.repeat(43))).json.code).toBe('invalid_recovery_pin');
  expect((await prove(proof)).json).toMatchObject({ unlocked_for: 0, fresh_for: 120 });
  expect((await back.client.call(custodyRoutes.recover, { ...dana.wallet.ref, proof })).json.code).toBe(
    missing,
  );
  expect((await back.client.call(removeTotp, {})).json).toEqual({ success: true });
  const again = await logInElsewhere(service, 'dana@example.com');
  expect((await again.client.call(custodyRoutes.recover, { ...dana.wallet.ref, proof })).status).toBe(200);
});

test('automatic recovery is not accepted in place of a factor, because it needs only a login', async () => {
  const elsa = await createProtected(service, 'elsa@example.com');
  const back = await logInElsewhere(service, 'elsa@example.com');
  const { json } = await back.client.call(proveRecovery, { ...elsa.wallet.ref, proof: 'A'.repeat(43) });
  expect(json.code).toBe('not_supported');
});

test('an app with mfa_sms_counts off neither enrols nor verifies a phone number as a factor', async () => {
  const other = await service.startAnother({ apps: [{ ...app, mfa_sms_counts: false }] });
  const fay = await createProtected(service, 'fay@example.com');
  const at = { at: other };
  const refused = await fay.client.call(mfaRoutes.verifySms, { code: '123456' }, at);
  expect(refused.json.code).toEqual(missing);
  expect(refused.json.data).toEqual({ methods: ['totp'] });
  const begun = await fay.client.call(
    mfaRoutes.startSms,
    { action: 'enroll', phoneNumber: '+12015550177' },
    at,
  );
  expect(begun.json.code).toBe('not_supported');
  const connected = await fay.client.call(custodyRoutes.connect, deviceOf(fay), at);
  expect(connected.json.data).toEqual({ methods: ['totp'] });
  await other.close();
});
