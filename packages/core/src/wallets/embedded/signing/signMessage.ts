import type { LatchkeyClient } from '../../../latchkeyClient.ts';
import { type ConfirmAndSign, checkAndSign } from './checkAndSign.ts';
import type { Hex } from './sign.ts';

/**
 * Signs a text, or bytes given as 0x and hex digits (EIP-191, `personal_sign`). Shows nothing: the caller has asked.
 *
 * If the wallet wants a second factor, it waits until one is verified: the modal asks, or the host
 * (`registerMfaListener`). So does every operation that opens the wallet.
 *
 * @param input.sign replaces direct signing, for a host that asks the person first; user, wallet and message were checked
 * before it is called
 * @throws ServiceError `must_be_authenticated`, `embedded_wallet_not_found`, `invalid_message`, `wallet_proxy_timeout`;
 * `missing_or_invalid_mfa` where no one asks for the second factor, `mfa_timeout`,
 * `mfa_verification_max_attempts_reached`, `user_rejected_request` where the person cancelled
 * @example
 * const signature = await signMessage(client, { message: 'Hello' });
 */
export async function signMessage(
  client: LatchkeyClient,
  input: { message: string; address?: string; sign?: ConfirmAndSign },
): Promise<Hex> {
  return checkAndSign(client, { ...input, method: 'personal_sign', data: input.message });
}
