import type { MfaMethod, StartPasskeyFactorReply } from '@latchkey/wire';
import { contextsOf } from '../contexts.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';
import { canceled, findPrompt, nothingWaits } from '../step-up/index.ts';
import { getFactorRecord } from './factors/getFactorRecord.ts';
import { type GivenFactor, toShown } from './verify.ts';

/** Options with which a browser requests one of the user's enrolled passkeys. */
export type PasskeyFactorOptions = StartPasskeyFactorReply;

/**
 * Starts to verify a second factor: sends a code to the enrolled number, or gets the challenge for a passkey. An
 * authenticator app needs no start.
 *
 * @returns for a passkey the input of `provePasskeyFactor`
 * @throws ServiceError `must_be_authenticated`, `not_found` if the user has no such factor, `too_many_requests`,
 *   `twilio_verification_failed`, and the codes of the route
 */
export async function initMfa(
  client: LatchkeyClient,
  method: MfaMethod,
): Promise<PasskeyFactorOptions | undefined> {
  return getFactorRecord(method).start?.(client);
}

/**
 * Passes the user's proof to the operation that waits for it, which is then tried with the proof. Settles like that
 * attempt. If the proof was wrong, the operation waits for another one.
 *
 * @param code for a passkey the result of `provePasskeyFactor`
 * @throws ServiceError `missing_or_invalid_mfa` for a wrong proof, `mfa_verification_max_attempts_reached` after
 *   the fourth attempt, `not_found` if no operation waits, `invalid_data` for a malformed code, and the errors of the
 *   operation
 */
export async function submitMfa(
  client: LatchkeyClient,
  method: GivenFactor['method'],
  code: GivenFactor['code'],
): Promise<void> {
  const { page } = contextsOf(client);
  const shown = toShown(page, method, code);
  const prompt = findPrompt(page);
  if (!prompt) throw nothingWaits();
  return prompt.submit(shown);
}

/** Ends the wait for a second factor. The operations fail with `user_rejected_request`, 'MFA canceled' (MFA-28). */
export function cancelMfa(client: LatchkeyClient): void {
  findPrompt(contextsOf(client).page)?.end(canceled());
}
