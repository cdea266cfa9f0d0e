import type { Internals } from '../../../internals.ts';
import type { SolanaSignRequest } from '../solana/request.ts';
import { signSolana } from '../solana/sign.ts';
import { type SignRequest, sign } from './sign.ts';

/** Signs a checked request of either chain in the frame. */
export function signRequest(internals: Internals, request: SignRequest | SolanaSignRequest): Promise<string> {
  return request.method === 'solana_signMessage' || request.method === 'solana_signTransaction'
    ? signSolana(internals, request)
    : sign(internals, request);
}
