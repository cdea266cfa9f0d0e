import { createTestService, createWalletOwner, enterCustody, type TestService } from '@latchkey/testkit';
import { factorChange, mfaRoutes } from '@latchkey/wire';
import { Secret, TOTP } from 'otpauth';

export const app = {
  id: 'latchkey-test-app-0000001',
  name: 'Tidewater',
  email_auth: true,
  sms_auth: true,
  guest_auth: true,
  passkey_auth: true,
  mfa_methods: ['totp', 'sms', 'passkey'] as ('totp' | 'sms' | 'passkey')[],
  allowed_origins: ['http://localhost:3000'],
};

export const openService = (options: Parameters<typeof createTestService>[0] = {}) =>
  createTestService({ apps: [app], ...options });

export type Owner = Awaited<ReturnType<typeof createWalletOwner>>;

/**
 * Creates an authenticator app that scanned a secret: a function that returns the code of the service's time, or of a
 * time `offsetS` seconds away.
 */
export const authenticatorOf = (service: TestService, secret: string) => {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  return (offsetS = 0) => totp.generate({ timestamp: service.clock.now() + offsetS * 1000 });
};

const sessionOf = (token: string): string =>
  (JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { sid: string }).sid;

export function signFactor({ user, wallet }: Owner, method: string, name: string) {
  const change = factorChange({ method, name, sessionId: sessionOf(user.token) });
  const { request_id: _, ...signed } = wallet.toChange(change);
  return signed;
}

export async function enrolTotp(service: TestService, owner: Owner) {
  const { json: started } = await owner.client.call(mfaRoutes.startTotp, {});
  const codeAt = authenticatorOf(service, started.totpSecret);
  const wallet = signFactor(owner, 'totp', started.enrollment_id);
  const enrolled = await owner.client.call(mfaRoutes.enrolTotp, { code: codeAt(), wallet });
  if (enrolled.status !== 200) throw new Error(`The enrolment was answered ${enrolled.json.code}`);
  service.clock.advance(60_000);
  return { codeAt, secret: started.totpSecret, user: enrolled.json };
}

/** Creates a user with a wallet and an authenticator app, whose browser has no current verification. */
export async function createProtected(service: TestService, email: string, appId?: string) {
  const owner = await createWalletOwner(service, email, appId);
  const factor = await enrolTotp(service, owner);
  await owner.client.call(mfaRoutes.clear, {});
  const { codeAt, secret } = factor;
  return { ...owner, codeAt, secret };
}

export const logInElsewhere = (service: TestService, email: string) => enterCustody(service, email);

export const wrongOf = (code: string) => (code === '000000' ? '000001' : '000000');
