import { readDomainChain } from '@latchkey/frame/readable';
import type { TypedData } from '../wallets/index.ts';
import { providerError } from './toProviderError.ts';

/**
 * Refuses typed data that are for another chain than the one that the wallet is on, as EIP-712 wants.
 *
 * @returns that chain, for the frame to hold the data to
 * @throws ProviderRpcError -32602
 */
export function assertDataChain(data: TypedData, chainId: number): number {
  const named = readDomainChain(data);
  if (named === null || named === chainId) return chainId;
  throw providerError(-32602, `The typed data are for chain ${named}, and the wallet is on ${chainId}`);
}
