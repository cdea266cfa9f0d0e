import type { MfaMethod, StartPasskeyFactorReply } from '@latchkey/wire';
import { contextsOf } from '../contexts.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';
import { canceled, findPrompt, nothingWaits } from '../step-up/index.ts';
import { getFactorRecord } from './factors/getFactorRecord.ts';
import { type GivenFactor, toShown } from './verify.ts';

/** What a browser is asked for one of the user's enrolled passkeys with. */
export type PasskeyFactorOptions = StartPasskeyFactorReply;

/**
 * Begins to verify a second factor: has a code sent to the enrolled number, or gets what a passkey signs. An authenticator app
 * needs nothing.
 *
 * @returns for a passkey what `provePasskeyFactor` takes
 * @throws ServiceError `must_be_authenticated`, `not_found` where the user has no such factor, `too_many_requests`,
 * `twilio_verification_failed`
 */
export async function initMfa(
  client: LatchkeyClient,
  method: MfaMethod,
): Promise<PasskeyFactorOptions | undefined> {
  return getFactorRecord(method).start?.(client);
}

/**
 * Hands what the person gave to the operation that waits for it, which is tried again with it. It settles as that attempt
 * does; where the factor was wrong, the operation waits for another one.
 *
 * @param code of a passkey what `provePasskeyFactor` gave
 * @throws ServiceError `missing_or_invalid_mfa` where it was wrong, `mfa_verification_max_attempts_reached` after the fourth
 * attempt, `not_found` where no operation waits, `invalid_data` for what is no code, and what the operation fails with
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

/** Ends the waiting for a second factor: the operations fail with `user_rejected_request`, 'MFA canceled' (MFA-28). */
export function cancelMfa(client: LatchkeyClient): void {
  findPrompt(contextsOf(client).page)?.end(canceled());
}
