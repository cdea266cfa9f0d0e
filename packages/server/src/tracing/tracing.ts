import type { MetricReading } from '../metrics/index.ts';

/** Facts of a span, by name: those of OpenTelemetry's conventions, and our own with the prefix `latchkey.`. */
export type SpanFacts = Readonly<Record<string, string | number>>;

export interface RunningSpan {
  set(facts: SpanFacts): void;
  /** Marks the span as failed. `reason` is a code or the name of an error, not its message. */
  fail(reason?: string): void;
}

export interface SpanOptions {
  readonly name: string;
  /** `server`: a request that is answered here; `client`: a call that leaves the process. */
  readonly kind: 'server' | 'client';
  readonly facts?: SpanFacts;
  /** Value of the header `traceparent` of a caller whose trace is continued. @default none */
  readonly caller?: string | null;
}

/** Traces of a process (docs/guide/observability.md). Null in its place means that traces are off. */
export interface Tracing {
  /**
   * Runs work in a span: a child of the span in which this is called, or else of the span of `caller`, or else the
   * first of a trace.
   *
   * @throws whatever the work throws, after its name or code is in the span
   */
  run<T>(options: SpanOptions, work: (span: RunningSpan) => Promise<T>): Promise<T>;
  isInSpan(): boolean;
  /** Renames the current span and adds facts to it. */
  describe(name: string, facts: SpanFacts): void;
  /** Returns the W3C header of the current span, for a service of the operator's own. Empty outside a span. */
  headers(): Record<string, string>;
  /** Sends the metrics of this process too, once a minute. */
  exportMetrics(read: () => Promise<readonly MetricReading[]>): Promise<void>;
  /**
   * Sends what is recorded. Gives up after 2 s, because a collector that is down would otherwise delay a stop for
   * longer.
   */
  close(): Promise<void>;
}
