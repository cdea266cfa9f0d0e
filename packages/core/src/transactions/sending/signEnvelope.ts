import { toTransactionHash } from '@latchkey/frame/readable';
import { fail } from '@latchkey/wire';
import type { FrameContext } from '../../contexts.ts';
import { signEthereum } from '../../wallets/index.ts';
import type { Hex, TransactionSignRequest, UnsignedTransaction } from '../transaction.ts';

/** Signs a complete transaction after asking the user, for example on the wallet's own page. */
export type SignTransaction = (request: TransactionSignRequest) => Promise<Hex>;

export interface SignedTransaction {
  readonly signed: Hex;
  readonly hash: Hex;
}

/**
 * Signs a complete transaction, in the frame unless `sign` is given.
 *
 * @throws ServiceError the frame's errors, `wallet_proxy_timeout`, `unable_to_sign` (SIGN-09)
 */
export async function signEnvelope(
  frame: FrameContext,
  transaction: UnsignedTransaction,
  sign: SignTransaction | undefined,
): Promise<SignedTransaction> {
  const request = { method: 'eth_signTransaction', data: transaction, address: transaction.from } as const;
  const signed = await (sign ? sign(request) : signEthereum(frame, request));
  const hash = typeof signed === 'string' ? toTransactionHash(signed) : null;
  return { signed, hash: (hash ?? fail('unable_to_sign')) as Hex };
}
