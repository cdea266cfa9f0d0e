import { contextsOf } from '../../../contexts.ts';
import type { LatchkeyClient } from '../../../latchkeyClient.ts';
import type { TransactionSignRequest } from '../../../transactions/index.ts';
import { isSolanaRequest, type SolanaSignRequest } from '../solana/request.ts';
import { signSolana } from '../solana/sign.ts';
import { type FarcasterSignRequest, isFarcasterRequest, signFarcaster } from './farcaster.ts';
import { type SignRequest, signEthereum } from './sign.ts';

/**
 * Signs a request that an operation's `sign` was handed: checked, and put to the person by the host. Shows nothing.
 *
 * @returns 0x and hex digits for Ethereum, base 58 for Solana
 * @throws ServiceError `must_be_authenticated`, `embedded_wallet_not_found`, `wallet_proxy_timeout`, `unable_to_sign`
 */
export async function signRequest(
  client: LatchkeyClient,
  request: SignRequest | SolanaSignRequest | FarcasterSignRequest | TransactionSignRequest,
): Promise<string> {
  const { frame } = contextsOf(client);
  if (isFarcasterRequest(request)) return signFarcaster(frame, request);
  return isSolanaRequest(request) ? signSolana(frame, request) : signEthereum(frame, request);
}
