import { fail } from '@latchkey/wire';
import type { Environment } from '../environment.ts';

/** An answer by which a node takes no more requests for now. */
export interface Limited {
  readonly limited: true;
  /** The wait that it asks for (`Retry-After`); null if it names none. */
  readonly retryAfterMs: number | null;
}

/** Tries of a node that limits requests, and the time by which the last one begins, in ms. */
const mostTries = 4;
const limitPatienceMs = 10_000;
/** Before the second try; doubled before each further one, more or less a quarter. */
const firstPauseMs = 500;

const limitCodes = [-32_005, -32_029, -32_097, 429];
const limitText =
  /rate.?limit|too many (?:requests|calls)|(?:request|rate|daily|monthly|capacity|quota|usage|credits?|compute units).{0,40}(?:exceeded|reached)|exceeded.{0,60}(?:request|rate|capacity|quota|compute units|credits?)|throttl/i;
/** Requests that are too large, such as logs of too many blocks: no retry helps. A Solana node that is behind has the same code. */
const otherLimit = /results|block range|response size|gas|unhealthy|behind/i;

/** Tells whether an error of JSON-RPC says that a node takes no more requests for now (EIP-1474: -32005). */
export function isLimit({ code, message }: { readonly code: number; readonly message: string }): boolean {
  return (limitCodes.includes(code) || limitText.test(message)) && !otherLimit.test(message);
}

/** Reads `Retry-After`, in seconds or as a date, which is held against the answer's own. */
export function toLimited(headers: Headers): Limited {
  const text = headers.get('retry-after') ?? '';
  const ms = /^\d+$/.test(text)
    ? Number(text) * 1_000
    : Date.parse(text) - Date.parse(headers.get('date') ?? '');
  return { limited: true, retryAfterMs: Number.isFinite(ms) ? Math.max(0, ms) : null };
}

/**
 * Asks a node, and asks it again while it limits requests: after the time that it names, else after a pause that doubles.
 * Pauses differ by chance, so that pages which were refused at once do not come back at once.
 *
 * @param asked what is asked for, in the text of the error
 * @param longestMs until when the last try begins
 * @throws ServiceError `too_many_requests` after four tries, or where a further one would begin later than that
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
