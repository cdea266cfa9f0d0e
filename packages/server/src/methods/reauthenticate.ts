import {
  type ConfirmationAct,
  fail,
  type MethodId,
  type ReauthenticateBody,
  reauthenticateRoute,
} from '@latchkey/wire';
import { type Implementation, implement } from '../http/index.ts';
import type { Users } from '../users/index.ts';
import type { World } from '../world.ts';
import { checkAge } from './freshness.ts';
import type { MethodClaim, MethodDeps, Methods } from './method.ts';

/**
 * `POST /api/v1/sessions/reauthenticate`: a fresh proof by one of the user's login methods, after which the session
 * counts as one that logged in when that was proved (docs/custody.md). A proof that names a purpose is kept as a
 * confirmation of that one act. Nothing else of the session changes.
 */
export function reauthenticateImplementation(
  world: World,
  deps: MethodDeps & { methods: Methods; users: Users },
): Implementation {
  const { admission, methods, sessions, users } = deps;
  const prove = <Id extends MethodId>(method: Id, claim: MethodClaim<Id>) =>
    methods[method].prove(world, deps, claim);
  return implement(reauthenticateRoute, async ({ app, body, caller }) => {
    admission.checkMethod(app, body.method);
    const session = await sessions.authenticate(app, caller.bearer, { orHalfIn: true });
    const proof = await prove(body.method, { app, body, caller });
    checkAge(world, proof.provedAtMs);
    const owner = await users.findOwner(app.id, proof.account);
    // Another user's mailbox proves nothing about this session's user.
    if (owner !== session.userId) fail('invalid_credentials');
    const act = findAct(body);
    const authTimeMs = await (act
      ? sessions.confirm(session, proof, act)
      : sessions.renewAuthTime(session, proof));
    return { auth_time: Math.floor(authTimeMs / 1000) };
  });
}

/** The one act that a proof is given for; null for a login that is made recent. */
function findAct({ purpose, key }: Pick<ReauthenticateBody, 'purpose' | 'key'>): ConfirmationAct | null {
  if (purpose === 'release') return key === undefined ? fail('invalid_data') : { purpose, key };
  return purpose === undefined ? null : { purpose };
}
