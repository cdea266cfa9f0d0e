import { createPrivateKey, generateKeyPairSync, type JsonWebKey } from 'node:crypto';
import {
  createAuthenticator,
  createCustodyClient,
  type KeptPasskey,
  logIn,
  makeWallet,
  type TestService,
} from '@latchkey/testkit';
import * as wire from '@latchkey/wire';

// Users of one version of the service, who return to a later one. Capabilities that a version lacks are left out, so
// this also runs at older commits. It checks for later exports with `in`, and loads later modules with `import()`.

/** Secrets of a user, and the parts that the service must release to them. All are made for tests. */
export interface PersonSecrets {
  readonly email: string;
  readonly userId: string;
  readonly refreshToken: string;
  readonly proofKey: JsonWebKey;
  readonly wallet: {
    readonly ref: ReturnType<typeof makeWallet>['ref'];
    readonly entropyUid: string;
    readonly deviceId: string;
    /** This and the next two are compared with what the service releases. */
    readonly devicePart: string;
    readonly recoveryPart: string;
    readonly recoveryKey: string;
  };
  /** Phone number that is linked, or is the second factor. */
  readonly phone?: string;
  readonly passkeys?: readonly KeptPasskey[];
  readonly factor?: 'totp' | 'sms' | 'passkey';
  readonly totpSecret?: string;
  /** Provider token, which the app that uses the wallet stores. */
  readonly providerToken?: string;
}

type Session = Awaited<ReturnType<typeof begin>>;

/** Returns the apps: one with email, SMS and passkey logins and, if the version can, one that uses its wallets. */
export async function appsOfVersion(): Promise<wire.AppInput[]> {
  const app = {
    id: 'latchkey-test-app-0000001',
    name: 'Wallets',
    allowed_origins: ['http://localhost:3000'],
    email_auth: true,
    sms_auth: true,
    passkey_auth: true,
  };
  const factors = 'mfaRoutes' in wire ? { mfa_methods: ['totp', 'sms', 'passkey'] as const } : {};
  if (!('crossAppRoutes' in wire)) return [{ ...app, ...factors } as wire.AppInput];
  const { requesterApp, requesterId } = await import('../cross-app/crossApp.testkit.ts');
  const requesters = { cross_app_requesters: [{ app_id: requesterId, read_only: false }] };
  return [{ ...app, ...factors, ...requesters } as wire.AppInput, requesterApp];
}

/**
 * Logs users in who create wallets, link accounts, enrol factors and connect wallets, as far as the version supports
 * it.
 */
export async function live(service: TestService): Promise<PersonSecrets[]> {
  const people = [await liveWithAccounts(service)];
  if ('mfaRoutes' in wire) {
    people.push(await liveWithTotp(service), await liveWithSms(service), await liveWithPasskey(service));
  }
  if ('crossAppRoutes' in wire) people.push(await liveWithConnection(service));
  return people;
}

async function begin(service: TestService, email: string) {
  const login = await logIn(service, email);
  const { user, token, privy_access_token: accessToken, refresh_token: refreshToken } = login;
  if (!user || !token || !accessToken || !refreshToken) throw new Error('The login gave no tokens');
  const { privateKey: proofKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const client = await createCustodyClient(service, { token: accessToken, proofKey });
  const wallet = makeWallet({ appId: service.app.id, userId: user.id });
  const { json } = await client.call(wire.custodyRoutes.create, wallet.body);
  if (!json.created) throw new Error(`The wallet was not created: ${json.code}`);
  const { device, recovery } = wallet.body;
  const person: PersonSecrets = {
    email,
    userId: user.id,
    refreshToken,
    proofKey: proofKey.export({ format: 'jwk' }),
    wallet: {
      ref: wallet.ref,
      entropyUid: wallet.entropyUid,
      deviceId: device.device_id,
      devicePart: device.auth_part,
      recoveryPart: recovery.auth_part,
      recoveryKey: recovery.recovery_key,
    },
  };
  return {
    person,
    client,
    wallet,
    user: { userId: user.id, token, privyAccessToken: accessToken, refreshToken },
  };
}

async function liveWithAccounts(service: TestService): Promise<PersonSecrets> {
  const { person, user } = await begin(service, 'ada@example.com');
  const phone = '+12015550101';
  const bearer = user.token;
  await service.call(wire.smsRoutes.sendCode, { bearer, body: { phoneNumber: phone } });
  const body = { phoneNumber: phone, code: service.outbox.codeFor(phone) };
  expectDone(await service.call(wire.smsRoutes.link, { bearer, body }));
  return { ...person, phone, passkeys: (await linkPasskey(service, bearer)).keep() };
}

async function linkPasskey(service: TestService, bearer: string) {
  const authenticator = createAuthenticator();
  const { json } = await service.call(wire.passkeyRoutes.startLink, { bearer, body: {} });
  const body = { authenticator_response: authenticator.make(json.options) };
  expectDone(await service.call(wire.passkeyRoutes.link, { bearer, body }));
  return authenticator;
}

async function liveWithTotp(service: TestService): Promise<PersonSecrets> {
  const session = await begin(service, 'bea@example.com');
  const { enrolTotp } = await import('../mfa/mfa.testkit.ts');
  const { secret } = await enrolTotp(service, session);
  return forgetVerified(session, { factor: 'totp', totpSecret: secret });
}

async function liveWithSms(service: TestService): Promise<PersonSecrets> {
  const session = await begin(service, 'cleo@example.com');
  const { signFactor } = await import('../mfa/mfa.testkit.ts');
  const phoneNumber = '+12015550102';
  const { startSms, enrolSms } = wire.mfaRoutes;
  expectDone(await session.client.call(startSms, { action: 'enroll', phoneNumber }));
  const code = service.outbox.codeFor(phoneNumber);
  const wallet = signFactor(session, 'sms', phoneNumber);
  expectDone(await session.client.call(enrolSms, { phoneNumber, code, wallet }));
  return forgetVerified(session, { factor: 'sms', phone: phoneNumber });
}

async function liveWithPasskey(service: TestService): Promise<PersonSecrets> {
  const session = await begin(service, 'dana@example.com');
  const { signFactor } = await import('../mfa/mfa.testkit.ts');
  const passkeys = (await linkPasskey(service, session.user.token)).keep();
  const ids = passkeys.map(({ id }) => id);
  const wallet = signFactor(session, 'passkey', ids.join(' '));
  expectDone(await session.client.call(wire.mfaRoutes.enrolPasskeys, { credential_ids: ids, wallet }));
  return forgetVerified(session, { factor: 'passkey', passkeys });
}

/** Clears the browser's verification, so a later version must require the factor. */
async function forgetVerified(
  { client, person }: Session,
  kept: Partial<PersonSecrets>,
): Promise<PersonSecrets> {
  expectDone(await client.call(wire.mfaRoutes.clear, {}));
  return { ...person, ...kept };
}

async function liveWithConnection(service: TestService): Promise<PersonSecrets> {
  const { person, user } = await begin(service, 'eve@example.com');
  const { connect } = await import('../cross-app/crossApp.testkit.ts');
  const { providerToken } = await connect(service, user);
  return { ...person, providerToken };
}

export const browserOf = (service: TestService, { proofKey }: PersonSecrets, token: string) =>
  createCustodyClient(service, { token, proofKey: createPrivateKey({ key: proofKey, format: 'jwk' }) });

function expectDone({ status, json }: { status: number; json: { code?: string } }): void {
  if (status !== 200) throw new Error(`A step was answered ${status} ${json.code}`);
}
