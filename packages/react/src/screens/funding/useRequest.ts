import { isCode, ServiceError } from '@latchkey/wire';
import { useEffect, useState } from 'react';

export interface RequestState<Value> {
  readonly value: Value | null;
  readonly error: ServiceError | null;
  again(): void;
}

/**
 * Runs a request when the screen is shown, and again when `load` changes. Aborts it when the screen closes or `load`
 * changes.
 *
 * @param load stable while the request stays the same; null for none
 */
export function useRequest<Value>(
  load: ((signal: AbortSignal) => Promise<Value>) | null,
): RequestState<Value> {
  const [count, setCount] = useState(0);
  const [answer, setAnswer] = useState<Answer<Value> | null>(null);
  useEffect(() => {
    if (!load) return;
    const { signal, abort } = createStop();
    const take = (value: Value | null, error: ServiceError | null) =>
      signal.aborted || setAnswer({ value, error, load, count });
    load(signal).then(
      (value) => take(value, null),
      (cause: unknown) => take(null, isCode(cause) ? cause : new ServiceError('internal_error', { cause })),
    );
    return abort;
  }, [load, count]);
  // Drops the answer to an earlier request.
  const { value, error } = answer && answer.load === load && answer.count === count ? answer : nothing;
  return { value, error, again: () => setCount(count + 1) };
}

interface Answer<Value> extends Omit<RequestState<Value>, 'again'> {
  readonly load: unknown;
  readonly count: number;
}

const nothing = { value: null, error: null } as const;

function createStop(): { readonly signal: AbortSignal; abort(): void } {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}
