import { fail, limits, mfaRoutes } from '@latchkey/wire';
import { randomId } from '../../crypto/index.ts';
import { implement } from '../../http/index.ts';
import { nameOf } from '../../methods/index.ts';
import type { Session } from '../../sessions/index.ts';
import { failWrongEnrollment } from '../methods.ts';
import { addFactor, findEnrollment, findFactor, putEnrollment, takeEnrollment, useStep } from '../store.ts';
import { enrollmentKey, failLeft, failTwice } from './enrollment.ts';
import type { FactorRecord } from './factor.ts';
import { describeSecret, findStep, totpSecretBytes } from './totpCode.ts';

const method = 'totp' as const;
const { startTotp, enrolTotp, verifyTotp, removeTotp } = mfaRoutes;

/**
 * Binds a secret to its user and factor. An attacker who can write to the database could otherwise put their own
 * secret in the place of another user's. The sealing adds the app.
 */
const aadOf = (userId: string, factorId: string) => ['mfa-totp', userId, factorId];

export const totpFactor: FactorRecord<'totp'> = {
  method,
  triesPerDay: limits.factorTriesPerDay,
  routes({ clock, database, random }, deps, { ofFrame, proveOwner }) {
    const { countTry, enrolling, removeFactor, sealing, users, verifying } = deps;
    const open = ({ appId, userId }: Session, factorId: string, secret: Uint8Array) =>
      sealing.open(appId, aadOf(userId, factorId), secret);
    const keyOf = (caller: Parameters<typeof enrollmentKey>[0]) => enrollmentKey(caller, method);

    return [
      implement(
        startTotp,
        ofFrame(startTotp, async (caller) => {
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
        }),
      ),
      implement(
        enrolTotp,
        ofFrame(enrolTotp, async (caller, { code, wallet }) => {
          const { session } = caller;
          const begun = await findEnrollment(database.db, keyOf(caller), clock.now());
          if (!begun?.secret) return failLeft();
          const { factorId, isGranted, secret } = begun;
          if (!session.hasFactor) await proveOwner(caller, method, wallet)(factorId);
          const counted = await countTry(caller, method);
          const lastStep =
            findStep(await open(session, factorId, secret), code, clock.now()) ?? failWrongEnrollment();
          const { appId, userId } = session;
          await database.transaction(async (tx) => {
            if (!(await takeEnrollment(tx, begun))) failLeft();
            const others = await enrolling.admitEnd(tx, caller, method, isGranted);
            if (others.some((one) => one.method === method)) failTwice();
            const row = { appId, userId, factorId, method, secret, lastStep } as const;
            // The step of the enrolling code counts as used. An attacker who saw the code could otherwise verify with
            // it.
            await addFactor(tx, { ...row, createdAtMs: clock.now() });
            await counted.right(tx);
            await enrolling.added(tx, caller, method);
          });
          return enrolling.answer(caller);
        }),
      ),
      implement(
        verifyTotp,
        ofFrame(verifyTotp, (caller, { code, ...asked }) =>
          verifying.verify(caller, method, asked, async () => {
            const { session } = caller;
            const factor = await findFactor(database.db, session, method);
            if (!factor?.secret) return null;
            const nowMs = clock.now();
            const step = findStep(await open(session, factor.factorId, factor.secret), code, nowMs);
            return step === null ? null : (tx) => useStep(tx, factor, { step, nowMs });
          }),
        ),
      ),
      implement(
        removeTotp,
        ofFrame(removeTotp, async (caller) => {
          await removeFactor(caller, method);
          return { success: true };
        }),
      ),
    ];
  },
};
