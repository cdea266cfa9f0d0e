import { guestKey } from '../../storage/index.ts';
import type { FindProof } from './findProof.ts';

/** The secret that this browser keeps of a guest. */
export const findGuestProof: FindProof = async ({ options, state, storage }) => {
  const guest_credential = state.get().user?.isGuest ? storage.find(guestKey(options.appId)) : null;
  return guest_credential ? { method: 'guest', guest_credential } : null;
};
