import type { ServiceError } from '@latchkey/wire';
import type { ModalRequest, ModalResult } from '../request.ts';
import { type ActiveFlowState, type Entry, type FlowState, type Interrupted, idle } from './state.ts';

/** The start of a visit: its first screen, or a step-up that is due before it. */
export type Beginning = Pick<ActiveFlowState, 'entry' | 'waiting'>;

/** Everything that can happen to a visit. */
export type FlowEvent =
  | ({ type: 'requested'; request: ModalRequest } & Beginning)
  | { type: 'opened' }
  | { type: 'achieved'; result: ModalResult }
  | { type: 'failed'; error: ServiceError }
  | { type: 'moved'; entry: Entry; isAnew: boolean }
  /** The screen told by itself what happened: what the person tries next is another try. */
  | { type: 'stayed' }
  /** The screen can't take back what it began. It is still the same try. */
  | { type: 'deferred'; deferred: Promise<ModalResult> }
  | { type: 'interrupted'; interrupted: Interrupted; entry: Entry }
  | { type: 'resumed' }
  /** The step-up was left without: the step waits no longer. */
  | { type: 'abandoned'; entry: Entry }
  | ({ type: 'restarted' } & Beginning)
  | { type: 'closed' }
  | { type: 'landing-reset' }
  | { type: 'cleared' };

/** The state after an event. An event that does not fit the phase changes nothing, so late timers do no harm. */
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

/** A landing that is closing shows its default view again (LAND-20). */
function resetLanding(visit: ActiveFlowState): ActiveFlowState {
  const { entry, phase } = visit;
  if (phase !== 'closing' || (entry.name !== 'LANDING' && entry.name !== 'CONNECT_OR_CREATE')) return visit;
  return { ...visit, entry: { name: entry.name, props: {} } };
}
