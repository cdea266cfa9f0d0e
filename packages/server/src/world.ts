import type { Logger } from 'pino';
import type { Config } from './configShape.ts';
import type { Database } from './db/index.ts';
// Not by the rooms' doors: what every room reads must not lead to every room.
import type { Mailer, SmsSender } from './delivery/messages.ts';
import type { Metrics } from './metrics/createMetrics.ts';

/**
 * Everything outside the service, passed in once by `createService`. No room reads the time, the environment, a
 * random source or the network on its own, so that tests own them all.
 */
export interface World {
  readonly config: Config;
  readonly database: Database;
  readonly clock: Clock;
  readonly random: Random;
  /**
   * 32 bytes that all processes on this database share, of which rooms derive keys of their own by label. Not a KEK: it
   * stays the same when one is replaced, and is there when KEKs lie in a KMS.
   */
  readonly secret: Uint8Array;
  readonly mailer: Mailer;
  readonly smsSender: SmsSender;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly fetch: typeof fetch;
  /** The addresses of a host name, IPv4 and IPv6; rejects when it has none. */
  readonly resolveHost: (hostname: string) => Promise<readonly string[]>;
  /** A signal that aborts after so many milliseconds: how long someone outside may take. */
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
