import { mfaRoutes } from '@latchkey/wire';
import { type Implementation, implement } from '../../http/index.ts';
import type { FactorBorder } from '../../mfa/index.ts';
import { type AdmitCustody, isOpenOnHold } from '../border/admitCustody.ts';
import type { CustodyDeps } from '../deps.ts';
import { hasDeviceBefore } from '../devices/store.ts';
import { ownerProver } from './proveOwner.ts';
import { proveByRecovery, startProveRecovery } from './proveRecovery.ts';

/**
 * Implements the routes of second factors. The routes that verify a factor are custody routes: they refuse the host
 * page's origin, and record the verification for the request's proof key. A malicious script in the host page could
 * otherwise verify a factor for a key of its own.
 */
export function factorImplementations(deps: CustodyDeps, admit: AdmitCustody): Implementation[] {
  const { mfa, sessions } = deps;
  const { operations } = mfa;

  const ofFrame: FactorBorder['ofFrame'] = (route, act) => async (input) =>
    act(await admit(input, route.path), input.body);

  /** Admits requests from the host page, with an access token but no proof key. */
  const ofPage: FactorBorder['ofPage'] = async ({ app, caller }, path) => {
    const session = await sessions.authenticate(app, caller.bearer, { orHalfIn: true });
    if (!isOpenOnHold(path)) sessions.checkHold(session);
    return { app, session, caller, page: caller.origin };
  };

  const ofEither: FactorBorder['ofEither'] = (route, act) => async (input) => {
    const { body, caller } = input;
    if (!/^DPoP /i.test(caller.request.headers.get('authorization') ?? ''))
      return act(await ofPage(input, route.path), body);
    const { parent_origin = '' } = body;
    return act(await admit({ ...input, body: { parent_origin } }, route.path), body);
  };

  const border: FactorBorder = { ofEither, ofFrame, ofPage, proveOwner: ownerProver(deps) };
  const { cancelRemoval, requestRemoval } = mfaRoutes;
  const { makeBackupCodes, proveRecovery, verifyBackupCode } = mfaRoutes;
  const { clear, list } = mfaRoutes;
  return [
    ...mfa.factorRoutes(border),
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
