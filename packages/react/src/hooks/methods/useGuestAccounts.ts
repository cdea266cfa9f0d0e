import { createGuestAccount } from '@latchkey/core';
import type { User } from '@latchkey/wire';
import { bindingOf, useBindingResult } from '../../binding.ts';
import { useStable } from '../useStable.ts';
import { createDueWallet } from './createDueWallet.ts';

/**
 * Signs people in as guests, without asking them for anything, and with a wallet where the app makes one at login. A guest
 * who logs in later keeps user id and wallet; a log-out forgets the guest. The app must have `guest_auth` on.
 *
 * Fails with `no_auth_flow` while a user who is no guest is signed in. A wallet that could not be made is warned of, and
 * due again at the next login: the guest is signed in all the same.
 *
 * @example
 * ```tsx
 * const { createGuestAccount } = useGuestAccounts();
 * const { isGuest } = await createGuestAccount();
 * ```
 */
export function useGuestAccounts(): { createGuestAccount(): Promise<User> } {
  const result = useBindingResult();
  const create = useStable(async () => {
    const { client } = bindingOf(result);
    const { user } = await createGuestAccount(client);
    await createDueWallet(client);
    return client.getState().user ?? user;
  });
  return { createGuestAccount: create };
}
