import { fail, mfaRoutes, type Route } from '@latchkey/wire';
import { type Act, type ActInput, type Implementation, implement } from '../../http/index.ts';
import type { FactorCaller, FactorOperations } from '../../mfa/index.ts';
import { type AdmitCustody, isOpenOnHold } from '../border/admitCustody.ts';
import type { CustodyDeps } from '../deps.ts';
import { hasDeviceBefore } from '../devices/store.ts';
import { ownerProver } from './proveOwner.ts';
import { proveByRecovery, startProveRecovery } from './proveRecovery.ts';

/**
 * The routes of second factors. They stand among the custody routes because a verification permits something to the proof
 * key that asked for it: only the frame has one, and no script of the page may ask in its place.
 */
export function factorImplementations(deps: CustodyDeps, admit: AdmitCustody): Implementation[] {
  const { mfa, sessions } = deps;
  const { operations } = mfa;
  const prove = ownerProver(deps);

  const ofFrame =
    <Body extends { readonly parent_origin: string }, Reply>(
      route: Route<Body, Reply>,
      act: (caller: FactorCaller, body: Body) => Promise<Reply>,
    ): Act<Body, Reply> =>
    async (input) =>
      act(await admit(input, route.path), input.body);

  /** What published clients ask from the page: with its token, and no key. */
  const ofPage = async ({ app, caller }: ActInput<unknown>, path: string): Promise<FactorCaller> => {
    const session = await sessions.authenticate(app, caller.bearer, { orHalfIn: true });
    if (!isOpenOnHold(path)) sessions.checkHold(session);
    return { app, session, caller, page: caller.origin };
  };

  const ofEither =
    <Body extends { readonly parent_origin?: string | undefined }, Reply>(
      route: Route<Body, Reply>,
      act: (caller: FactorCaller, body: Body) => Promise<Reply>,
    ): Act<Body, Reply> =>
    async (input) => {
      const { body, caller } = input;
      if (!/^DPoP /i.test(caller.request.headers.get('authorization') ?? '')) {
        return act(await ofPage(input, route.path), body);
      }
      const { parent_origin = '' } = body;
      return act(await admit({ ...input, body: { parent_origin } }, route.path), body);
    };

  const done = { success: true } as const;
  const removing = (method: Parameters<FactorOperations['remove']>[1]) => async (caller: FactorCaller) => {
    await operations.remove(caller, method);
    return done;
  };
  const { startTotp, enrolTotp, verifyTotp, removeTotp } = mfaRoutes;
  const { startSms, enrolSms, verifySms, removeSms } = mfaRoutes;
  const { cancelRemoval, requestRemoval } = mfaRoutes;
  const { makeBackupCodes, proveRecovery, verifyBackupCode } = mfaRoutes;
  const { startPasskey, verifyPasskey, enrolPasskeys, clear, list } = mfaRoutes;
  return [
    implement(startTotp, ofFrame(startTotp, operations.startTotp)),
    implement(
      enrolTotp,
      ofFrame(enrolTotp, (caller, body) =>
        operations.enrolTotp(caller, body, prove(caller, 'totp', body.wallet)),
      ),
    ),
    implement(verifyTotp, ofFrame(verifyTotp, operations.verifyTotp)),
    implement(removeTotp, ofFrame(removeTotp, removing('totp'))),
    implement(
      startSms,
      ofEither(startSms, async (caller, body) => {
        // A page asks for the enrolment of a first factor alone: for a further one it has no key to be permitted by.
        if (caller.thumbprint === undefined && body.action === 'enroll' && caller.session.hasFactor)
          fail('missing_or_invalid_mfa');
        await operations.startSms(caller, body);
        return done;
      }),
    ),
    implement(
      enrolSms,
      ofEither(enrolSms, (caller, body) =>
        operations.enrolSms(caller, body, prove(caller, 'sms', body.wallet)),
      ),
    ),
    implement(verifySms, ofFrame(verifySms, operations.verifySms)),
    implement(removeSms, ofFrame(removeSms, removing('sms'))),
    implement(startPasskey, async (input) =>
      operations.startPasskey(await ofPage(input, startPasskey.path), input.body),
    ),
    implement(verifyPasskey, ofFrame(verifyPasskey, operations.verifyPasskey)),
    implement(
      enrolPasskeys,
      ofFrame(enrolPasskeys, async (caller, body) => {
        await operations.enrolPasskeys(caller, body, prove(caller, 'passkey', body.wallet));
        return {};
      }),
    ),
    implement(makeBackupCodes, ofFrame(makeBackupCodes, operations.makeBackupCodes)),
    implement(verifyBackupCode, ofFrame(verifyBackupCode, operations.verifyBackupCode)),
    implement(mfaRoutes.startProveRecovery, async (input) =>
      startProveRecovery(deps, await admit(input, mfaRoutes.startProveRecovery.path), input.body),
    ),
    implement(proveRecovery, async (input) =>
      proveByRecovery(deps, await admit(input, proveRecovery.path), input.body),
    ),
    implement(
      clear,
      ofFrame(clear, async (caller) => {
        await operations.clear(caller);
        return {};
      }),
    ),
    implement(requestRemoval, async ({ app, caller }) =>
      operations.requestRemoval(app, await sessions.authenticate(app, caller.bearer, { orHalfIn: true })),
    ),
    implement(
      cancelRemoval,
      ofEither(cancelRemoval, async (caller) => {
        const { session, thumbprint } = caller;
        await operations.cancelRemoval(
          caller,
          async (atMs) =>
            thumbprint !== undefined &&
            hasDeviceBefore(deps.world.database.db, session, { thumbprint, atMs }),
        );
        return {};
      }),
    ),
    implement(list, async ({ app, caller }) =>
      operations.list(app, await sessions.authenticate(app, caller.bearer, { orHalfIn: true })),
    ),
  ];
}
