import { type FailureKind, failureLimits } from '@latchkey/wire';
import { sha256 } from '../../crypto/index.ts';
import type { Clock } from '../../world.ts';
import { createBuckets, rate, refuse } from './buckets.ts';

/** Credentials of networks that are remembered: far more than operators and back ends have. */
const mostProven = 10_000;

/** What one network got wrong, before anybody knows who it is. */
export interface Failures {
  /**
   * Before anything is looked up.
   *
   * @param shown the credential, where there is one: what this network has used with success is let through
   * @throws ServiceError `too_many_requests` when the network was wrong too often
   */
  check(kind: FailureKind, shown?: string): void;
  /** It was wrong. */
  count(kind: FailureKind, shown?: string): void;
  /** It was right, which never counts. */
  prove(kind: FailureKind, shown: string): void;
}

/** For callers that are not counted: this machine, in development. */
export const uncounted: Failures = { check: () => {}, count: () => {}, prove: () => {} };

/**
 * Makes the count of failures by network (wire/src/rateLimits.ts). In this process's memory, as the caps by route: it
 * keeps strangers from making the service look things up, and is no protection of a secret, whose length is.
 */
export function createFailures(clock: Clock): (network: string) => Failures {
  const buckets = createBuckets(clock);
  // Hashes: a process holds no secrets of others in clear. A dump of it would otherwise hold those of every back end.
  const proven = new Set<string>();

  return (network) => {
    const keyOf = (kind: FailureKind) => `${kind} ${network}`;
    const proofOf = (kind: FailureKind, shown: string) =>
      `${keyOf(kind)} ${sha256(shown).toString('base64')}`;
    return {
      check(kind, shown) {
        const limit = failureLimits[kind];
        const left = buckets.left(keyOf(kind), limit);
        if (left >= 1 || (shown !== undefined && proven.has(proofOf(kind, shown)))) return;
        refuse((1 - left) / rate(limit));
      },
      count(kind, shown) {
        buckets.take(keyOf(kind), failureLimits[kind]);
        if (shown !== undefined) proven.delete(proofOf(kind, shown));
      },
      prove(kind, shown) {
        const proof = proofOf(kind, shown);
        if (proven.has(proof)) return;
        for (const oldest of proven) {
          if (proven.size < mostProven) break;
          proven.delete(oldest);
        }
        proven.add(proof);
      },
    };
  };
}
