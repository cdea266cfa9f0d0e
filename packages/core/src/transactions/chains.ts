import { fail } from '@latchkey/wire';
import { type Chain, chainSettingsOf } from '../config/index.ts';
import type { SessionContext } from '../contexts.ts';
import { refuseChain, refuseNodeless, rpcUrlOf } from '../nodes/index.ts';

/** Configured chain, and the URL of its node. */
export interface Network {
  readonly chain: Chain;
  readonly url: string;
}

/**
 * Returns the chain of a new transaction.
 *
 * @throws ServiceError `unsupported_chain_id` if it is not configured (TX-12) or has no node
 */
export function getNetwork(session: SessionContext, chainId: number): Network {
  return findNetwork(session, chainId) ?? refuseChain(chainId);
}

/** Returns the chain of an already signed transaction. @throws ServiceError `unsupported_chain_id` (TX-13) */
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
