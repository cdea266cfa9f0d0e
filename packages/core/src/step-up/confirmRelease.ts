import type { ServiceError } from '@latchkey/wire';
import type { SessionContext } from '../contexts.ts';
import { lazy } from '../lazy.ts';
import { toConfirmationAct } from '../session/index.ts';

/** Loads what proves the user without a prompt, because few releases are refused. */
const confirmSilently = lazy(async () => (await import('./proofs/index.ts')).confirmSilently);

/**
 * Confirms who the user is after an automatic release was refused, to this browser's proof key: by what the client holds, else by
 * a prompt. Releases that are refused at the same time are confirmed once.
 *
 * @returns false if the refusal does not say what for, or no one confirmed: it stands
 */
export async function confirmRelease(session: SessionContext, refusal: ServiceError): Promise<boolean> {
  const act = toConfirmationAct(refusal);
  if (!act) return false;
  return session.page.flights.run(`confirm ${JSON.stringify(act)}`, async () => {
    // With strict approval no proof that a host page sees opens the wallet: only its own page asks for one that does.
    const isInWallet = refusal.details?.confirm_in === 'wallet';
    // If the code does not load, the person is prompted.
    if (!isInWallet && (await confirmSilently(session, act).catch(() => false))) return true;
    return (await session.confirmer.get()?.(refusal, act)) ?? false;
  });
}
