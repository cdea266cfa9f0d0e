import { guestKey } from '../../storage/index.ts';
import type { FindProof } from './findProof.ts';

/** Returns the guest credential that this browser stores. */
export const findGuestProof: FindProof = async (session) => {
  const guest_credential = session.state.get().user?.isGuest
    ? session.page.storage.find(guestKey(session.page.options.appId))
    : null;
  return guest_credential ? { method: 'guest', guest_credential } : null;
};
