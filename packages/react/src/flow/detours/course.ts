import { findDetour } from '@latchkey/core/startup';
import { isCode } from '@latchkey/wire';
import type { ModalRequest } from '../../request.ts';
import type { Beginning } from '../reducer.ts';
import type { Extras, Facts, Leg, Roads, Step } from '../road.ts';
import { firstEntry, follow, loadRoadsOf, roads } from '../roads.ts';
import type { Departure, Entry, Interrupted, Visit } from '../state.ts';
import { errorFrom, triedAgain } from '../steps.ts';
import { type Detour, type Detours, detours, type FailedStep } from './detours.ts';

/** By what a visit finds its way. */
export interface Course {
  readonly roads: Roads;
  readonly detours: Detours;
  readonly findDetour: typeof findDetour;
  /** Brings the roads of a screen that are not there yet; null where they are. @default they are */
  readonly loadRoadsOf?: typeof loadRoadsOf;
}

export const course: Course = { roads, detours, findDetour, loadRoadsOf };

/** What the flow does when a screen was left: what its road says, off on a detour, or on from the end of one. */
export type Move = (
  | Leg
  | { resume: true }
  | { abandonFor: Entry }
  | { detour: Entry; interrupted: Interrupted }
) &
  Extras;

/** Where a request begins: at its first screen, or at a detour that is due before it. */
export function beginningOf(request: ModalRequest, facts: Facts, course: Course): Beginning {
  const first = firstEntry(request, facts);
  const due = detourBefore(first, facts, request, course);
  return due
    ? { entry: due, waiting: [{ again: first, back: null, passed: [] }] }
    : { entry: first, waiting: [] };
}

function detourBefore(step: Entry, facts: Facts, request: ModalRequest, { detours }: Course): Entry | null {
  const due = Object.values(detours).find((detour) => detour.isDueBefore?.(step, facts));
  return due?.enter(null, step, facts, request) ?? null;
}

/** A request that begins anew. What the page came back with from a provider, or from Telegram, is used up by then. */
export function anew(request: ModalRequest): ModalRequest {
  if (request.intent === 'link') return { ...request, input: { method: request.input.method } };
  if (request.intent !== 'login') return request;
  const { disableSignup = false } = request.input ?? {};
  return { intent: 'login', input: { disableSignup } };
}

/**
 * What comes of a departure. A refusal that a detour helps with takes it, whichever screen it was; once, until something
 * else happens: two screens must not send each other on for ever, so that what repeats is a failure like any other.
 */
export function moveFrom(departure: Departure, facts: Facts, visit: Visit, course: Course): Move {
  const { entry, passed } = visit;
  const failed = isFailed(departure.payload) ? departure.payload : null;
  const detour = failed && detourOf(failed, entry, course);
  if (detour && !passed.includes(failed.error.code)) {
    const interrupted = interruptedBy(failed, { detour, facts, visit, course });
    const first = detour.enter(failed, interrupted.again, facts, visit.request);
    if (first) return { detour: first, interrupted };
  }
  const step = follow(departure, facts, visit, course.roads);
  // A screen that would stay says nothing of a refusal that it does not know.
  if (detour && 'stay' in step) return errorFrom(triedAgain(entry, failed), failed.error);
  return moveOf(step, facts, visit, course);
}

interface Trip {
  readonly detour: Detour;
  readonly facts: Facts;
  readonly visit: Visit;
  readonly course: Course;
}

/** The detour that a refusal asks for; null where there is none, or the screen is on its way. */
function detourOf({ error }: FailedStep, entry: Entry, { detours, findDetour }: Course): Detour | null {
  const kind = findDetour(error);
  return kind && !detours[kind].has(entry) ? detours[kind] : null;
}

/** The step as it waits. Where the detour makes the refused call, it goes on where that call leads. */
function interruptedBy(failed: FailedStep, { detour, facts, visit, course }: Trip): Interrupted {
  const back = triedAgain(visit.entry, failed);
  const passed = [...visit.passed, failed.error.code];
  const { held } = failed;
  if (!detour.makesCall || !held) return { again: back, back, passed };
  const departure = { screen: visit.entry.name, exit: held.exit, payload: held.payload };
  const step = follow(departure as unknown as Departure, facts, visit, course.roads);
  return { again: 'to' in step ? step.to : back, back, passed };
}

/** What a road says, with the detours that are on or due. */
function moveOf(step: Step, facts: Facts, { request, waiting }: Visit, course: Course): Move {
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
  const due = detourBefore(step.to, facts, request, course);
  return due ? { detour: due, interrupted: { again: step.to, back: step.backTo, passed: [] } } : step;
}

function isFailed(payload: unknown): payload is FailedStep {
  return typeof payload === 'object' && payload !== null && 'error' in payload && isCode(payload.error);
}
