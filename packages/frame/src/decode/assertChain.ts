import { refuse } from '../refusal.ts';
import { decodeTransaction } from './decodeTransaction.ts';
import { readDomainChain } from './domainChain.ts';

/**
 * Refuses what is for another chain than the one that is asked for (EIP-712, EIP-155). Data that names no chain is for all.
 *
 * Threat: a page that has a person on a chain where nothing is at stake sign what counts on another.
 *
 * @param chainId the chain that the request is for; without it, as from published clients, the request's own is taken
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
