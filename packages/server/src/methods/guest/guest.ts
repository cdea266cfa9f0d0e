import { guestRoutes } from '@latchkey/wire';
import type { Proof } from '../../admission/index.ts';
import { sha256 } from '../../crypto/index.ts';
import { implement } from '../../http/index.ts';
import type { Method } from '../method.ts';

/** Login as a guest: by a secret that the browser made for itself, and that proves nothing but that it is the same one (L§4). */
export const guest: Method<'guest'> = {
  id: 'guest',
  routes: (_, { admission, sessions }) => [
    implement(guestRoutes.authenticate, async ({ app, body, caller }) => {
      sessions.checkCaller(app, caller);
      const proof = toProof(body.guest_credential);
      return admission.logIn(app, proof, { mode: 'login-or-sign-up', caller });
    }),
  ],
  prove: async (_, __, { body }) => toProof(body.guest_credential),
};

/** Only a hash of the credential is kept: 256 random bits need no more, and a dump opens nobody's account. */
function toProof(credential: string): Proof {
  const subject = Buffer.from(sha256(credential)).toString('base64url');
  return { method: 'guest', account: { type: 'guest', subject, details: {} } };
}
