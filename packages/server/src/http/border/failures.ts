import { type FailureKind, failureLimits } from '@latchkey/wire';
import { sha256 } from '../../crypto/index.ts';
import type { Clock } from '../../world.ts';
import { createBuckets, rate, refuse } from './buckets.ts';

/** Credentials of networks that are remembered: far more than operators and back ends have. */
const mostProven = 10_000;

/** Something shown at the border, counted as wrong until it is known to be right: many at once are many. */
export interface Attempt {
  /** It was right, which does not count. */
  right(): void;
  /** It was wrong, as it is counted. */
  wrong(): void;
}

/** What one network gets wrong, before anyone knows who it is. */
export interface Failures {
  /**
   * Before anything is looked up.
   *
   * @param shown the credential, where there is one: what this network has used with success is let through
   * @throws ServiceError `too_many_requests` when the network was wrong too often
   */
  begin(kind: FailureKind, shown?: string): Attempt;
}

const attempt: Attempt = { right: () => {}, wrong: () => {} };

/** For callers that are not counted: this machine, in development. */
export const uncounted: Failures = { begin: () => attempt };

/**
 * Makes the count of failures by network (wire/src/rateLimits.ts). In this process's memory, as the caps by route: it
 * keeps strangers from making the service look things up, and is no protection of a secret, whose length is.
 */
export function createFailures(clock: Clock): (network: string) => Failures {
  const buckets = createBuckets(clock);
  // Hashes: anyone who sees this memory must not find every back end's secret there.
  const proven = new Set<string>();

  function remember(proof: string): void {
    if (proven.has(proof)) return;
    for (const oldest of proven) {
      if (proven.size < mostProven) break;
      proven.delete(oldest);
    }
    proven.add(proof);
  }

  return (network) => ({
    begin(kind, shown) {
      const limit = failureLimits[kind];
      const key = `${kind} ${network}`;
      const proofOf = (text: string) => `${key} ${sha256(text).toString('base64')}`;
      const left = buckets.take(key, limit);
      if (left < 1 && !(shown !== undefined && proven.has(proofOf(shown)))) refuse((1 - left) / rate(limit));
      return {
        right() {
          if (left >= 1) buckets.giveBack(key);
          if (shown !== undefined) remember(proofOf(shown));
        },
        wrong() {
          if (shown !== undefined) proven.delete(proofOf(shown));
        },
      };
    },
  });
}
