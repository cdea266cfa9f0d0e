import { fail } from '@latchkey/wire';
import type { SolanaChain } from '../config/index.ts';
import type { PageContext } from '../contexts.ts';
import { callNode } from './callNode.ts';

export interface NodeError {
  readonly code: number;
  readonly message: string;
  /** Error of the runtime, such as `AlreadyProcessed`. */
  readonly err: unknown;
  readonly logs: readonly string[];
}

export type NodeReply = { readonly result: unknown } | { readonly error: NodeError };

export type SolanaNode = (method: string, params: readonly unknown[]) => Promise<NodeReply>;

/**
 * Returns the function that calls the host's node of a chain.
 *
 * @param patienceMs time for which a limited request is repeated. @default 10 s
 * @throws ServiceError `unsupported_chain_id` if the host configured none; each call `network_error`,
 *   `client_request_timeout`, `too_many_requests`
 */
export function getSolanaNode(page: PageContext, chain: SolanaChain, patienceMs?: number): SolanaNode {
  const urls = page.options.config?.solana?.rpcUrls ?? {};
  const message = `There is no JSON-RPC address for ${chain}. Add it to config.solana.rpcUrls.`;
  const url = (Object.hasOwn(urls, chain) && urls[chain]) || fail('unsupported_chain_id', { message });
  return async (method, params) => {
    // Typed as unknown, because a node's answer can have any form.
    const reply: unknown = await callNode(page.environment, url, { method, params }, patienceMs);
    const { error, result } = toRecord(reply);
    return error === undefined || error === null ? { result: result ?? null } : { error: toNodeError(error) };
  };
}

function toNodeError(value: unknown): NodeError {
  const { code, message, data } = toRecord(value);
  const { err = null, logs } = toRecord(data);
  return {
    code: typeof code === 'number' ? code : 0,
    message: String(message ?? 'unknown').slice(0, 160),
    err,
    logs: Array.isArray(logs) ? logs.slice(0, 100).map(String) : [],
  };
}

/** Returns the fields of a value, or none if it is not an object. */
export function toRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/** Returns the `value` that most Solana results have beside `context`; null if the node sent none. */
export function readValue(reply: NodeReply): unknown {
  return 'result' in reply ? (toRecord(reply.result).value ?? null) : null;
}
