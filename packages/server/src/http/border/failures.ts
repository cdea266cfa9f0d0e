import { type FailureKind, failureLimits } from '@latchkey/wire';
import { sha256 } from '../../crypto/index.ts';
import type { World } from '../../world.ts';
import { createBuckets, rate, refuse } from './buckets.ts';

const mostProven = 10_000;

/** Attempt at the border. It counts as a failure until it is known to be right, so simultaneous attempts all count. */
export interface Attempt {
  /** Removes the attempt from the count, and remembers its credential for this network. */
  right(): void;
  /** Keeps the attempt in the count, and forgets its credential. */
  wrong(): void;
}

/** Count of one network's failed attempts, for requests whose caller is not known yet. */
export interface Failures {
  /**
   * Begins an attempt, before anything is looked up.
   *
   * @param shown the credential, if any; one that this network used with success is allowed over the limit
   * @throws ServiceError `too_many_requests` if the network failed too often
   */
  begin(kind: FailureKind, shown?: string): Attempt;
}

const attempt: Attempt = { right: () => {}, wrong: () => {} };

/** Failures of callers that are not counted: those on this machine, if the service is not exposed. */
export const uncounted: Failures = { begin: () => attempt };

/**
 * Creates the count of failures by network (wire/src/rateLimits.ts), in this process's memory like the limits by
 * route. It limits the lookups that an attacker can cause. It does not protect secrets; their length does.
 */
export function createFailures(world: Pick<World, 'clock' | 'workers'>): (network: string) => Failures {
  const buckets = createBuckets(world, 'failures');
  // An attacker who reads the memory must not find the secrets of back ends here. Only hashes are kept.
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
          if (left >= 1) buckets.giveBack(key, limit);
          if (shown !== undefined) remember(proofOf(shown));
        },
        wrong() {
          if (shown !== undefined) proven.delete(proofOf(shown));
        },
      };
    },
  });
}
