import { guestRoutes } from '@latchkey/wire';
import { type Proof, toProof } from '../../admission/index.ts';
import { sha256 } from '../../crypto/index.ts';
import { implement } from '../../http/index.ts';
import type { World } from '../../world.ts';
import type { Method } from '../method.ts';

/** Login as a guest, with a secret that the client generates. It proves only that the guest is the same as before. */
export const guest: Method<'guest'> = {
  id: 'guest',
  routes: (world, { admission, sessions }) => [
    implement(guestRoutes.authenticate, async ({ app, body, caller }) => {
      sessions.checkCaller(app, caller);
      const proof = proveGuest(world, body.guest_credential);
      return admission.logIn(app, proof, { mode: 'login-or-sign-up', caller });
    }),
  ],
  // Like a password, the secret neither ages nor is consumed.
  prove: async (world, _, { body }) => proveGuest(world, body.guest_credential),
};

/**
 * Proves a guest by the hash of their credential. The credential itself is not stored, because an attacker with a
 * database dump could log in with it. Clients draw 256 random bits, so a plain hash suffices.
 */
function proveGuest({ clock }: World, credential: string): Proof {
  const subject = Buffer.from(sha256(credential)).toString('base64url');
  const account = { type: 'guest', subject, details: {} } as const;
  return toProof({ method: 'guest', account, provedAtMs: clock.now() });
}
