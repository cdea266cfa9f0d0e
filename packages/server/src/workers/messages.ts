import type { RateLimit } from '@latchkey/wire';
import type { Reading } from './workers.ts';

/** Calls that a worker has taken from a bucket. */
export interface Take {
  readonly set: string;
  readonly key: string;
  readonly limit: RateLimit;
  readonly calls: number;
}

/** Messages of a worker to its primary process. */
export type ToPrimary =
  /** The worker hears messages from now on. Earlier ones would be lost. */
  | { readonly type: 'joined' }
  | { readonly type: 'listening'; readonly port: number }
  /** The worker has closed its listeners, and waits for `left`. */
  | { readonly type: 'leaving' }
  /** The last message of the worker. When it has left, all others have. */
  | { readonly type: 'end' }
  | { readonly type: 'takes'; readonly takes: readonly Take[] }
  /** Requests the metrics of the other workers. */
  | { readonly type: 'readMetrics'; readonly id: number }
  | { readonly type: 'metrics'; readonly id: number; readonly reading: Reading };

/** Messages of the primary process to a worker. */
export type ToWorker =
  | { readonly type: 'stop'; readonly isReplaced: boolean }
  /** Answers `leaving`. The primary passes no more connections to the worker. */
  | { readonly type: 'left' }
  | { readonly type: 'takes'; readonly takes: readonly Take[] }
  | { readonly type: 'readMetrics'; readonly id: number }
  | { readonly type: 'metrics'; readonly id: number; readonly readings: readonly Reading[] };

/** One end of the connection between a worker and its primary. */
export interface ProcessChannel<Received, Sent> {
  /** Sends a message. `done` is called when it has left this process, or cannot. */
  send(message: Sent, done?: () => void): void;
  listen(listener: (message: Received) => void): void;
}
