import { ServiceError } from '@latchkey/wire';
import type { CloseReason } from '../closeReason.ts';
import type { ModalRequest, Outcome } from '../request.ts';
import { timings } from '../timings.ts';
import { isLoginVisit, outcomeOf, outcomeOfDeferred } from './close.ts';
import { type FlowEvent, reduce } from './reducer.ts';
import { type Entry, type FlowState, idle, type ScreenExit } from './state.ts';
import {
  anew,
  beginningOf,
  type FlowMachine,
  type Move,
  moveFrom,
  flowMachine as ownFlowMachine,
} from './step-up/flowMachine.ts';
import type { FlowFacts } from './transition.ts';
import { loadTransitionsOf } from './transitions.ts';

export interface FlowOptions {
  getFacts(): FlowFacts;
  /** The close handler of the screen that is left by a close; runs before the outcome is told (MODAL-10). */
  leave(entry: Entry, reason: CloseReason): void;
  /** Ends the session of the user who is logged in. */
  logOut(): void;
  /** @default the modal's own transitions and step-ups */
  readonly flowMachine?: FlowMachine;
}

/** The modal's flow, without a pixel: what it is opened for, which screen shows, how it ends. */
export interface Flow {
  getState(): FlowState;
  subscribe(listener: () => void): () => void;
  /** Starts a visit and tells how it ended. A request that comes during a visit waits for its end. */
  open(request: ModalRequest): Promise<Outcome>;
  /** Leaves a screen by one of its exits. Ignored when another screen shows by now, or the screen was left already. */
  leave(from: Entry, screenExit: ScreenExit): void;
  /**
   * Takes note that the screen which is on broke while it rendered: the error screen follows, from which there is only
   * the way out. When that one breaks too, the visit ends.
   */
  fail(cause: unknown): void;
  /** Closes gracefully: the screen's own close handler, then the outcome, then the state is cleared. */
  close(reason: CloseReason): void;
}

/** Makes a flow. It holds one visit at a time. */
export function createFlow({ getFacts, leave, logOut, flowMachine = ownFlowMachine }: FlowOptions): Flow {
  let state: FlowState = idle;
  let tell: ((outcome: Outcome | Promise<Outcome>) => void) | null = null;
  let left: Entry | null = null;
  let pendingStep: ReturnType<typeof setTimeout> | undefined;
  const waiting: (() => void)[] = [];
  const listeners = new Set<() => void>();

  function dispatch(event: FlowEvent): void {
    const next = reduce(state, event);
    if (next === state) return;
    const before = entryOf(state);
    state = next;
    const entry = entryOf(next);
    if (entry && entry !== before) fetchTransitionsOf(entry);
    for (const listener of [...listeners]) listener();
  }

  /** Loads the transitions of a screen as it shows, so that a failure on it counts even if the person closes at once. */
  function fetchTransitionsOf({ name }: Entry): void {
    loadTransitionsOf(name, flowMachine)?.catch(() => {}); // leaving the screen tries again, and tells
  }

  function begin(request: ModalRequest, resolve: Exclude<typeof tell, null>): void {
    tell = resolve;
    left = null;
    dispatch({ type: 'requested', request, ...beginningOf(request, getFacts(), flowMachine) });
    setTimeout(() => dispatch({ type: 'opened' }), timings.openDelayMs);
  }

  function take(move: Move): void {
    if ('close' in move) {
      close(move.close);
    } else if (state.phase !== 'idle') {
      left = null;
      dispatch(eventOf(move, state.request));
    }
  }

  function eventOf(move: Exclude<Move, { close: CloseReason }>, request: ModalRequest): FlowEvent {
    if ('to' in move) return { type: 'moved', entry: move.to, isAnew: move.anew === true };
    if ('stay' in move)
      return move.deferred ? { type: 'deferred', deferred: move.deferred } : { type: 'stayed' };
    if ('resume' in move) return { type: 'resumed' };
    if ('abandonFor' in move) return { type: 'abandoned', entry: move.abandonFor };
    if ('stepUp' in move) return { type: 'interrupted', interrupted: move.interrupted, entry: move.stepUp };
    return { type: 'restarted', ...beginningOf(anew(request), getFacts(), flowMachine) };
  }

  function close(reason: CloseReason): void {
    if (state.phase !== 'open' && state.phase !== 'opening') return;
    clearTimeout(pendingStep);
    leave(state.entry, reason);
    // A login that was left before the terms were accepted is none (TERMS-02), nor one without the factor that it takes.
    const facts = getFacts();
    const isDue = (facts.termsDue && !state.result) || facts.factorDue !== null;
    if (isLoginVisit(state.request.intent) && isDue) logOut();
    const outcome = state.deferred ? outcomeOfDeferred(state.deferred) : outcomeOf(state, facts);
    dispatch({ type: 'closed' });
    tellOnce(outcome);
    setTimeout(() => dispatch({ type: 'landing-reset' }), timings.landingResetMs);
    setTimeout(() => {
      dispatch({ type: 'cleared' });
      waiting.shift()?.();
    }, timings.clearDelayMs);
  }

  function tellOnce(outcome: Outcome | Promise<Outcome>): void {
    tell?.(outcome);
    tell = null;
  }

  /** Has the visit go on in a while. One that closes goes nowhere: the step would be one of the visit after it. */
  function schedule(step: () => void, afterMs: number): void {
    clearTimeout(pendingStep);
    if (state.phase !== 'closing') pendingStep = setTimeout(step, afterMs);
  }

  /** A visit that has told its outcome, and shows it, gives way to whatever waits. */
  function makeWay(): void {
    if (!tell && waiting.length > 0) schedule(() => close('finished'), timings.closeAfterSuccessMs);
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
        else {
          waiting.push(() => begin(request, resolve));
          makeWay();
        }
      }),
    leave: leaveBy,
    fail: breakOff,
    close,
  };

  function leaveBy(from: Entry, screenExit: ScreenExit): void {
    if (state.phase === 'idle' || state.phase === 'closing') return;
    if (state.entry !== from || left === from) return;
    const late = loadTransitionsOf(from.name, flowMachine);
    if (late) {
      late.then(() => leaveBy(from, screenExit), breakOff);
      return;
    }
    left = from;
    const move = moveFrom(screenExit, getFacts(), state, flowMachine);
    if (move.logOut) logOut();
    if (move.result) dispatch({ type: 'achieved', result: move.result });
    if (move.failure) dispatch({ type: 'failed', error: move.failure });
    if (move.tells && move.result) tellOnce({ ok: true, result: move.result });
    if (move.afterMs === undefined) take(move);
    else schedule(() => take(move), move.afterMs);
    makeWay();
  }

  function breakOff(cause: unknown): void {
    if (state.phase !== 'open' && state.phase !== 'opening') return;
    const error = new ServiceError('internal_error', { cause });
    clearTimeout(pendingStep);
    dispatch({ type: 'failed', error });
    if (state.entry.name === 'ERROR_SCREEN') {
      close('broken');
      return;
    }
    leave(state.entry, 'broken');
    take({ to: { name: 'ERROR_SCREEN', props: { error, previous: null, isFinal: true } } });
  }
}

/** The screen that is on, if any. */
const entryOf = (state: FlowState): Entry | null => (state.phase === 'idle' ? null : state.entry);
