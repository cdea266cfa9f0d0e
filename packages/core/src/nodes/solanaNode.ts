import { fail } from '@latchkey/wire';
import type { SolanaChain } from '../config/index.ts';
import type { PageContext } from '../contexts.ts';
import { callNode } from './callNode.ts';

/** What a node of Solana refused. */
export interface NodeError {
  readonly code: number;
  readonly message: string;
  /** The runtime's own error, such as `AlreadyProcessed`. */
  readonly err: unknown;
  readonly logs: readonly string[];
}

export type NodeReply = { readonly result: unknown } | { readonly error: NodeError };

/** Asks the host's node of a chain. */
export type SolanaNode = (method: string, params: readonly unknown[]) => Promise<NodeReply>;

/**
 * Gives the host's own node of a chain.
 *
 * @param patienceMs how long a node that limits requests is asked again. @default 10 s
 * @throws ServiceError `unsupported_chain_id` where the host named none; each question `network_error`,
 * `client_request_timeout`, `too_many_requests`
 */
export function getSolanaNode(page: PageContext, chain: SolanaChain, patienceMs?: number): SolanaNode {
  const urls = page.options.config?.solana?.rpcUrls ?? {};
  const message = `There is no JSON-RPC address for ${chain}. Add it to config.solana.rpcUrls.`;
  const url = (Object.hasOwn(urls, chain) && urls[chain]) || fail('unsupported_chain_id', { message });
  return async (method, params) => {
    // A node may answer anything.
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

/** The fields of what may be an object. */
export function toRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/** The value beside its context, as most of Solana's answers have it; null where the node refused. */
export function readValue(reply: NodeReply): unknown {
  return 'result' in reply ? (toRecord(reply.result).value ?? null) : null;
}
