import { fail } from '@latchkey/wire';
import type { World } from '../world.ts';
import { callNode } from './callNode.ts';

export type Hex = `0x${string}`;

/** What can be asked of a chain. */
export interface ChainReader {
  /**
   * Runs a call on the newest block and gives what it returns; null when it reverts. Without `to` the data is code that
   * is run as if it were deployed. It has {@link callGas} and no more.
   * @throws ServiceError `service_unavailable` when the node does not answer: then nothing was judged
   */
  call(input: { to?: string; data: Hex }): Promise<Hex | null>;
}

/**
 * Gas of a call: what deploys a smart account and checks its signature, several times over. Threat: a contract that never
 * ends, which anyone may deploy, on a node that gives calls as much as they want.
 */
const callGas = '0x989680';

/** A login asks up to three times, one after the other, and the person's client gives up after 20 s. */
const timeoutMs = 5_000;

/** Makes the reader of a chain, over the JSON-RPC of a node. */
export function createChainReader(world: Pick<World, 'fetch' | 'log' | 'random'>, url: string): ChainReader {
  return {
    async call(input) {
      const answer = await callNode(world, url, {
        method: 'eth_call',
        params: [{ ...input, gas: callGas }, 'latest'],
        timeoutMs,
      });
      if (answer.kind === 'said') return answer.result as Hex;
      if (answer.kind === 'reverted') return null;
      world.log.error({ reason: answer.reason }, 'the node of the chain does not answer');
      return fail('service_unavailable');
    },
  };
}
