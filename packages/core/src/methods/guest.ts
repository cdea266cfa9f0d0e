import { guestRoutes } from '@latchkey/wire';
import { toBase64url } from '../base64url/index.ts';
import { contextsOf } from '../contexts.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';
import type { LoginResult } from '../session/index.ts';
import { guestKey } from '../storage/index.ts';

/**
 * Logs the user in as a guest, without asking them for anything. The credential is a secret in this browser, so the
 * same browser gets the same guest again. A guest who later logs in with a new account keeps user id and wallets; a
 * logout forgets the guest.
 *
 * @throws ServiceError `no_auth_flow` while a user who is not a guest is signed in, `disallowed_login_method`, and
 *   the other codes of the route
 * @example
 * const { user } = await createGuestAccount(client);
 * user.isGuest; // true
 */
export async function createGuestAccount(client: LatchkeyClient): Promise<LoginResult> {
  const {
    page: { environment, options, storage },
    session,
  } = contextsOf(client);
  const { user } = session.state.get();
  if (user?.isGuest) return { user, isNewUser: false };
  return session.authenticate((post) => {
    const key = guestKey(options.appId);
    const guest_credential = storage.find(key) ?? newCredential(environment.random);
    // Stored before it is sent. Otherwise the guest would be lost if the answer is lost.
    storage.set(key, guest_credential);
    return post(guestRoutes.authenticate, { body: { guest_credential } });
  });
}

/** Returns 32 random bytes as base64url (docs/wire/protocol.md §2.9). */
function newCredential(random: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>): string {
  return toBase64url(random(new Uint8Array(32)));
}
