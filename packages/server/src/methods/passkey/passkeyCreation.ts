import { fail, failFull, limits, type PasskeyCreationReply, passkeyRoutes } from '@latchkey/wire';
import type { App } from '../../apps/index.ts';
import { type Caller, type Implementation, implement } from '../../http/index.ts';
import type { World } from '../../world.ts';
import { admitAccountChange } from '../changes/admitAccountChange.ts';
import { linkAccount, unlinkAccount } from '../changes/changeAccounts.ts';
import type { MethodDeps } from '../method.ts';
import { type Ceremony, issueChallenge } from './challenge.ts';
import { creationOptions, nameOf } from './options.ts';
import { proveNewPasskey, toPasskeyAccount } from './provePasskey.ts';
import { readRelyingParty, toAddress } from './relyingParty.ts';
import type { PasskeyCredential } from './verify.ts';

export function passkeyCreation(world: World, deps: MethodDeps): Implementation[] {
  return [...signUp(world, deps), ...links(world, deps)];
}

function signUp(world: World, deps: MethodDeps): Implementation[] {
  const { admission, captcha, sessions } = deps;
  const checkSignUp = (app: App) => {
    admission.checkMethod(app, 'passkey');
    if (!app.settings.passkeys_for_signup_enabled) fail('disallowed_login_method');
  };
  return [
    implement(passkeyRoutes.startSignUp, async ({ app, body, caller }) => {
      await captcha.check({ app, action: 'login', token: body.token, caller });
      checkSignUp(app);
      const day = new Date(world.clock.now()).toISOString().slice(0, 10);
      // A new user has no name yet. The date distinguishes this passkey from others of the same app.
      const name = `${app.settings.name} ${day}`;
      const start = { app, caller, named: body.relying_party, name, existing: [], userId: null } as const;
      return startCreation(world, deps, { ...start, ceremony: 'passkey-sign-up' });
    }),

    implement(passkeyRoutes.signUp, async ({ app, body, caller }) => {
      checkSignUp(app);
      sessions.checkCaller(app, caller);
      const claim = { app, caller, ceremony: 'passkey-sign-up', userId: null } as const;
      const proof = await proveNewPasskey(world, deps, claim, body.authenticator_response);
      return admission.signUp(app, proof, caller);
    }),
  ];
}

function links(world: World, deps: MethodDeps): Implementation[] {
  const { admission, captcha, users } = deps;
  return [
    implement(passkeyRoutes.startLink, async ({ app, body, caller }) => {
      await captcha.check({ app, action: 'login', token: body.token, caller });
      admission.checkMethod(app, 'passkey');
      const { userId } = await admitAccountChange(deps, { app, caller });
      const key = { appId: app.id, userId };
      const user = (await users.findWireUser(key)) ?? fail('missing_or_invalid_token');
      const held = user.linked_accounts.filter(({ type }) => type === 'passkey');
      if (held.length >= limits.passkeys) failFull('passkey');
      const existing = await users.credentials.list<PasskeyCredential>(key, 'passkey');
      const name = nameOf(user, app.settings.name);
      const start = { app, caller, named: body.relying_party, name, existing, userId };
      return startCreation(world, deps, { ...start, ceremony: 'passkey-link' });
    }),

    implement(passkeyRoutes.link, ({ app, body, caller }) => {
      const response = body.authenticator_response;
      const call = { app, caller, method: 'passkey', account: toPasskeyAccount(response.id) } as const;
      return linkAccount(deps, call, (_, userId) =>
        proveNewPasskey(world, deps, { app, caller, ceremony: 'passkey-link', userId }, response),
      );
    }),

    implement(passkeyRoutes.unlink, ({ app, body, caller }) =>
      unlinkAccount(deps, { app, caller, account: toPasskeyAccount(body.credential_id) }),
    ),
  ];
}

async function startCreation(
  { random }: World,
  deps: MethodDeps,
  input: {
    app: App;
    caller: Caller;
    ceremony: Ceremony;
    named: string | null | undefined;
    name: string;
    existing: readonly { subject: string; credential: PasskeyCredential }[];
    userId: string | null;
  },
): Promise<PasskeyCreationReply> {
  const { app, caller, ceremony, named, name, existing, userId } = input;
  const party = readRelyingParty(deps.apps, { app, origin: caller.origin, named });
  // A new passkey gets the handle of the user's first one. The handle is random, so it reveals nothing about the user
  // (WebAuthn §14.6.1).
  const handle = existing[0]?.credential.handle ?? Buffer.from(random.bytes(32)).toString('base64url');
  const challenge = await issueChallenge(deps, { app, ceremony, userId, begun: { ...party, handle } });
  const rp = { name: app.settings.name, id: party.rpId };
  return {
    relying_party: toAddress(party),
    options: creationOptions({ rp, name, handle, challenge, existing }),
  };
}
