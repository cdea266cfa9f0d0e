import { type ConfirmationAct, isCode, type ServiceError } from '@latchkey/wire';
import { contextsOf } from '../contexts.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';

/**
 * Asks the user to confirm their login for a refused operation, with one of the `confirm…` functions or {@link
 * reauthenticate}.
 *
 * @param act sent with the proof; a proof for a release is then valid for nothing else
 * @returns true if they confirmed; the refused operation is then repeated
 */
export type LoginConfirmer = (refusal: ServiceError, act: ConfirmationAct) => Promise<boolean>;

/**
 * Reads from a refusal the purpose for which a proof is needed. If a release of key material is refused, the refusal
 * names the browser's key, and the proof must be for that key. A change of accounts has its own purpose.
 *
 * @returns undefined if any recent proof will do, or the refusal does not ask for one
 */
export function toConfirmationAct(refusal: unknown): ConfirmationAct | undefined {
  if (!isCode(refusal, 'recent_login_required')) return undefined;
  const { key, purpose } = refusal.details ?? {};
  if (purpose === 'account_change') return { purpose };
  return typeof key === 'string' ? { purpose: 'release', key } : undefined;
}

/**
 * Sets the function that asks the user to confirm their login when the service requires this to release a wallet's key
 * material to a browser, and the client cannot confirm the login by itself. If the user confirms, the refused operation
 * continues. Without a confirmer it fails with `recent_login_required`. `LatchkeyProvider` sets one that opens the
 * modal.
 *
 * If the refusal's `details.confirm_in` is `'wallet'` (approval in the frame), no proof helps: show `openWalletInFrame`
 * instead.
 *
 * @param confirmer null removes it
 * @example
 * setLoginConfirmer(client, async (refusal, act) => {
 * const code = await requestCode(); // a screen of yours, which had one sent
 * await reauthenticate(client, { email, code }, act);
 * return true;
 * });
 */
export function setLoginConfirmer(client: LatchkeyClient, confirmer: LoginConfirmer | null): void {
  contextsOf(client).session.confirmer.set(confirmer);
}
