import { setTimeout as wait } from 'node:timers/promises';
import { describeError } from '../http/index.ts';
import { fetchJson, type JsonAnswer } from '../outbound/index.ts';
import type { World } from '../world.ts';

export interface NodeQuestion {
  readonly method: 'eth_call' | 'eth_chainId' | 'eth_getBalance' | 'eth_getCode';
  readonly params: readonly unknown[];
  readonly timeoutMs?: number;
  /** Replaces `timeoutMs`. */
  readonly signal?: AbortSignal;
  /** Longest answer in bytes. @default 64 kB */
  readonly maxBytes?: number;
}

/** Result of a question: an answer, a call that failed on the chain, or neither. */
export type NodeAnswer =
  | { readonly kind: 'said'; readonly result: string }
  | { readonly kind: 'reverted' }
  /** `reason` is for the log. It does not contain the node's URL, because that of a rented node contains a key. */
  | { readonly kind: 'silent'; readonly reason: object };

/** Most tries with a node that limits requests, and the longest pause between them. A user waits for the answer. */
const mostTries = 3;
const longestPauseMs = 800;
/** Pause in ms before the second try, varied by a quarter; doubled before the third. */
const firstPauseMs = 200;
/** Longest time of all tries together, in ms, if the question names none. */
const longestMs = 8_000;

/**
 * Calls a node of a chain over JSON-RPC. If the node limits requests, it is called again, twice at most, unless it
 * demands a pause of more than 800 ms. Never rejects.
 *
 * @param pause waits; rejects once the signal is aborted
 */
export async function callNode(
  world: Pick<World, 'fetch' | 'random'>,
  url: string,
  { method, params, timeoutMs = longestMs, signal = AbortSignal.timeout(timeoutMs), ...rest }: NodeQuestion,
  pause: (ms: number, signal: AbortSignal) => Promise<void> = pauseFor,
): Promise<NodeAnswer> {
  const body = { jsonrpc: '2.0', id: 1, method, params };
  try {
    for (let tries = 1; ; tries += 1) {
      const answer = await fetchJson(world, url, { method: 'POST', body, signal, ...rest });
      if (!isLimited(answer)) return readAnswer(answer);
      const backoffMs = firstPauseMs * 2 ** (tries - 1) * (0.75 + world.random.integer(512) / 1_024);
      const pauseMs = Math.max(backoffMs, Number(answer.headers.get('retry-after')) * 1_000 || 0);
      if (tries === mostTries || pauseMs > longestPauseMs)
        return { kind: 'silent', reason: { status: answer.status, limited: true } };
      await pause(pauseMs, signal);
    }
  } catch (error) {
    return { kind: 'silent', reason: describeError(error) };
  }
}

function readAnswer({ json, status }: JsonAnswer): NodeAnswer {
  const { error, result } = json ?? {};
  const isRefused = status === 401 || status === 403;
  if (isRefused) return { kind: 'silent', reason: { status } };
  if (typeof result === 'string' && /^0x[0-9a-fA-F]*$/.test(result)) return { kind: 'said', result };
  return isRevert(error) ? { kind: 'reverted' } : { kind: 'silent', reason: { status } };
}

/** Returns true if a node limits requests (HTTP 429; EIP-1474: -32005). That is no answer to the request. */
function isLimited({ json, status }: JsonAnswer): boolean {
  const { code, message } = (json?.error ?? {}) as { code?: unknown; message?: unknown };
  const isOfCode = code === -32_005 || code === 429;
  return status === 429 || isOfCode || /rate.?limit|too many requests|throttl/i.test(String(message));
}

const pauseFor = (ms: number, signal: AbortSignal) => wait(ms, undefined, { signal });

/** Returns true if the call itself failed, and not the request. Nodes use one code (-32000) for both. */
function isRevert(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code, message } = error as { code?: unknown; message?: unknown };
  return code === 3 || /revert|invalid opcode|out of gas/i.test(String(message));
}
