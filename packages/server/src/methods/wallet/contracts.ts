import { fail } from '@latchkey/wire';
import { type ContractSignature, isSignedByContract } from '../../ethereum/index.ts';
import type { World } from '../../world.ts';

/**
 * Logins that wait for the node of one chain at a time. Threat: a slow node, or one caller, that uses up this process's
 * connections, or closes the logins of other chains.
 */
const mostAtOnce = 32;
const waiting = new WeakMap<object, Map<number, number>>();

/**
 * Tells whether a contract signed a message, by the operator's node of its chain.
 *
 * @throws ServiceError `service_unavailable` when the node does not answer or too many wait for one; `invalid_credentials` with
 *   `details.reason` `no_node_for_chain` for a chain without one: the signature may be good, and no one here can say
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
