import type { LatchkeyClient } from '../../../latchkeyClient.ts';
import { type ConfirmAndSign, checkAndSign } from './checkAndSign.ts';
import type { Hex } from './sign.ts';

/**
 * Signs a text, or bytes given as hex digits with 0x (EIP-191, `personal_sign`). Shows no review: ask the user first.
 *
 * If a second factor is due, the call waits until one is verified, by the modal or by the host
 * (`registerMfaListener`).
 *
 * @param input.sign replaces direct signing, for a host that asks the user first; called after the user, wallet and
 *   message were checked
 * @throws ServiceError `must_be_authenticated`, `embedded_wallet_not_found`, `invalid_message`, `wallet_proxy_timeout`;
 *   `missing_or_invalid_mfa` if nothing prompts for the second factor, `mfa_timeout`,
 *   `mfa_verification_max_attempts_reached`, `user_rejected_request` if the user cancels, and other errors of the
 *   wallet frame
 * @example
 * const signature = await signMessage(client, { message: 'Hello' });
 */
export async function signMessage(
  client: LatchkeyClient,
  input: { message: string; address?: string; sign?: ConfirmAndSign },
): Promise<Hex> {
  return checkAndSign(client, { ...input, method: 'personal_sign', data: input.message });
}
