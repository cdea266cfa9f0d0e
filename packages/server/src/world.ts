import type { Logger } from 'pino';
import type { Config } from './configShape.ts';
import type { Database } from './db/index.ts';
// Imports bypass index.ts, because a type that every module reads must not depend on every module.
import type { Mailer, SmsSender } from './delivery/messages.ts';
import type { Metrics } from './metrics/createMetrics.ts';
import type { Tracing } from './tracing/tracing.ts';
import type { Workers } from './workers/workers.ts';

/** Parts of the outside world that modules use, passed in once by `createService`. Tests pass their own. */
export interface World {
  readonly config: Config;
  readonly database: Database;
  readonly clock: Clock;
  readonly random: Random;
  /**
   * 32 bytes that all processes on this database share. Modules derive their own keys from it by label. It is not a
   * KEK: it stays the same when a KEK is replaced, and exists when the KEKs are in a KMS.
   */
  readonly secret: Uint8Array;
  readonly mailer: Mailer;
  readonly smsSender: SmsSender;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Traces; null if they are off. */
  readonly tracing: Tracing | null;
  /** The other workers of this program, which count calls together. */
  readonly workers: Workers;
  readonly fetch: typeof fetch;
  /** Resolves a host name to its IPv4 and IPv6 addresses; rejects if it has none. */
  readonly resolveHost: (hostname: string) => Promise<readonly string[]>;
  /** Creates a signal that aborts after `ms` milliseconds, to bound calls to other services. */
  readonly signalAfter: (ms: number) => AbortSignal;
}

export interface Clock {
  /** Unix milliseconds. */
  now(): number;
}

export interface Random {
  /** Cryptographically random bytes. */
  bytes(length: number): Uint8Array;
  /** A uniformly random integer in [0, below). */
  integer(below: number): number;
}
