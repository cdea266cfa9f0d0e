import type { ReadChainBody, ReadChainReply } from '@latchkey/wire';
import type { Chains } from '../chains/index.ts';
import type { CustodyCaller } from './border/admitCustody.ts';
import type { CustodyDeps } from './deps.ts';

/**
 * Creates the operation that reads facts about a request from a chain, for the wallet's approval page. A malicious host
 * page could forge answers that it passes on, so the frame asks the service itself.
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
