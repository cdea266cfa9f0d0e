import { fail } from '@latchkey/wire';
import type { World } from '../world.ts';
import { callNode } from './callNode.ts';

export type Hex = `0x${string}`;

export interface ChainReader {
  /**
   * Runs a call on the newest block and returns its result, or null if it reverts. Without `to`, the data is code
   * that runs as if it were being deployed. The gas limit is {@link callGas}.
   * @throws ServiceError `service_unavailable` if the node does not answer; then nothing was judged
   */
  call(input: { to?: string; data: Hex }): Promise<Hex | null>;
}

/**
 * Gas limit of a call: several times the cost of deploying a smart account and checking its signature. An attacker
 * could deploy a contract that never ends, and some nodes set no limit of their own.
 */
const callGas = '0x989680';

const timeoutMs = 5_000;

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
