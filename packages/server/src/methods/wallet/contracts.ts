import { fail } from '@latchkey/wire';
import { type ContractSignature, isSignedByContract } from '../../ethereum/index.ts';
import type { World } from '../../world.ts';

/**
 * Most signatures that may wait in this process for the node of one chain. A slow node, or an attacker with many
 * requests, could otherwise use up the process's connections and block logins on other chains.
 */
const mostAtOnce = 32;
const waiting = new WeakMap<object, Map<number, number>>();

/**
 * Returns true if a contract accepts the signature of a message, according to the operator's node of its chain.
 *
 * @throws ServiceError `service_unavailable` if the node does not answer or too many requests wait for it;
 *   `invalid_credentials` with `details.reason` `no_node_for_chain` for a chain without a node, because the signature
 *   cannot be checked
 */
export async function callContract(
  world: Pick<World, 'config' | 'fetch' | 'log' | 'random'>,
  signed: ContractSignature,
): Promise<boolean> {
  const url = world.config.chainNodes.get(signed.chainId);
  if (url === undefined) {
    return fail('invalid_credentials', { message: noNodeText, details: { reason: 'no_node_for_chain' } });
  }
  const byChain = waiting.get(world) ?? new Map<number, number>();
  waiting.set(world, byChain);
  const countOf = () => byChain.get(signed.chainId) ?? 0;
  const count = (by: number) => byChain.set(signed.chainId, countOf() + by);
  if (countOf() >= mostAtOnce) fail('service_unavailable');
  count(1);
  try {
    return await isSignedByContract(world, url, signed);
  } finally {
    count(-1);
  }
}

const noNodeText =
  "The wallet's key did not sign this, and wallets that are contracts cannot be asked on this chain.";
