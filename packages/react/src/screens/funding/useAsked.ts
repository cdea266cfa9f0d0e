import { isCode, ServiceError } from '@latchkey/wire';
import { useEffect, useState } from 'react';

/** What was asked for: nothing yet, what came, or why it did not. */
export interface Asked<Value> {
  readonly value: Value | null;
  readonly error: ServiceError | null;
  again(): void;
}

/**
 * Asks as soon as the screen shows, and anew when the question is another one. A question that is left is given up.
 *
 * @param ask stable while it is the same question; null where there is none
 */
export function useAsked<Value>(ask: ((signal: AbortSignal) => Promise<Value>) | null): Asked<Value> {
  const [count, setCount] = useState(0);
  const [answer, setAnswer] = useState<Omit<Asked<Value>, 'again'>>(nothing);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new count is what `again` asks for
  useEffect(() => {
    setAnswer(nothing);
    if (!ask) return;
    const { signal, abort } = createStop();
    ask(signal).then(
      (value) => signal.aborted || setAnswer({ value, error: null }),
      (cause: unknown) => {
        const error = isCode(cause) ? cause : new ServiceError('internal_error', { cause });
        if (!signal.aborted) setAnswer({ value: null, error });
      },
    );
    return abort;
  }, [ask, count]);
  return { ...answer, again: () => setCount(count + 1) };
}

const nothing = { value: null, error: null } as const;

function createStop(): { readonly signal: AbortSignal; abort(): void } {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}
