import type { TransactionRequest } from '../transactions/index.ts';
import { isSameAddress } from '../wallets/index.ts';
import { providerError } from './toProviderError.ts';

export interface OwnTransaction extends TransactionRequest {
  readonly from: string;
  readonly chainId: number;
}

/**
 * Reads the parameter of `eth_sendTransaction` and `eth_signTransaction`, whose numbers are hex digits. The other
 * fields are checked later, as for every transaction.
 *
 * @throws ProviderRpcError 4100 for another account, -32602 for a value that is no object or for another chain,
 *   because a dapp that names the wrong chain made the transaction for that one (S16)
 */
export function readTransactionParams(
  given: unknown,
  { address, chainId }: { readonly address: string; readonly chainId: number },
): OwnTransaction {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw providerError(-32602, 'Invalid transaction request');
  const { from, chainId: named, ...others } = given as Record<string, unknown>;
  if (isSet(from) && (typeof from !== 'string' || !isSameAddress(from, address)))
    throw providerError(4100, `This wallet signs for ${address} only`);
  if (isSet(named) && Number(named) !== chainId)
    throw providerError(
      -32602,
      `The transaction is for chain ${String(named)}, and the wallet is on ${chainId}`,
    );
  return { ...others, from: address, chainId };
}

/** Returns the chain id of a request; NaN, which no chain has, if it names none. */
export function toChainId(given: unknown): number {
  return Number((given as { chainId?: unknown } | undefined)?.chainId);
}

const isSet = (value: unknown) => value !== undefined && value !== null;
