/** What the rig and the service's process say to each other over the process channel. */
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

/** One thing that a request changes in the database. What it reads depends on what is cached, and leaves nothing. */
export interface Step {
  kind: 'write' | 'transaction';
  /** Whether it was done when the reply was ready. What is not can be lost although it was acknowledged. */
  isDone: boolean;
}

/**
 * A moment of the work on one request, counted in what the request changes in the database: before the n-th step, in the
 * n-th step when it is a transaction (all written, nothing committed), after it, or when the reply is ready.
 */
export interface CrashPoint {
  /** Path of the request. */
  path: string;
  /** Step from 1; 'reply' is the moment before the reply leaves. */
  step: number | 'reply';
  moment: 'before' | 'uncommitted' | 'after';
}
