import {
  type EnrolSmsBody,
  fail,
  isCode,
  limits,
  mfaRoutes,
  type StartSmsFactorBody,
  type VerifyCodeBody,
  type WireUser,
} from '@latchkey/wire';
import type { CodeRecipient } from '../../challenges/index.ts';
import { randomId } from '../../crypto/index.ts';
import { implement } from '../../http/index.ts';
import { composeCodeSms, readPhoneNumber } from '../../methods/index.ts';
import { phoneKey } from '../../users/index.ts';
import type { World } from '../../world.ts';
import type { FactorCaller } from '../index.ts';
import { failUnverified, failWrongEnrollment, isTaken } from '../methods.ts';
import {
  addFactor,
  findEnrollment,
  findFactor,
  putEnrollment,
  takeEnrollment,
  touchFactor,
} from '../store.ts';
import { enrollmentKey, failLeft, failTwice } from './enrollment.ts';
import type { FactorDeps, FactorRecord, ProveOwner } from './factor.ts';

const method = 'sms' as const;
const { startSms, enrolSms, verifySms, removeSms } = mfaRoutes;
const phoneText = 'A user who logs in by SMS cannot have SMS as a second factor';
const done = { success: true } as const;

export const smsFactor: FactorRecord<'sms'> = {
  method,
  triesPerDay: limits.factorTriesPerDay,
  nameOf: ({ phoneNumber }) =>
    phoneNumber && `${phoneNumber.slice(0, 2)}${'•'.repeat(7)}${phoneNumber.slice(-2)}`,
  routes(world, deps, { ofEither, ofFrame, proveOwner }) {
    const operations = smsOperations(world, deps);
    return [
      implement(
        startSms,
        ofEither(startSms, async (caller, body) => {
          // A page has no proof key to which a grant could belong, so it can enrol only a first factor.
          if (caller.thumbprint === undefined && body.action === 'enroll' && caller.session.hasFactor)
            fail('missing_or_invalid_mfa');
          await operations.start(caller, body);
          return done;
        }),
      ),
      implement(
        enrolSms,
        ofEither(enrolSms, (caller, body) =>
          operations.enrol(caller, body, proveOwner(caller, method, body.wallet)),
        ),
      ),
      implement(verifySms, ofFrame(verifySms, operations.verify)),
      implement(
        removeSms,
        ofFrame(removeSms, async (caller) => {
          await deps.removeFactor(caller, method);
          return done;
        }),
      ),
    ];
  },
};

/** Creates the operations of the factor. Its codes cannot log in, and login codes cannot verify the factor. */
function smsOperations({ clock, database, random, smsSender }: World, deps: FactorDeps) {
  const { apps, challenges, countTry, enrolling, newNumbers, users, verifying } = deps;
  const keyOf = (caller: FactorCaller) => enrollmentKey(caller, method);

  const recipientOf = (
    { app, caller, session }: FactorCaller,
    recipient: string,
    act: 'mfa' | 'mfa-enrol',
    requestId?: string | null,
  ): CodeRecipient => ({
    appId: app.id,
    channel: 'sms',
    recipient,
    requestId,
    purpose: `${act} ${session.userId}`,
    network: caller.network,
  });

  async function send(caller: FactorCaller, to: CodeRecipient): Promise<boolean> {
    const host = caller.page === null ? null : new URL(caller.page).hostname;
    const { recipient, purpose } = to;
    const appName = caller.app.settings.name;
    return challenges.codes.send(to, (code) =>
      smsSender.send({ to: recipient, text: composeCodeSms({ appName, code, host, purpose }) }),
    );
  }

  /** Uses up a code. Returns false for a wrong, used or expired one. */
  async function consume(to: CodeRecipient, code: string): Promise<boolean> {
    try {
      await challenges.codes.consume(to, code);
      return true;
    } catch (error) {
      if (isCode(error, 'invalid_credentials')) return false;
      throw error;
    }
  }

  function readNumber({ app }: FactorCaller, text: string): string {
    const number = readPhoneNumber(text, app.settings.sms_regions);
    return apps.testAccounts.isReserved(app, phoneKey(number))
      ? fail('not_supported', { details: { reason: 'test_account' } })
      : number;
  }

  /**
   * Refuses SMS as a factor to a user with a linked phone number. An attacker who takes over the number could
   * otherwise have both factors (MFA-03).
   */
  async function checkPhone(db: typeof database.db, { session }: FactorCaller): Promise<void> {
    const addresses = await users.listAddresses(db, session);
    if (addresses.some(({ type }) => type === 'phone'))
      fail('not_supported', { message: phoneText, details: { reason: 'login_phone' } });
  }

  return {
    async start(caller: FactorCaller, body: StartSmsFactorBody): Promise<void> {
      const { app, session } = caller;
      if (body.action === 'verify') {
        if (!isTaken(app, method)) failUnverified([]);
        const factor = await findFactor(database.db, session, method);
        if (!factor?.phoneNumber)
          return fail('not_found', { message: 'SMS is no second factor of the user' });
        await send(caller, recipientOf(caller, factor.phoneNumber, 'mfa', body.request_id));
        return;
      }
      const phoneNumber = readNumber(caller, body.phoneNumber);
      const to = recipientOf(caller, phoneNumber, 'mfa-enrol', body.request_id);
      // A repeated request whose answer was lost. Its first attempt sent a code.
      if (await challenges.codes.isAnswered(to)) return;
      await enrolling.checkStart(caller, method);
      await checkPhone(database.db, caller);
      if (await findFactor(database.db, session, method)) failTwice();
      const row = { ...keyOf(caller), userId: session.userId, factorId: randomId(random), phoneNumber };
      const expiresAtMs = clock.now() + limits.enrolmentMs;
      const earlier = await findEnrollment(database.db, keyOf(caller), clock.now());
      await database.transaction(async (tx) => {
        // The verification that permitted an enrolment also permits sending the code again, or to another number,
        // until the enrolment expires.
        const isGranted = (earlier?.isGranted && (await takeEnrollment(tx, earlier))) || null;
        await putEnrollment(tx, {
          ...row,
          isGranted: isGranted ?? (await enrolling.admitStart(tx, caller)),
          expiresAtMs: isGranted ? (earlier?.expiresAtMs ?? expiresAtMs) : expiresAtMs,
        });
      });
      // Sends the code after the verification was spent and recorded, so a user who must first solve a captcha need
      // not verify again.
      await newNumbers.send(
        {
          app,
          userId: session.userId,
          phoneNumber,
          token: body.token,
          // The frame calls from an origin of its own, but the captcha is solved on the host page.
          caller: { ...caller.caller, origin: caller.page },
        },
        () => send(caller, to),
      );
    },

    async enrol(
      caller: FactorCaller,
      { phoneNumber: text, code }: EnrolSmsBody,
      proveOwner: ProveOwner,
    ): Promise<WireUser> {
      const { session } = caller;
      // Older published clients enrol a first factor from the page.
      if (caller.thumbprint === undefined && session.hasFactor) failUnverified([]);
      const phoneNumber = readNumber(caller, text);
      const begun = await findEnrollment(database.db, keyOf(caller), clock.now());
      if (begun?.phoneNumber !== phoneNumber) return failLeft();
      if (!session.hasFactor) await proveOwner(text);
      const counted = await countTry(caller, method);
      if (!(await consume(recipientOf(caller, phoneNumber, 'mfa-enrol'), code))) failWrongEnrollment();
      const { factorId, isGranted } = begun;
      const { appId, userId } = session;
      await database.transaction(async (tx) => {
        if (!(await takeEnrollment(tx, begun))) failLeft();
        const others = await enrolling.admitEnd(tx, caller, method, isGranted);
        await checkPhone(tx, caller);
        if (others.some((one) => one.method === method)) failTwice();
        await addFactor(tx, { appId, userId, factorId, method, phoneNumber, createdAtMs: clock.now() });
        await counted.right(tx);
        await enrolling.added(tx, caller, method);
      });
      return enrolling.answer(caller);
    },

    verify: (caller: FactorCaller, { code, ...asked }: VerifyCodeBody) =>
      verifying.verify(caller, method, asked, async () => {
        const factor = await findFactor(database.db, caller.session, method);
        if (!factor?.phoneNumber) return null;
        const isRight = await consume(recipientOf(caller, factor.phoneNumber, 'mfa'), code);
        return isRight ? (tx) => touchFactor(tx, factor, clock.now()) : null;
      }),
  };
}
