import { guestRoutes } from '@latchkey/wire';
import { toBase64url } from '../base64url/index.ts';
import { contextsOf } from '../contexts.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';
import type { LoginResult } from '../session/index.ts';
import { guestKey } from '../storage/index.ts';

/**
 * Signs the person in as a guest, without asking them for anything: by a secret that this browser keeps, so that the
 * same browser is the same guest again. A guest who logs in later keeps user id and wallets; a log-out forgets the guest.
 * A guest who is signed in stays the same guest.
 *
 * @throws ServiceError `no_auth_flow` while a user who is no guest is signed in, `disallowed_login_method`, and the other
 *   codes of the route
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
    // Kept before it is sent: were the answer lost, the guest would be too.
    storage.set(key, guest_credential);
    return post(guestRoutes.authenticate, { body: { guest_credential } });
  });
}

/** 32 random bytes as base64url (docs/wire/protocol.md §2.9). */
function newCredential(random: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>): string {
  return toBase64url(random(new Uint8Array(32)));
}
