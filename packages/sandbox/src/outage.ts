import type { Context } from 'hono';

/** What may be wrong with any API: it never answers, answers once it may, fails, or answers what is cut off. */
type Fault = 'silent' | 'slow' | 'broken' | 'junk';

/** What is wrong with an API now. */
export interface Outage<Own extends string> {
  /** From now on every call meets this; null: none. Calls that a slow API has not answered are answered then. */
  set(fault: Fault | Own | null): void;
  is(fault: Fault | Own): boolean;
  /** Meets what is wrong with every API. @returns null where the call is to be answered */
  meet(context: Context): Promise<Response | null>;
  /** Ends calls that wait. */
  close(): void;
}

/** Makes an API fail when a test says so. No fault of it takes time: what is slow waits for the test. */
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
