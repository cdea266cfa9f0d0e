import { guestKey } from '../../storage/index.ts';
import type { FindProof } from './findProof.ts';

/** Returns the credential that this browser stores for a guest, as a proof. */
export const findGuestProof: FindProof = async (session) => {
  const guest_credential = session.state.get().user?.isGuest
    ? session.page.storage.find(guestKey(session.page.options.appId))
    : null;
  return guest_credential ? { method: 'guest', guest_credential } : null;
};
