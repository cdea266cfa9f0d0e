import { customTokenRoutes, customTokenTaken, fail, isCode } from '@latchkey/wire';
import type { Proof } from '../../admission/index.ts';
import type { App } from '../../apps/index.ts';
import { implement } from '../../http/index.ts';
import type { World } from '../../world.ts';
import type { Method, MethodRooms } from '../method.ts';
import { verifyToken } from './verifyToken.ts';

/** A token that proves somebody anew must be one that their sign-in gave just now, not one of this morning. */
const freshTokenS = 5 * 60;

/** Login with a token of the host's own sign-in, which is verified and never kept (L§1, L§7). */
export const customToken: Method<'custom-token'> = {
  id: 'custom-token',
  routes: (world, rooms) => [
    implement(customTokenRoutes.authenticate, async ({ app, body, caller }) => {
      const { admission, sessions } = rooms;
      admission.checkMethod(app, 'custom-token');
      sessions.checkCaller(app, caller);
      const proof = await proveToken(world, rooms, { app, token: body.token, maxAgeS: null });
      return admission.logIn(app, proof, { mode: 'login-or-sign-up', caller }).catch(inKnownWords);
    }),
  ],
  prove: (world, rooms, { app, body }) =>
    proveToken(world, rooms, { app, token: body.token, maxAgeS: freshTokenS }),
};

/** @throws ServiceError the codes of `verifyToken`, `disallowed_login_method` for an app that names no issuer */
async function proveToken(
  { clock }: World,
  { issuerKeys: keys }: MethodRooms,
  { app, token, maxAgeS }: { app: App; token: string; maxAgeS: number | null },
): Promise<Proof> {
  const config = app.settings.custom_jwt_config ?? fail('disallowed_login_method');
  const subject = await verifyToken(token, config, { keys, nowMs: clock.now(), maxAgeS });
  const details = { custom_user_id: subject };
  return { method: 'custom-token', account: { type: 'custom_auth', subject, details } };
}

function inKnownWords(error: unknown): never {
  if (isCode(error, 'linked_to_another_user')) fail('linked_to_another_user', { message: customTokenTaken });
  throw error;
}
