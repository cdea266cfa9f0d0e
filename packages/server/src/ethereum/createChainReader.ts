import { fail } from '@latchkey/wire';
import { describeError } from '../http/index.ts';
import { askJson } from '../outbound/index.ts';
import type { World } from '../world.ts';

export type Hex = `0x${string}`;

/** What can be asked of a chain. */
export interface ChainReader {
  /**
   * Runs a call on the newest block and gives what it returns; null when it reverts. Without `to` the data is code that
   * is run as if it were deployed.
   * @throws ServiceError `service_unavailable` when the node does not answer: then nothing was judged
   */
  call(input: { to?: string; data: Hex }): Promise<Hex | null>;
}

/** Whether a node says that the call itself failed, and not the asking. They share a code (-32000) for both. */
function isRevert(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code, message } = error as { code?: unknown; message?: unknown };
  return code === 3 || /revert|invalid opcode|out of gas/i.test(String(message));
}

/** A login asks up to three times, one after the other, and the person's client gives up after 20 s. */
const timeoutMs = 5_000;

/** Makes the reader of a chain, over the JSON-RPC of a node. */
export function createChainReader(world: Pick<World, 'fetch' | 'log'>, url: string): ChainReader {
  function unavailable(reason: object): never {
    // Never the address: those of rented nodes hold the key.
    world.log.error({ reason }, 'the node of the chain does not answer');
    return fail('service_unavailable');
  }

  return {
    async call(input) {
      const body = { jsonrpc: '2.0', id: 1, method: 'eth_call', params: [input, 'latest'] };
      const request = { method: 'POST', body, timeoutMs } as const;
      const { json, status } = await askJson(world, url, request).catch((error: unknown) =>
        unavailable(describeError(error)),
      );
      const { error, result } = json ?? {};
      if (typeof result === 'string' && /^0x[0-9a-fA-F]*$/.test(result)) return result as Hex;
      return isRevert(error) ? null : unavailable({ status });
    },
  };
}
