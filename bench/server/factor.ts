import {
  createTestService,
  createWalletOwner,
  findPostgres,
  providePostgres,
  signChange,
  startPostgres,
  type TestService,
} from '@latchkey/testkit';
import { custodyRoutes, factorChange, mfaRoutes } from '@latchkey/wire';
import { Secret, TOTP } from 'otpauth';
import type { BenchResult } from '../result.ts';
import { inRounds, overRounds } from '../rounds.ts';

const rounds = 40;
const batch = 20;
/** A day, longer than the time that passes for the service during the bench, so no wallet waits for a code. */
const trustedTimeS = 86_400;

type Owner = Awaited<ReturnType<typeof createWalletOwner>>;

/** Opens the wallet in the browser that holds it, once for each operation of a batch. Returns the average time in ms. */
async function open({ client, wallet }: Owner): Promise<number> {
  const device = {
    ...wallet.ref,
    device_id: wallet.body.device.device_id,
    entropy_uid: wallet.entropyUid,
  };
  const startMs = performance.now();
  for (let index = 0; index < batch; index += 1) {
    const { status, json } = await client.call(custodyRoutes.connect, device);
    if (status !== 200) throw new Error(`The wallet was not opened: ${json.code}`);
  }
  return (performance.now() - startMs) / batch;
}

/** Enrols an authenticator app, and returns a function that returns its codes. */
async function enrol(service: TestService, { client, user, wallet }: Owner): Promise<() => string> {
  const { json: started } = await client.call(mfaRoutes.startTotp, {});
  const totp = new TOTP({ secret: Secret.fromBase32(started.totpSecret) });
  const code = () => totp.generate({ timestamp: service.clock.now() });
  const { json: token } = await client.call(custodyRoutes.verifyToken, {});
  const named = { method: 'totp', name: started.enrollment_id, sessionId: token.session_id };
  const owner = { appId: service.app.id, userId: user.userId, entropyUid: wallet.entropyUid };
  const signature = signChange(owner, factorChange(named), wallet.privateKey);
  const proof = { ...wallet.ref, entropy_uid: wallet.entropyUid, signature };
  const { status, json } = await client.call(mfaRoutes.enrolTotp, { code: code(), wallet: proof });
  if (status !== 200) throw new Error(`The enrolment was answered ${json.code}`);
  return code;
}

/** Returns the times of each round, in ms. */
async function measure(service: TestService): Promise<Record<'plain' | 'factor' | 'verify', number>[]> {
  const plainOwner = await createWalletOwner(service, 'plain@latchkey.example');
  const factorOwner = await createWalletOwner(service, 'factor@latchkey.example');
  const code = await enrol(service, factorOwner);
  return inRounds({ rounds, warmUp: 5 }, async (round) => {
    // A session may open wallets only so many times a minute, and each code of an authenticator app works once.
    service.clock.advance(60_000);
    const startMs = performance.now();
    const { status } = await factorOwner.client.call(mfaRoutes.verifyTotp, { code: code() });
    const verify = performance.now() - startMs;
    if (status !== 200) throw new Error('The code was refused');
    // Alternately first and second, so neither has the warmer database.
    const isPlainFirst = round % 2 === 0;
    const first = await open(isPlainFirst ? plainOwner : factorOwner);
    const second = await open(isPlainFirst ? factorOwner : plainOwner);
    return { verify, plain: isPlainFirst ? first : second, factor: isPlainFirst ? second : first };
  });
}

/**
 * Measures the cost of a second factor at the service's routes: opening a wallet in its browser within the trusted
 * time, compared with a user without a factor, and a verification.
 */
export async function factorBench(): Promise<BenchResult> {
  const programs = findPostgres();
  if (!programs) throw new Error('The benches of the server need PostgreSQL 15 or newer');
  const postgres = await startPostgres(programs);
  providePostgres(postgres.url);
  const app = {
    id: 'latchkey-test-app-0000001',
    name: 'Bench',
    email_auth: true,
    allowed_origins: ['http://localhost:3000'],
    mfa_methods: ['totp' as const],
    mfa_trusted_time: trustedTimeS,
  };
  const service = await createTestService({ apps: [app], database: 'postgres' });
  const measured = await measure(service).finally(async () => {
    await service.close();
    await postgres.destroy();
  });
  return {
    bench: 'factor',
    figures: [
      {
        name: 'open a wallet within the trusted time, against without a factor',
        unit: '×',
        atMost: 1.1,
        ...overRounds(measured, ({ factor, plain }) => factor / plain),
      },
      { name: 'open a wallet, with a factor', unit: 'ms', ...overRounds(measured, ({ factor }) => factor) },
      { name: 'open a wallet, without', unit: 'ms', ...overRounds(measured, ({ plain }) => plain) },
      {
        name: 'verify a code of an authenticator app',
        unit: 'ms',
        ...overRounds(measured, ({ verify }) => verify),
      },
    ],
  };
}
