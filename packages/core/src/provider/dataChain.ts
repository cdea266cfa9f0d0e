import { readDomainChain } from '@latchkey/frame/readable';
import type { TypedData } from '../wallets/index.ts';
import { providerError } from './toProviderError.ts';

/**
 * Rejects typed data for another chain than the wallet's current one, as EIP-712 requires.
 *
 * @returns the current chain, against which the frame checks the data again
 * @throws ProviderRpcError -32602
 */
export function assertDataChain(data: TypedData, chainId: number): number {
  const named = readDomainChain(data);
  if (named === null || named === chainId) return chainId;
  throw providerError(-32602, `The typed data are for chain ${named}, and the wallet is on ${chainId}`);
}
