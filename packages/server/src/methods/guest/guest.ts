import { guestRoutes } from '@latchkey/wire';
import { type Proof, toProof } from '../../admission/index.ts';
import { sha256 } from '../../crypto/index.ts';
import { implement } from '../../http/index.ts';
import type { World } from '../../world.ts';
import type { Method } from '../method.ts';

/** Login as a guest: by a secret that the browser made for itself, and that proves nothing but that it is the same one. */
export const guest: Method<'guest'> = {
  id: 'guest',
  routes: (world, { admission, sessions }) => [
    implement(guestRoutes.authenticate, async ({ app, body, caller }) => {
      sessions.checkCaller(app, caller);
      const proof = proveGuest(world, body.guest_credential);
      return admission.logIn(app, proof, { mode: 'login-or-sign-up', caller });
    }),
  ],
  // A secret like a password: it neither ages nor is used up.
  prove: async (world, _, { body }) => proveGuest(world, body.guest_credential),
};

/** Only a hash of the credential is kept: 256 random bits need no more, and a dump opens no one's account. */
function proveGuest({ clock }: World, credential: string): Proof {
  const subject = Buffer.from(sha256(credential)).toString('base64url');
  const account = { type: 'guest', subject, details: {} } as const;
  return toProof({ method: 'guest', account, provedAtMs: clock.now() });
}
