import { describeError } from '../http/index.ts';
import { askJson } from '../outbound/index.ts';
import type { World } from '../world.ts';

export interface NodeQuestion {
  readonly method: 'eth_call' | 'eth_chainId' | 'eth_getBalance' | 'eth_getCode';
  readonly params: readonly unknown[];
  readonly timeoutMs?: number;
  /** In place of `timeoutMs`. */
  readonly signal?: AbortSignal;
  /** Longest answer. @default 64 kB */
  readonly maxBytes?: number;
}

/** What came of a question: an answer, a call that failed on the chain itself, or a node that gave neither. */
export type NodeAnswer =
  | { readonly kind: 'said'; readonly result: string }
  | { readonly kind: 'reverted' }
  /** `reason` is for the log: it never holds the address, because those of rented nodes hold the key. */
  | { readonly kind: 'silent'; readonly reason: object };

/** Asks a node of a chain over JSON-RPC. Never rejects. */
export async function askNode(
  world: Pick<World, 'fetch'>,
  url: string,
  { method, params, ...limits }: NodeQuestion,
): Promise<NodeAnswer> {
  const body = { jsonrpc: '2.0', id: 1, method, params };
  try {
    const { json, status } = await askJson(world, url, { method: 'POST', body, ...limits });
    const { error, result } = json ?? {};
    if (typeof result === 'string' && /^0x[0-9a-fA-F]*$/.test(result)) return { kind: 'said', result };
    return isRevert(error) ? { kind: 'reverted' } : { kind: 'silent', reason: { status } };
  } catch (error) {
    return { kind: 'silent', reason: describeError(error) };
  }
}

/** Whether a node says that the call itself failed, and not the asking. They share a code (-32000) for both. */
function isRevert(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code, message } = error as { code?: unknown; message?: unknown };
  return code === 3 || /revert|invalid opcode|out of gas/i.test(String(message));
}
