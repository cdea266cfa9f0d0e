import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CoreApp, openCoreApp, publishCoreHost } from '../rig/coreApp.ts';
import { type CrashPoint, launchBrowser, type Profile, type Rig, startRig } from '../rig/index.ts';
import { signerOfMessage } from '../rig/signer.ts';

// docs/custody.md, "Order of work": the service, or its database, dies at every step of a create that it takes part in. Afterwards
// there is one wallet, whose address is the one that was announced, if one was, and it signs.

const createPath = '/api/v1/frame/wallets/create';
let rig: Rig;
let profile: Profile;
let points: CrashPoint[];

/**
 * The moments of one create that leave different things behind, found out by watching an undisturbed one.
 */
async function listPoints(): Promise<CrashPoint[]> {
  // The first of an app makes the app's keys as well; those that are disturbed find them.
  for (const email of ['first@example.com', 'undisturbed@example.com']) {
    const app = await openCoreApp(rig, await profile.newPage(), rig.host.origin);
    await app.logIn(email);
    await app.createWallet();
    await app.logout();
    await app.page.close();
  }
  const steps = await rig.service.stepsOf(createPath);
  expect(
    steps.filter(({ isDone }) => !isDone),
    'acknowledged before it was durable',
  ).toEqual([]);
  const afterSteps = steps.flatMap(({ kind }, index): CrashPoint[] => {
    const point = { path: createPath, step: index + 1 };
    const after: CrashPoint = { ...point, moment: 'after' };
    return kind === 'write' ? [after] : [{ ...point, moment: 'uncommitted' }, after];
  });
  return [
    { path: createPath, step: 1, moment: 'before' },
    ...afterSteps,
    { path: createPath, step: 'reply', moment: 'before' },
  ];
}

/** Before and after a wallet exists: whatever is written too late is missing at the second. */
function pointsOfTransactions(): CrashPoint[] {
  const steps = points.filter(({ moment }) => moment === 'uncommitted').map(({ step }) => step);
  return points.filter(({ step }) => steps.includes(step));
}

/** Lets something die at a point of a create. Returns the address that was announced, now or by the next try. */
type Death = (app: CoreApp, point: CrashPoint) => Promise<string>;

const killService: Death = async (app, point) => {
  await rig.service.crashAt(point);
  const announced = app.createWallet().catch(() => null);
  expect(await rig.service.ended(), `${point.moment} step ${point.step} was not reached`).toBe('SIGKILL');
  await rig.service.restart();
  return (await announced) ?? (await app.createWallet());
};

const killDatabase: Death = async (app, point) => {
  const held = rig.service.during(point, async () => rig.postgres?.stop());
  const announced = app.createWallet().catch(() => null);
  await held;
  await rig.postgres?.start();
  return (await announced) ?? (await app.createWallet());
};

async function proveOneWallet(email: string, point: CrashPoint, die: Death): Promise<void> {
  const app = await openCoreApp(rig, await profile.newPage(), rig.host.origin);
  await app.logIn(email);
  const address = await die(app, point);
  expect(await app.listWallets(), `${point.moment} step ${point.step}`).toEqual([address]);
  expect(signerOfMessage('after the crash', await app.signMessage('after the crash'))).toBe(address);
  await app.logout();
  await app.page.close();
  await proveRecovery(email, address);
}

async function proveRecovery(email: string, address: string): Promise<void> {
  const other = await launchBrowser();
  try {
    await rig.service.advance(31_000);
    const elsewhere = await openCoreApp(rig, await other.newPage(), rig.host.origin);
    await elsewhere.logIn(email);
    expect(signerOfMessage('from elsewhere', await elsewhere.signMessage('from elsewhere'))).toBe(address);
  } finally {
    await other.close();
  }
}

const isWide = process.env.LATCHKEY_WIDE === '1';
/** Every point restarts a database, and on a busy machine that takes its time. */
const timeoutMs = 600_000;
/**
 * PostgreSQL alone shows a reply that does not wait for its transaction: the embedded database has one connection, on
 * which whatever comes next waits for it.
 */
const kinds = isWide ? (['embedded', 'postgres'] as const) : (['postgres'] as const);

describe.each(kinds)('on the %s database a wallet survives', (database) => {
  beforeAll(async () => {
    rig = await startRig({ database });
    await publishCoreHost(rig);
    profile = await launchBrowser();
    points = await listPoints();
  });
  afterAll(async () => {
    await profile?.close();
    await rig?.close();
  });

  test(
    'the service being killed at each step of its creation',
    async () => {
      const chosen = isWide ? points : pointsOfTransactions();
      expect(chosen.length).toBeGreaterThan(1);
      for (const [index, point] of chosen.entries())
        await proveOneWallet(`service-${index}@example.com`, point, killService);
    },
    timeoutMs,
  );

  // The embedded database dies with the service.
  if (database === 'postgres') {
    test(
      'its database being stopped and started in the middle of its creation',
      async () => {
        for (const [index, point] of pointsOfTransactions().entries())
          await proveOneWallet(`database-${index}@example.com`, point, killDatabase);
      },
      timeoutMs,
    );
  }
});
