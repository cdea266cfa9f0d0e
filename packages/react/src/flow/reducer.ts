import type { ServiceError } from '@latchkey/wire';
import type { ModalRequest, ModalResult } from '../request.ts';
import { type ActiveFlowState, type Entry, type FlowState, type Interrupted, idle } from './state.ts';

export type Beginning = Pick<ActiveFlowState, 'entry' | 'waiting'>;

export type FlowEvent =
  | ({ type: 'requested'; request: ModalRequest } & Beginning)
  | { type: 'opened' }
  | { type: 'achieved'; result: ModalResult }
  | { type: 'failed'; error: ServiceError }
  | { type: 'moved'; entry: Entry; isAnew: boolean }
  /** The screen stays, and the user's next action is a new try. */
  | { type: 'stayed' }
  /** The screen started an operation that it cannot stop. The try is still the same. */
  | { type: 'deferred'; deferred: Promise<ModalResult> }
  | { type: 'interrupted'; interrupted: Interrupted; entry: Entry }
  | { type: 'resumed' }
  /** The step-up was left without success, so the interrupted step no longer waits. */
  | { type: 'abandoned'; entry: Entry }
  | ({ type: 'restarted' } & Beginning)
  | { type: 'closed' }
  | { type: 'landing-reset' }
  | { type: 'cleared' };

/**
 * Returns the state after an event. Timers of an earlier visit may still fire, so an event that does not fit the phase
 * changes nothing.
 */
export function reduce(state: FlowState, event: FlowEvent): FlowState {
  if (event.type === 'requested') {
    const { request, entry, waiting } = event;
    return {
      phase: 'opening',
      request,
      entry,
      result: null,
      deferred: null,
      failure: null,
      waiting,
      passed: [],
    };
  }
  if (state.phase === 'idle') return state;
  if (event.type === 'cleared') return state.phase === 'closing' ? idle : state;
  if (event.type === 'landing-reset') return resetLanding(state);
  if (state.phase === 'closing') return state;
  switch (event.type) {
    case 'opened':
      return state.phase === 'opening' ? { ...state, phase: 'open' } : state;
    case 'achieved':
      return { ...state, result: event.result, deferred: null, failure: null };
    case 'failed':
      return { ...state, failure: event.error };
    case 'moved':
      // The parts of one screen are one step, such as those of the password wizard.
      return {
        ...state,
        entry: event.entry,
        deferred: null,
        passed: event.entry.name === state.entry.name && !event.isAnew ? state.passed : [],
      };
    case 'stayed':
      return { ...state, passed: [] };
    case 'deferred':
      return { ...state, deferred: event.deferred };
    case 'interrupted': {
      const waiting = [...state.waiting, event.interrupted];
      return { ...state, entry: event.entry, deferred: null, waiting, passed: [] };
    }
    case 'resumed': {
      const interrupted = state.waiting.at(-1);
      if (!interrupted) return state;
      const { again: entry, passed } = interrupted;
      return { ...state, entry, waiting: state.waiting.slice(0, -1), passed };
    }
    case 'abandoned':
      return { ...state, entry: event.entry, waiting: state.waiting.slice(0, -1), passed: [] };
    case 'restarted':
      return { ...state, entry: event.entry, waiting: event.waiting, passed: [] };
    case 'closed':
      return { ...state, phase: 'closing' };
  }
}

/** Resets a closing landing screen to its default view (LAND-20). */
function resetLanding(visit: ActiveFlowState): ActiveFlowState {
  const { entry, phase } = visit;
  if (phase !== 'closing' || (entry.name !== 'LANDING' && entry.name !== 'CONNECT_OR_CREATE')) return visit;
  return { ...visit, entry: { name: entry.name, props: {} } };
}
