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

// People who use the service of one version and come back to that of a later one. A capability that a version does not have
// is left out, so that this runs at older commits too: it names what came later by `in` and `import()` alone.

/** Secrets that a person keeps on their devices. All of them are made for tests. */
export interface PersonSecrets {
  readonly email: string;
  readonly userId: string;
  readonly refreshToken: string;
  /** The browser's proof key. */
  readonly proofKey: JsonWebKey;
  readonly wallet: {
    readonly ref: ReturnType<typeof makeWallet>['ref'];
    readonly entropyUid: string;
    readonly deviceId: string;
    /** The service's part, to be compared with the one that it releases. */
    readonly devicePart: string;
    readonly recoveryPart: string;
    readonly recoveryKey: string;
  };
  /** Accounts besides the e-mail address. */
  readonly phone?: string;
  readonly passkeys?: readonly KeptPasskey[];
  /** The second factor that was enrolled. */
  readonly factor?: 'totp' | 'sms' | 'passkey';
  readonly totpSecret?: string;
  /** The connection, as the app that uses the wallet keeps it. */
  readonly providerToken?: string;
}

type Session = Awaited<ReturnType<typeof begin>>;

/** The apps: one with every way in that the version has, and one that uses its wallets. */
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

/** Logs people in who make wallets, link accounts, enrol factors and connect, as far as the version can. */
export async function live(service: TestService): Promise<PersonSecrets[]> {
  const people = [await liveWithAccounts(service)];
  if ('mfaRoutes' in wire) {
    people.push(await liveWithTotp(service), await liveWithSms(service), await liveWithPasskey(service));
  }
  if ('crossAppRoutes' in wire) people.push(await liveWithConnection(service));
  return people;
}

/** Logs a person in and makes their wallet, in a browser whose proof key is kept. */
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

/** The browser forgets that it proved the factor, so that a later version has to ask for it. */
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

/** The client of a person's browser, with the access token of its session as it is now. */
export const browserOf = (service: TestService, { proofKey }: PersonSecrets, token: string) =>
  createCustodyClient(service, { token, proofKey: createPrivateKey({ key: proofKey, format: 'jwk' }) });

function expectDone({ status, json }: { status: number; json: { code?: string } }): void {
  if (status !== 200) throw new Error(`A step was answered ${status} ${json.code}`);
}
