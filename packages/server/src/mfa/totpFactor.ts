import { fail, limits } from '@latchkey/wire';
import { randomId, type Sealing } from '../crypto/index.ts';
import { nameOf } from '../methods/index.ts';
import type { Session } from '../sessions/index.ts';
import type { Users } from '../users/index.ts';
import type { World } from '../world.ts';
import type { Enrolling } from './enrolling.ts';
import type { FactorCaller, FactorOperations } from './index.ts';
import { failWrongEnrollment } from './methods.ts';
import { addFactor, findEnrollment, findFactor, putEnrollment, takeEnrollment, useStep } from './store.ts';
import { describeSecret, findStep, totpSecretBytes } from './totp.ts';
import type { CountTry } from './tries.ts';
import type { Verifying } from './verifying.ts';

const method = 'totp' as const;

/** A secret that was moved to another user or factor opens nothing there; the sealing adds the app. */
const aadOf = (userId: string, factorId: string) => ['mfa-totp', userId, factorId];

/** Makes the authenticator app as a factor. */
export function createTotpFactor(
  { clock, database, random }: World,
  deps: {
    countTry: CountTry;
    enrolling: Enrolling;
    sealing: Sealing;
    users: Users;
    verifying: Verifying;
  },
): Pick<FactorOperations, 'startTotp' | 'enrolTotp' | 'verifyTotp'> {
  const { countTry, enrolling, sealing, users, verifying } = deps;
  const open = ({ appId, userId }: Session, factorId: string, secret: Uint8Array) =>
    sealing.open(appId, aadOf(userId, factorId), secret);
  const keyOf = ({ session, thumbprint = '' }: FactorCaller) => ({
    appId: session.appId,
    sessionId: session.sessionId,
    thumbprint,
    method,
  });

  return {
    async startTotp(caller) {
      const { app, session } = caller;
      await enrolling.checkStart(caller, method);
      const user = (await users.findWireUser(session)) ?? fail('missing_or_invalid_token');
      if (user.mfa_methods.some(({ type }) => type === method)) failTwice();
      const factorId = randomId(random);
      const plain = random.bytes(totpSecretBytes);
      const secret = await sealing.seal(app.id, aadOf(session.userId, factorId), plain);
      const expiresAtMs = clock.now() + limits.enrolmentMs;
      await database.transaction(async (tx) => {
        const isGranted = await enrolling.admitStart(tx, caller);
        const { userId } = session;
        await putEnrollment(tx, { ...keyOf(caller), userId, factorId, secret, isGranted, expiresAtMs });
      });
      const appName = app.settings.name;
      const { text, address } = describeSecret(plain, { appName, userName: nameOf(user, appName) });
      return { totpSecret: text, totpAuthUrl: address, enrollment_id: factorId };
    },

    async enrolTotp(caller, { code }, proveOwner) {
      const { session } = caller;
      const begun = await findEnrollment(database.db, keyOf(caller), clock.now());
      if (!begun?.secret) return failLeft();
      const { factorId, isGranted, secret } = begun;
      if (!session.hasFactor) await proveOwner(factorId);
      const counted = await countTry(caller, method);
      const lastStep =
        findStep(await open(session, factorId, secret), code, clock.now()) ?? failWrongEnrollment();
      const { appId, userId } = session;
      await database.transaction(async (tx) => {
        if (!(await takeEnrollment(tx, begun))) failLeft();
        const others = await enrolling.admitEnd(tx, caller, method, isGranted);
        if (others.some((one) => one.method === method)) failTwice();
        const row = { appId, userId, factorId, method, secret, lastStep } as const;
        // The code that enrolled it is used: seen over a shoulder, it verifies nothing.
        await addFactor(tx, { ...row, createdAtMs: clock.now() });
        await counted.right(tx);
        await enrolling.added(tx, caller, method);
      });
      return enrolling.answer(caller);
    },

    verifyTotp: (caller, { code, ...asked }) =>
      verifying.verify(caller, method, asked, async () => {
        const { session } = caller;
        const factor = await findFactor(database.db, session, method);
        if (!factor?.secret) return null;
        const nowMs = clock.now();
        const step = findStep(await open(session, factor.factorId, factor.secret), code, nowMs);
        return step === null ? null : (tx) => useStep(tx, factor, { step, nowMs });
      }),
  };
}

/** An enrolment that was left half-way enrols nothing. */
export function failLeft(): never {
  fail('not_found', { message: 'This enrolment has ended. Begin it again.' });
}

export function failTwice(): never {
  fail('not_supported', {
    message: 'This second factor is there already. Remove it first.',
    details: { reason: 'factor_exists' },
  });
}
