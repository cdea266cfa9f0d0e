import { ServiceError } from '@latchkey/wire';
import { timings } from '../timings.ts';
import { outcomeOf } from './close.ts';
import { type FlowEvent, reduce } from './reducer.ts';
import type { CloseReason, ModalRequest, Outcome } from './request.ts';
import { type Facts, firstEntry, follow, type Step } from './roads.ts';
import { type Departure, type Entry, type FlowState, idle } from './state.ts';

export interface FlowOptions {
  getFacts(): Facts;
  /** The close handler of the screen that is left by a close; runs before the outcome is told (MODAL-10). */
  leave(entry: Entry, reason: CloseReason): void;
  /** Ends the session of the user who is logged in. */
  logOut(): void;
}

/** The modal's course, without a pixel: what it is opened for, which screen shows, how it ends. */
export interface Flow {
  getState(): FlowState;
  subscribe(listener: () => void): () => void;
  /** Starts a visit and tells how it ended. A request that comes during a visit waits for its end. */
  open(request: ModalRequest): Promise<Outcome>;
  /** Leaves a screen by one of its exits. Ignored when another screen shows by now, or the screen was left already. */
  depart(from: Entry, departure: Departure): void;
  /**
   * Takes note that the screen which is on broke while it rendered: the error screen follows, from which there is only
   * the way out. When that one breaks too, the visit ends.
   */
  fail(cause: unknown): void;
  /** Closes gracefully: the screen's own close handler, then the outcome, then the state is cleared. */
  close(reason: CloseReason): void;
}

/** Makes a flow. It holds one visit at a time. */
export function createFlow({ getFacts, leave, logOut }: FlowOptions): Flow {
  let state: FlowState = idle;
  let tell: ((outcome: Outcome) => void) | null = null;
  let left: Entry | null = null;
  let pendingStep: ReturnType<typeof setTimeout> | undefined;
  const waiting: (() => void)[] = [];
  const listeners = new Set<() => void>();

  function dispatch(event: FlowEvent): void {
    const next = reduce(state, event);
    if (next === state) return;
    state = next;
    for (const listener of [...listeners]) listener();
  }

  function begin(request: ModalRequest, resolve: (outcome: Outcome) => void): void {
    tell = resolve;
    left = null;
    dispatch({ type: 'requested', request, entry: firstEntry(request, getFacts()) });
    setTimeout(() => dispatch({ type: 'opened' }), timings.openDelayMs);
  }

  function take(step: Step): void {
    if ('to' in step) {
      left = null;
      dispatch({ type: 'moved', entry: step.to });
    } else {
      close(step.close);
    }
  }

  function close(reason: CloseReason): void {
    if (state.phase !== 'open' && state.phase !== 'opening') return;
    clearTimeout(pendingStep);
    leave(state.entry, reason);
    // A login that was left before the terms were accepted is none (TERMS-02).
    const facts = getFacts();
    if (state.request.intent === 'login' && !state.result && facts.termsDue) logOut();
    const outcome = outcomeOf(state, facts);
    dispatch({ type: 'closed' });
    tell?.(outcome);
    tell = null;
    setTimeout(() => dispatch({ type: 'landing-reset' }), timings.landingResetMs);
    setTimeout(() => {
      dispatch({ type: 'cleared' });
      waiting.shift()?.();
    }, timings.clearDelayMs);
  }

  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    open: (request) =>
      new Promise((resolve) => {
        if (state.phase === 'idle') begin(request, resolve);
        else waiting.push(() => begin(request, resolve));
      }),
    depart(from, departure) {
      if (state.phase === 'idle' || state.phase === 'closing') return;
      if (state.entry !== from || left === from) return;
      left = from;
      const step = follow(departure, getFacts(), { entry: state.entry, request: state.request });
      if (step.logOut) logOut();
      if (step.result) dispatch({ type: 'achieved', result: step.result });
      if (step.failure) dispatch({ type: 'failed', error: step.failure });
      if (step.afterMs === undefined) take(step);
      else pendingStep = setTimeout(() => take(step), step.afterMs);
    },
    fail(cause) {
      if (state.phase !== 'open' && state.phase !== 'opening') return;
      const error = new ServiceError('internal_error', { cause });
      clearTimeout(pendingStep);
      dispatch({ type: 'failed', error });
      if (state.entry.name === 'ERROR_SCREEN') return close('broken');
      leave(state.entry, 'broken');
      take({ to: { name: 'ERROR_SCREEN', props: { error, previous: null, isFinal: true } } });
    },
    close,
  };
}
