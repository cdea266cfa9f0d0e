import { createGuestAccount } from '@latchkey/core';
import type { User } from '@latchkey/wire';
import { bindingOf, useBindingResult } from '../../binding.ts';
import { useStable } from '../useStable.ts';
import { createDueWallet } from './createDueWallet.ts';

/**
 * Signs users in as guests, without asking them for anything, and creates the wallet if the app creates one at login.
 * A guest who later logs in with a new account keeps the user id and the wallet; logging out forgets the guest. The
 * app must have `guest_auth` on.
 *
 * Fails with `no_auth_flow` if a user other than a guest is signed in. If the wallet cannot be created, the guest is
 * still signed in, a warning is logged, and the next login tries again.
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
