import { type PasskeyRequestReply, passkeyRoutes } from '@latchkey/wire';
import type { App } from '../../apps/index.ts';
import { type Caller, type Implementation, implement } from '../../http/index.ts';
import type { World } from '../../world.ts';
import type { Method, MethodDeps } from '../method.ts';
import { issueChallenge } from './challenge.ts';
import { requestOptions } from './options.ts';
import { passkeyCreation } from './passkeyCreation.ts';
import { provePasskey } from './provePasskey.ts';
import { readRelyingParty, toAddress } from './relyingParty.ts';

const ceremony = 'passkey-login';

/** Login with a passkey, sign-up if the app allows it, and linking of more (PASS-05; WebAuthn Level 3). */
export const passkey: Method<'passkey'> = {
  id: 'passkey',
  routes: (world, deps) => [...passkeyLogin(world, deps), ...passkeyCreation(world, deps)],
  prove: (world, deps, { app, caller, body }) =>
    provePasskey(world, deps, { app, caller, ceremony, userId: null }, body),
};

function passkeyLogin(world: World, deps: MethodDeps): Implementation[] {
  const { admission, captcha, sessions } = deps;
  return [
    implement(passkeyRoutes.startLogin, async ({ app, body, caller }) => {
      await captcha.check({ app, action: 'login', token: body.token, caller });
      admission.checkMethod(app, 'passkey');
      return startLogin(deps, { app, caller, named: body.relying_party });
    }),

    implement(passkeyRoutes.authenticate, async ({ app, body, caller }) => {
      admission.checkMethod(app, 'passkey');
      sessions.checkCaller(app, caller);
      const claim = { app, caller, ceremony, userId: null } as const;
      const proof = await provePasskey(world, deps, claim, body);
      // The passkey may have been unlinked just now. The login then must not create a new user.
      return admission.logIn(app, proof, { mode: 'no-signup', caller });
    }),
  ];
}

async function startLogin(
  deps: MethodDeps,
  { app, caller, named }: { app: App; caller: Caller; named: string | null | undefined },
): Promise<PasskeyRequestReply> {
  const party = readRelyingParty(deps.apps, { app, origin: caller.origin, named });
  const begun = { ...party, handle: null };
  const challenge = await issueChallenge(deps, { app, ceremony, userId: null, begun });
  return { relying_party: toAddress(party), options: requestOptions(party.rpId, challenge) };
}
