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
 * Implements `POST /api/v1/sessions/reauthenticate`. It takes a fresh proof from one of the user's login methods. The
 * session then counts as logged in at the time of the proof (docs/custody.md). A proof with a purpose also confirms
 * one action; with purpose `release` it does nothing else.
 */
export function reauthenticateImplementation(
  methods: Methods,
  world: World,
  deps: MethodDeps & { readonly users: Users },
): Implementation {
  const { admission, sessions, users } = deps;
  const prove = <Id extends MethodId>(method: Id, claim: MethodClaim<Id>) =>
    methods[method].prove(world, deps, claim);
  return implement(reauthenticateRoute, async ({ app, body, caller }) => {
    admission.checkMethod(app, body.method);
    const session = await sessions.authenticate(app, caller.bearer, { orHalfIn: true });
    const proof = await prove(body.method, { app, body, caller });
    checkAge(world, proof.provedAtMs);
    const owner = await users.findOwner(app.id, proof.account);
    // An attacker with a stolen session could send a proof of their own account. It confirms nothing for another
    // user's session.
    if (owner !== session.userId) fail('invalid_credentials');
    const act = findAct(body);
    const authTimeMs = await (act
      ? sessions.confirm(session, proof, act)
      : sessions.renewAuthTime(session, proof));
    return { auth_time: Math.floor(authTimeMs / 1000) };
  });
}

/** Returns the action that a proof confirms, or null if it names none. */
function findAct({ purpose, key }: Pick<ReauthenticateBody, 'purpose' | 'key'>): ConfirmationAct | null {
  if (purpose === 'release') return key === undefined ? fail('invalid_data') : { purpose, key };
  return purpose === undefined ? null : { purpose };
}
