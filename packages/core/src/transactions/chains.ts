import { fail } from '@latchkey/wire';
import { type Chain, toChains } from '../config/index.ts';
import type { PageContext } from '../contexts.ts';
import { refuseChain, refuseNodeless, rpcUrlOf } from '../nodes/index.ts';

/** A chain of the host's, and where its node is asked. */
export interface Network {
  readonly chain: Chain;
  readonly url: string;
}

/**
 * Finds the chain of a transaction.
 *
 * @throws ServiceError `unsupported_chain_id` outside the configured chains (TX-12), or where it has no address of a node
 */
export function getNetwork(page: PageContext, chainId: number): Network {
  return findNetwork(page, chainId) ?? refuseChain(chainId);
}

/** Finds the chain of what is under way already. @throws ServiceError `unsupported_chain_id` (TX-13) */
export function getKnownNetwork(page: PageContext, chainId: number): Network {
  return (
    findNetwork(page, chainId) ?? fail('unsupported_chain_id', { message: `Unsupported chain: ${chainId}` })
  );
}

function findNetwork(page: PageContext, chainId: number): Network | null {
  const settings = toChains(page.options.config ?? {});
  const chain = settings.chains.find(({ id }) => id === chainId);
  if (!chain) return null;
  return { chain, url: rpcUrlOf(settings, chainId) ?? refuseNodeless(chainId) };
}
