import type { ServiceError } from '@latchkey/wire';
import type { SessionContext } from '../contexts.ts';
import { lazy } from '../lazy.ts';
import { toConfirmationAct } from '../session/index.ts';

const confirmSilently = lazy(async () => (await import('./proofs/index.ts')).confirmSilently);

/**
 * Confirms the user's identity for this browser's proof key, after an automatic release was refused: with a proof
 * that the client has, or else with a prompt. Concurrent refusals share one confirmation.
 *
 * @returns false if the refusal does not name a purpose, or nobody confirmed; the refusal is then thrown
 */
export async function confirmRelease(session: SessionContext, refusal: ServiceError): Promise<boolean> {
  const act = toConfirmationAct(refusal);
  if (!act) return false;
  return session.page.flights.run(`confirm ${JSON.stringify(act)}`, async () => {
    // With approval in the frame, a proof that the host page can see does not release the wallet, so none is sent. Only
    // the wallet's own page can ask the user for a proof that does.
    const isInWallet = refusal.details?.confirm_in === 'wallet';
    // If the code cannot be loaded, the user is prompted.
    if (!isInWallet && (await confirmSilently(session, act).catch(() => false))) return true;
    return (await session.confirmer.get()?.(refusal, act)) ?? false;
  });
}
