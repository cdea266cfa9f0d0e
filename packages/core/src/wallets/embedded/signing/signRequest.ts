import { contextsOf } from '../../../contexts.ts';
import type { LatchkeyClient } from '../../../latchkeyClient.ts';
import type { TransactionSignRequest } from '../../../transactions/index.ts';
import { isSolanaRequest, type SolanaSignRequest } from '../solana/request.ts';
import { signSolana } from '../solana/sign.ts';
import { type FarcasterSignRequest, isFarcasterRequest, signFarcaster } from './farcaster.ts';
import { type SignRequest, signEthereum } from './sign.ts';

/**
 * Signs a checked request that an operation passed to its `sign`, once the host has asked the user. Shows no review.
 *
 * @returns hex digits with 0x for Ethereum, base58 for Solana, base64url for Farcaster
 * @throws ServiceError `must_be_authenticated`, `embedded_wallet_not_found`, `wallet_proxy_timeout`, `unable_to_sign`,
 *   and other errors of the wallet frame
 */
export async function signRequest(
  client: LatchkeyClient,
  request: SignRequest | SolanaSignRequest | FarcasterSignRequest | TransactionSignRequest,
): Promise<string> {
  const { frame } = contextsOf(client);
  if (isFarcasterRequest(request)) return signFarcaster(frame, request);
  return isSolanaRequest(request) ? signSolana(frame, request) : signEthereum(frame, request);
}
