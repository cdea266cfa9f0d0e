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
  /** Calls a screen's close handler, when the visit closes (MODAL-10) or the screen breaks. */
  leave(entry: Entry, reason: CloseReason): void;
  logOut(): void;
  /** @default the modal's own transitions and step-ups */
  readonly flowMachine?: FlowMachine;
}

/** Flow of the modal, without rendering: the request, the current screen, and the outcome. */
export interface Flow {
  getState(): FlowState;
  subscribe(listener: () => void): () => void;
  /** Starts a visit and resolves with its outcome. A request during another visit waits until that visit has ended. */
  open(request: ModalRequest): Promise<Outcome>;
  /**
   * Leaves a screen by one of its exits. Ignored if that screen is no longer shown, is closing, or was already left.
   */
  leave(from: Entry, screenExit: ScreenExit): void;
  /**
   * Handles an error that the modal threw while rendering the current screen. The error screen follows, which can only
   * be closed. If the error screen throws too, the visit ends.
   */
  fail(cause: unknown): void;
  /**
   * Closes the visit: calls the screen's own close handler, reports the outcome unless it was reported before, and then
   * clears the state.
   */
  close(reason: CloseReason): void;
}

/** Creates a flow. It has one visit at a time. */
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

  /**
   * Loads the transitions of a screen when it appears. If they loaded only when the screen is left, a failure would be
   * lost if the user closes the modal meanwhile.
   */
  function fetchTransitionsOf({ name }: Entry): void {
    loadTransitionsOf(name, flowMachine)?.catch(() => {}); // leaving the screen tries again and reports the error
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
    // A login does not count if the user leaves before accepting the terms (TERMS-02) or verifying the second factor.
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

  /** Schedules the next step of the visit. A closing visit has none, because the step would run in the next visit. */
  function schedule(step: () => void, afterMs: number): void {
    clearTimeout(pendingStep);
    if (state.phase !== 'closing') pendingStep = setTimeout(step, afterMs);
  }

  /** Closes a visit that has reported its outcome and still shows it, if another request waits. */
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

const entryOf = (state: FlowState): Entry | null => (state.phase === 'idle' ? null : state.entry);
