import type { Context } from 'hono';

/** Fault that any API can have: it never responds, responds when the test allows it, fails, or truncates a response. */
type Fault = 'silent' | 'slow' | 'broken' | 'junk';

export interface Outage<Own extends string> {
  /** Sets the fault of every call from now on, or null for none. Calls that a slow API holds are answered. */
  set(fault: Fault | Own | null): void;
  is(fault: Fault | Own): boolean;
  /** Applies a fault that any API can have. @returns null if the call should be answered */
  meet(context: Context): Promise<Response | null>;
  /** Ends waiting calls. */
  close(): void;
}

/** Makes an API fail when a test requests it. Slow responses wait for the test. */
export function createOutage<Own extends string>(): Outage<Own> {
  let fault: Fault | Own | null = null;
  const [slow, silent] = [new Set<() => void>(), new Set<() => void>()];
  const wait = (among: Set<() => void>) => new Promise<void>((resolve) => among.add(resolve));
  const release = (among: Set<() => void>) => {
    for (const go of among) go();
    among.clear();
  };
  return {
    set(next) {
      fault = next;
      release(slow);
    },
    is: (one) => fault === one,
    async meet(context) {
      const met = fault;
      if (met === 'slow') await wait(slow);
      if (met === 'silent') {
        await wait(silent);
        return context.body(null, 503);
      }
      if (met === 'broken') return context.html('<h1>Internal Server Error</h1>', 500);
      if (met === 'junk') return context.body('[{"id":"', 200, { 'content-type': 'application/json' });
      return null;
    },
    close() {
      release(slow);
      release(silent);
    },
  };
}
