import { fail } from '@latchkey/wire';
import type { Environment } from '../environment.ts';

/** Answer of a node that accepts no more requests for now. */
export interface Limited {
  readonly limited: true;
  /** Requested wait (`Retry-After`) in ms; null if there is none. */
  readonly retryAfterMs: number | null;
}

/** Number of attempts with a node that limits requests, and the time in ms within which the last one starts. */
const mostTries = 4;
const limitPatienceMs = 10_000;
/** Pause before the second attempt, in ms. Each further pause doubles, with a random variation of a quarter. */
const firstPauseMs = 500;

const limitCodes = [-32_005, -32_029, -32_097, 429];
const limitText =
  /rate.?limit|too many (?:requests|calls)|(?:request|rate|daily|monthly|capacity|quota|usage|credits?|compute units).{0,40}(?:exceeded|reached)|exceeded.{0,60}(?:request|rate|capacity|quota|compute units|credits?)|throttl/i;
/**
 * Messages of errors that are no rate limit: a request that is too large, too little gas, or a Solana node that is
 * behind, which uses the same code.
 */
const otherLimit = /results|block range|response size|gas|unhealthy|behind/i;

/** Returns true if a JSON-RPC error means that a node accepts no more requests for now (EIP-1474: -32005). */
export function isLimit({ code, message }: { readonly code: number; readonly message: string }): boolean {
  return (limitCodes.includes(code) || limitText.test(message)) && !otherLimit.test(message);
}

/** Reads `Retry-After`, in seconds or as a date, which is compared with the answer's `Date`. */
export function toLimited(headers: Headers): Limited {
  const text = headers.get('retry-after') ?? '';
  const ms = /^\d+$/.test(text)
    ? Number(text) * 1_000
    : Date.parse(text) - Date.parse(headers.get('date') ?? '');
  return { limited: true, retryAfterMs: Number.isFinite(ms) ? Math.max(0, ms) : null };
}

/**
 * Calls a node, and repeats the call while the node limits requests: after a pause that doubles and varies randomly,
 * or after the node's `Retry-After` if that is longer.
 *
 * @param asked name of the request in the error's message
 * @param longestMs time within which the last attempt starts
 * @throws ServiceError `too_many_requests` after four attempts, or if another one would start too late
 */
export async function untilTaken<T>(
  { clock, random }: Environment,
  asked: string,
  attempt: () => Promise<T | Limited>,
  longestMs = limitPatienceMs,
): Promise<T> {
  const startMs = clock.monotonicNow();
  for (let tries = 1; ; tries += 1) {
    const outcome = await attempt();
    if (!isLimited(outcome)) return outcome;
    const [chance = 0] = random(new Uint8Array(1));
    const backoffMs = firstPauseMs * 2 ** (tries - 1) * (0.75 + chance / 510);
    const pauseMs = Math.max(outcome.retryAfterMs ?? 0, backoffMs);
    if (tries === mostTries || clock.monotonicNow() - startMs + pauseMs > longestMs)
      return fail('too_many_requests', {
        message: `The JSON-RPC node limits requests, and did not answer ${asked}`,
        details: { node: 'limited' },
      });
    await new Promise<void>((resolve) => {
      clock.setTimeout(resolve, pauseMs);
    });
  }
}

const isLimited = (outcome: unknown): outcome is Limited =>
  typeof outcome === 'object' && outcome !== null && 'limited' in outcome;
