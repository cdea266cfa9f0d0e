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
import { type BenchResult, median } from '../result.ts';

const rounds = 40;
const batch = 20;
/** A day: a token lives an hour, and no round waits for a code. */
const trustedTimeS = 86_400;

type Owner = Awaited<ReturnType<typeof createWalletOwner>>;

/** Opens the wallet in the browser that holds it, as often as a batch is long; gives the time of one, ms. */
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

/** Enrols an authenticator app, and gives what shows its codes. */
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

/**
 * What a second factor costs at the service's routes: opening a wallet in its browser within the trusted time, beside the
 * same of a user without a factor; and a verification. A signature by an open wallet asks the service for nothing.
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
  const times = { plain: [] as number[], factor: [] as number[], verify: [] as number[] };
  try {
    const plain = await createWalletOwner(service, 'plain@latchkey.example');
    const factor = await createWalletOwner(service, 'factor@latchkey.example');
    const code = await enrol(service, factor);
    for (let round = -5; round < rounds; round += 1) {
      // A session opens so many a minute, and each code of an authenticator app is good once.
      service.clock.advance(60_000);
      const startMs = performance.now();
      const { status } = await factor.client.call(mfaRoutes.verifyTotp, { code: code() });
      const verifyMs = performance.now() - startMs;
      if (status !== 200) throw new Error('The code was refused');
      // In turn first and second, so that neither has the warmer database.
      const isPlainFirst = round % 2 === 0;
      const first = await open(isPlainFirst ? plain : factor);
      const second = await open(isPlainFirst ? factor : plain);
      if (round < 0) continue; // compiles and warms up
      times.verify.push(verifyMs);
      times.plain.push(isPlainFirst ? first : second);
      times.factor.push(isPlainFirst ? second : first);
    }
  } finally {
    await service.close();
    await postgres.destroy();
  }
  const ratios = times.factor.map((ms, round) => ms / (times.plain[round] ?? 1));
  return {
    bench: 'factor',
    figures: [
      {
        name: 'open a wallet within the trusted time, against without a factor',
        value: median(ratios),
        unit: '×',
        atMost: 1.25,
      },
      { name: 'open a wallet, with a factor', value: median(times.factor), unit: 'ms' },
      { name: 'open a wallet, without', value: median(times.plain), unit: 'ms' },
      { name: 'verify a code of an authenticator app', value: median(times.verify), unit: 'ms' },
    ],
  };
}
