import { type ConfirmationAct, isCode, type ServiceError } from '@latchkey/wire';
import { contextsOf } from '../contexts.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';

/**
 * Asks the person to confirm who they are, by one of the `confirm…` functions or {@link reauthenticate}, for the act that
 * was refused.
 *
 * @param act goes along with the proof, so that it is good for nothing else
 * @returns whether they did; then what was refused is tried again
 */
export type LoginConfirmer = (refusal: ServiceError, act: ConfirmationAct) => Promise<boolean>;

/**
 * Reads from a refusal what a proof has to be given for: an act of the wallet names the browser's key, and takes no proof
 * that was given for anything else; a change of accounts says that it is one.
 *
 * @returns undefined where any recent proof will do, or nothing was refused for the want of one
 */
export function toConfirmationAct(refusal: unknown): ConfirmationAct | undefined {
  if (!isCode(refusal, 'recent_login_required')) return undefined;
  const { key, purpose } = refusal.details ?? {};
  if (purpose === 'account_change') return { purpose };
  return typeof key === 'string' ? { purpose: 'release', key } : undefined;
}

/**
 * Says who asks the person where a wallet needs a confirmation that the client cannot give by itself: a browser that does
 * not hold the wallet gets it by a login of the last ten minutes, once. The operation in hand waits, and goes on. Without a
 * confirmer it fails with `recent_login_required`. `LatchkeyProvider` sets one that opens the modal.
 *
 * Where the refusal's `details.confirm_in` is `'wallet'` (strict approval), no proof helps: show `openWalletInFrame` instead.
 *
 * @param confirmer null takes it away
 * @example
 * setLoginConfirmer(client, async (refusal, act) => {
 *   const code = await requestCode(); // a screen of yours, which had one sent
 *   await reauthenticate(client, { email, code }, act);
 *   return true;
 * });
 */
export function setLoginConfirmer(client: LatchkeyClient, confirmer: LoginConfirmer | null): void {
  contextsOf(client).session.confirmer.set(confirmer);
}
