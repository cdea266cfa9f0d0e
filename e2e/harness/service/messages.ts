/** Messages between the harness and the service's process, over the process channel. */
export type ServiceMessage =
  | { type: 'begin'; env: Readonly<Record<string, string>> }
  | { type: 'end' }
  | { type: 'clock'; offsetMs: number }
  | { type: 'job'; name: string }
  | { type: 'crash'; at: CrashPoint }
  | { type: 'hold'; at: CrashPoint }
  | { type: 'goOn' }
  | { type: 'steps'; path: string };

export type ServiceNews =
  | { type: 'listening' }
  | { type: 'done' }
  | { type: 'held' }
  | { type: 'steps'; steps: Step[] };

/**
 * One change that a request makes in the database. Reads are left out, because they depend on caches and change
 * nothing.
 */
export interface Step {
  kind: 'write' | 'transaction';
  /**
   * True if the change was made before the reply was ready. If false, it can be lost although the reply acknowledged
   * it.
   */
  isDone: boolean;
}

/**
 * A moment of the work on one request, counted in the request's changes to the database: before the n-th step, in the
 * n-th step if it is a transaction (all written, nothing committed), after it, or when the reply is ready.
 */
export interface CrashPoint {
  path: string;
  /** Number of the step, from 1. 'reply' is the moment before the reply leaves. */
  step: number | 'reply';
  moment: 'before' | 'uncommitted' | 'after';
}
