import type { LatchkeyClient } from '../../../client.ts';
import { internalsOf } from '../../../internals.ts';
import type { ApproveInput } from '../signing/askApproval.ts';
import type { SignRequest } from '../signing/sign.ts';
import type { SolanaSignRequest } from '../solana/index.ts';

/**
 * Signs a request that an operation's `sign` was handed: checked, and put to the person by the host. Shows nothing.
 *
 * @returns 0x and hex digits for Ethereum, base 58 for Solana
 * @throws ServiceError `must_be_authenticated`, `embedded_wallet_not_found`, `wallet_proxy_timeout`, `unable_to_sign`
 */
export async function signRequest(
  client: LatchkeyClient,
  request: SignRequest | SolanaSignRequest,
): Promise<string> {
  const { signRequest: sign } = await import('../signing/signChecked.ts');
  return sign(internalsOf(client), request);
}

/**
 * Has a request that an operation's `sign` was handed approved on the wallet's own page, where the app wants that
 * (`settings.embeddedWallets.approval` is `'frame'`); nothing is signed otherwise then.
 *
 * @returns as {@link signRequest}
 * @throws ServiceError `user_rejected_request`, and what {@link signRequest} throws
 */
export async function approveRequest(
  client: LatchkeyClient,
  request: SignRequest | SolanaSignRequest,
  input: ApproveInput,
): Promise<string> {
  const room = await import('../signing/askApproval.ts');
  return room.approveRequest(internalsOf(client), request, input);
}
