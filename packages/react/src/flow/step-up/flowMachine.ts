import { findStepUp, type NextStepUp, nextStepUp } from '@latchkey/core';
import { isCode } from '@latchkey/wire';
import type { ModalRequest } from '../../request.ts';
import { firstEntry } from '../firstEntries.ts';
import type { Beginning } from '../reducer.ts';
import type { ActiveFlowState, Entry, Interrupted, ScreenExit } from '../state.ts';
import { errorFrom, triedAgain } from '../steps.ts';
import type { Extras, FlowFacts, Leg, Step } from '../transition.ts';
import { follow, type TransitionTable, transitionTable } from '../transitions.ts';
import { type FailedStep, type StepUp, type StepUps, stepUps } from './stepUps.ts';

export interface FlowMachine extends TransitionTable {
  readonly stepUps: StepUps;
  readonly findStepUp: typeof findStepUp;
}

export const flowMachine: FlowMachine = { ...transitionTable, stepUps, findStepUp };

/** Move of the flow after an exit: the exit's transition, the start of a step-up, or the return from one. */
export type Move = (
  | Leg
  | { resume: true }
  | { abandonFor: Entry }
  | { stepUp: Entry; interrupted: Interrupted }
) &
  Extras;

/** Returns the first entry of a request: its first screen, or a step-up that is due before it. */
export function beginningOf(request: ModalRequest, facts: FlowFacts, flowMachine: FlowMachine): Beginning {
  const first = firstEntry(request, facts);
  const due = stepUpBefore(first, facts, request, flowMachine);
  return due
    ? { entry: due, waiting: [{ again: first, back: null, passed: [] }] }
    : { entry: first, waiting: [] };
}

function stepUpBefore(
  step: Entry,
  facts: FlowFacts,
  request: ModalRequest,
  { stepUps }: FlowMachine,
): Entry | null {
  const due = Object.values(stepUps).find((stepUp) => stepUp.isDueBefore?.(step, facts));
  return due?.enter(null, step, facts, request) ?? null;
}

/**
 * Returns a request for another try from the beginning, without data from a provider or popup: that data may be used
 * up by then.
 */
export function anew(request: ModalRequest): ModalRequest {
  if (request.intent === 'link') return { ...request, input: { method: request.input.method } };
  if (request.intent !== 'login') return request;
  const { disableSignup = false } = request.input ?? {};
  return { intent: 'login', input: { disableSignup } };
}

/**
 * Returns the move after an exit. An error for which there is a step-up starts it, except on the step-up's own screens.
 * If the error is repeated before something else happens, it counts as a failure: two screens could otherwise alternate
 * for ever.
 */
export function moveFrom(
  screenExit: ScreenExit,
  facts: FlowFacts,
  visit: ActiveFlowState,
  flowMachine: FlowMachine,
): Move {
  const { entry } = visit;
  const failed = isFailed(screenExit.payload) ? screenExit.payload : null;
  const next = failed && nextStepUpOf(failed, visit, flowMachine);
  if (next && !next.isRepeated) {
    const stepUp = flowMachine.stepUps[next.kind];
    const interrupted = interruptedBy(failed, { stepUp, passed: next.passed, facts, visit, flowMachine });
    const first = stepUp.enter(failed, interrupted.again, facts, visit.request);
    if (first) return { stepUp: first, interrupted };
  }
  const step = follow(screenExit, facts, visit, flowMachine);
  // A screen that would stay cannot show this error, so the error screen follows.
  if (next && 'stay' in step) return errorFrom(triedAgain(entry, failed), failed.error);
  return moveOf(step, facts, visit, flowMachine);
}

interface Trip {
  readonly stepUp: StepUp;
  readonly passed: Interrupted['passed'];
  readonly facts: FlowFacts;
  readonly visit: ActiveFlowState;
  readonly flowMachine: FlowMachine;
}

/** Returns the step-up for an error; null if there is none, or if the screen belongs to the step-up itself. */
function nextStepUpOf(
  { error }: FailedStep,
  { entry, passed }: ActiveFlowState,
  { stepUps, findStepUp }: FlowMachine,
): NextStepUp | null {
  const next = nextStepUp(error, passed, findStepUp);
  return next && !stepUps[next.kind].has(entry) ? next : null;
}

function interruptedBy(failed: FailedStep, { stepUp, passed, facts, visit, flowMachine }: Trip): Interrupted {
  const back = triedAgain(visit.entry, failed);
  const { held } = failed;
  if (!stepUp.makesCall || !held) return { again: back, back, passed };
  const screenExit = { screen: visit.entry.name, exit: held.exit, payload: held.payload };
  const step = follow(screenExit as unknown as ScreenExit, facts, visit, flowMachine);
  return { again: 'to' in step ? step.to : back, back, passed };
}

/** Converts the step of a transition to a move, including step-ups in progress or due. */
function moveOf(
  step: Step,
  facts: FlowFacts,
  { request, waiting }: ActiveFlowState,
  flowMachine: FlowMachine,
): Move {
  const interrupted = waiting.at(-1);
  if ('done' in step) {
    if (!interrupted) return step.done;
    return { resume: true, ...(step.afterMs === undefined ? {} : { afterMs: step.afterMs }) };
  }
  if ('undone' in step) {
    if (!interrupted) return { close: 'given-up' };
    const end = step.undone(interrupted);
    if (!('to' in end)) return end;
    const { to, ...extras } = end;
    return { ...extras, abandonFor: to };
  }
  if (!('to' in step) || !step.backTo) return step;
  const due = stepUpBefore(step.to, facts, request, flowMachine);
  return due ? { stepUp: due, interrupted: { again: step.to, back: step.backTo, passed: [] } } : step;
}

function isFailed(payload: unknown): payload is FailedStep {
  return typeof payload === 'object' && payload !== null && 'error' in payload && isCode(payload.error);
}
