import { isCode, ServiceError } from '@latchkey/wire';
import { useEffect, useState } from 'react';

/** What was asked for: nothing yet, what came, or why it did not. */
export interface RequestState<Value> {
  readonly value: Value | null;
  readonly error: ServiceError | null;
  again(): void;
}

/**
 * Asks as soon as the screen shows, and anew when the question is another one. A question that is left is given up.
 *
 * @param ask stable while it is the same question; null where there is none
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
  // Not for a moment is the answer to another question shown as the one to this.
  const { value, error } = answer && answer.load === load && answer.count === count ? answer : nothing;
  return { value, error, again: () => setCount(count + 1) };
}

/** An answer, and what it answers. */
interface Answer<Value> extends Omit<RequestState<Value>, 'again'> {
  readonly load: unknown;
  readonly count: number;
}

const nothing = { value: null, error: null } as const;

function createStop(): { readonly signal: AbortSignal; abort(): void } {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}
