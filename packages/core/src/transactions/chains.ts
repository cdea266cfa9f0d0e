import { fail } from '@latchkey/wire';
import { type Chain, chainSettingsOf } from '../config/index.ts';
import type { SessionContext } from '../contexts.ts';
import { refuseChain, refuseNodeless, rpcUrlOf } from '../nodes/index.ts';

/** A chain of the client, and the address of its node. */
export interface Network {
  readonly chain: Chain;
  readonly url: string;
}

/**
 * Finds the chain of a transaction.
 *
 * @throws ServiceError `unsupported_chain_id` outside the configured chains (TX-12), or where it has no address of a node
 */
export function getNetwork(session: SessionContext, chainId: number): Network {
  return findNetwork(session, chainId) ?? refuseChain(chainId);
}

/** Finds the chain of what is under way already. @throws ServiceError `unsupported_chain_id` (TX-13) */
export function getKnownNetwork(session: SessionContext, chainId: number): Network {
  return (
    findNetwork(session, chainId) ??
    fail('unsupported_chain_id', { message: `Unsupported chain: ${chainId}` })
  );
}

function findNetwork(session: SessionContext, chainId: number): Network | null {
  const settings = chainSettingsOf(session);
  const chain = settings.chains.find(({ id }) => id === chainId);
  if (!chain) return null;
  return { chain, url: rpcUrlOf(settings, chainId) ?? refuseNodeless(chainId) };
}
