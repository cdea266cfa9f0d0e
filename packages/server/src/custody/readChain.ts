import type { ReadChainBody, ReadChainReply } from '@latchkey/wire';
import type { Chains } from '../chains/index.ts';
import type { CustodyCaller } from './border/admitCustody.ts';
import type { CustodyDeps } from './deps.ts';

/**
 * Makes the act that tells the wallet's approval page what a chain says of a request. It stands among the custody routes
 * so that no host page can ask in its place, or answer.
 */
export function createReadChain(chains: Chains) {
  return async (
    _: CustodyDeps,
    { session }: CustodyCaller,
    { chain_id, questions }: ReadChainBody,
  ): Promise<ReadChainReply> => ({
    answers: await chains.read(session, chain_id, questions),
  });
}
