import { AsyncLocalStorage } from 'node:async_hooks';
import type { Span } from '@opentelemetry/api';

export const currentSpan = new AsyncLocalStorage<Span>();

/** Returns the fields that lead from a log line to its trace; none outside a span. */
export function traceFields(): { trace_id?: string; span_id?: string } {
  const span = currentSpan.getStore()?.spanContext();
  return span ? { trace_id: span.traceId, span_id: span.spanId } : {};
}
