import { setTimeout as wait } from 'node:timers/promises';
import { describeError } from '../http/index.ts';
import { fetchJson, type JsonAnswer } from '../outbound/index.ts';
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

/** Tries of a node that limits requests, and the longest pause between two, in ms: a person waits for the answer. */
const mostTries = 3;
const longestPauseMs = 800;
/** Before the second try, more or less a quarter; doubled before the third. */
const firstPauseMs = 200;
/** Longest time of all tries. */
const longestMs = 8_000;

/**
 * Asks a node of a chain over JSON-RPC. One that limits requests is asked again, twice at most, unless it wants to be left alone
 * for longer. Never rejects.
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

/** Tells whether a node takes no more requests for now (HTTP 429; EIP-1474: -32005). It says nothing about the request. */
function isLimited({ json, status }: JsonAnswer): boolean {
  const { code, message } = (json?.error ?? {}) as { code?: unknown; message?: unknown };
  const isOfCode = code === -32_005 || code === 429;
  return status === 429 || isOfCode || /rate.?limit|too many requests|throttl/i.test(String(message));
}

const pauseFor = (ms: number, signal: AbortSignal) => wait(ms, undefined, { signal });

/** Whether a node says that the call itself failed, and not the asking. They share a code (-32000) for both. */
function isRevert(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code, message } = error as { code?: unknown; message?: unknown };
  return code === 3 || /revert|invalid opcode|out of gas/i.test(String(message));
}
