import { refuse } from '../refusal.ts';
import { decodeTransaction } from './decodeTransaction.ts';
import { readDomainChain } from './domainChain.ts';

/**
 * Refuses a transaction or typed data for another chain than its sender named (EIP-155, EIP-712). Accepts typed data
 * that names no chain, and requests of other methods.
 *
 * A malicious dapp could let a user believe that they sign for a worthless chain, and use the signature on another.
 *
 * @param chainId the chain that the sender named; without it, as in published clients, nothing is compared
 * @throws Refusal `invalid_request_arguments`
 */
export function assertChain(
  { method, params }: { readonly method: string; readonly params: unknown },
  chainId: number | undefined,
): void {
  if (chainId === undefined || !Array.isArray(params)) return;
  const [first, second] = params as readonly unknown[];
  const named =
    method === 'eth_signTransaction'
      ? decodeTransaction(first).chainId
      : method === 'eth_signTypedData_v4'
        ? readDomainChain(second)
        : null;
  if (named === null || named === chainId) return;
  refuse('invalid_request_arguments', `This is for chain ${named}, and chain ${chainId} was asked for`);
}
