/**
 * Finds proofs of the user's identity that need no interaction, for the account types that have one, and confirms a
 * login with them. Separate from the records of the account types, because `confirmRelease` loads it on pages that
 * change no account.
 */
import { type ConfirmationAct, type MethodId, reauthenticateRoute } from '@latchkey/wire';
import type { SessionContext } from '../../contexts.ts';
import { callWithToken } from '../../session/index.ts';
import { findCustomToken } from './customToken.ts';
import type { FindProof } from './findProof.ts';
import { findGuestProof } from './guest.ts';
import { takeTelegramData } from './telegram.ts';

/** Finders by account type, in the order of attempts. */
const finders: Partial<Record<MethodId, FindProof>> = {
  guest: findGuestProof,
  'custom-token': findCustomToken,
  telegram: takeTelegramData,
};

/** Confirms without a prompt. Ignores a proof that the service refuses, because the user is prompted next. */
export async function confirmSilently(session: SessionContext, act: ConfirmationAct): Promise<boolean> {
  for (const find of Object.values(finders)) {
    try {
      const proof = await find(session);
      if (!proof) continue;
      await callWithToken(session, reauthenticateRoute, { body: { ...proof, ...act } });
      return true;
    } catch {
      // The host's own getter may fail too. Then the next proof is tried, or the caller prompts.
    }
  }
  return false;
}
