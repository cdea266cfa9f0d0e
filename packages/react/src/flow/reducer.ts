import type { ServiceError } from '@latchkey/wire';
import type { ModalRequest, ModalResult } from './request.ts';
import { type Entry, type FlowState, idle, type Visit } from './state.ts';

/** Everything that can happen to a visit. */
export type FlowEvent =
  | { type: 'requested'; request: ModalRequest; entry: Entry }
  | { type: 'opened' }
  | { type: 'achieved'; result: ModalResult }
  | { type: 'failed'; error: ServiceError }
  | { type: 'moved'; entry: Entry }
  | { type: 'closed' }
  | { type: 'landing-reset' }
  | { type: 'cleared' };

/** The state after an event. An event that does not fit the phase changes nothing, so late timers do no harm. */
export function reduce(state: FlowState, event: FlowEvent): FlowState {
  if (event.type === 'requested') {
    return { phase: 'opening', request: event.request, entry: event.entry, result: null, failure: null };
  }
  if (state.phase === 'idle') return state;
  if (event.type === 'cleared') return state.phase === 'closing' ? idle : state;
  if (event.type === 'landing-reset') return resetLanding(state);
  if (state.phase === 'closing') return state;
  switch (event.type) {
    case 'opened':
      return state.phase === 'opening' ? { ...state, phase: 'open' } : state;
    case 'achieved':
      return { ...state, result: event.result, failure: null };
    case 'failed':
      return { ...state, failure: event.error };
    case 'moved':
      return { ...state, entry: event.entry };
    case 'closed':
      return { ...state, phase: 'closing' };
  }
}

/** A landing that is closing shows its default view again (LAND-20). */
function resetLanding(visit: Visit): Visit {
  if (visit.phase !== 'closing' || visit.entry.name !== 'LANDING') return visit;
  return { ...visit, entry: { name: 'LANDING', props: {} } };
}
