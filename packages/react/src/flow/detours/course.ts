import { findDetour } from '@latchkey/core/startup';
import { isCode } from '@latchkey/wire';
import type { Failed } from '../../screens/index.ts';
import type { Beginning } from '../reducer.ts';
import type { ModalRequest } from '../request.ts';
import { type Extras, type Facts, firstEntry, follow, type Leg, type Roads, roads } from '../roads.ts';
import type { Departure, Entry, Interrupted, Visit } from '../state.ts';
import { errorFrom, triedAgain } from '../steps.ts';
import { type Detours, detours } from './detours.ts';

/** By what a visit finds its way. */
export interface Course {
  readonly roads: Roads;
  readonly detours: Detours;
  readonly findDetour: typeof findDetour;
}

export const course: Course = { roads, detours, findDetour };

/** What the flow does when a screen was left: what its road says, back to an interrupted step, or off on a detour. */
export type Move = (Leg | { resume: true } | { detour: Entry; interrupted: Interrupted }) & Extras;

/** Where a request begins: at its first screen, or at a detour that is due before it. */
export function beginningOf(request: ModalRequest, facts: Facts, { detours }: Course): Beginning {
  const first = firstEntry(request, facts);
  const due = Object.values(detours).find((detour) => detour.isDueBefore?.(first, facts));
  const entry = due?.enter(null, first);
  return entry ? { entry, waiting: [{ again: first, passed: [] }] } : { entry: first, waiting: [] };
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
  const { entry, request, waiting, passed } = visit;
  const failed = isFailed(departure.payload) ? departure.payload : null;
  const kind = failed && course.findDetour(failed.error);
  const detour = kind && course.detours[kind];
  const isOpen = failed && detour && !detour.has(entry);
  if (isOpen && !passed.includes(failed.error.code)) {
    const again = triedAgain(entry, failed);
    const first = detour.enter(failed.error, again);
    if (first) return { detour: first, interrupted: { again, passed: [...passed, failed.error.code] } };
  }
  const step = follow(departure, facts, { entry, request }, course.roads);
  // A screen that would stay says nothing of a refusal that it does not know.
  if (isOpen && 'stay' in step) return errorFrom(triedAgain(entry, failed), failed.error);
  if (!('done' in step)) return step;
  if (waiting.length === 0) return step.done;
  return { resume: true, ...(step.afterMs === undefined ? {} : { afterMs: step.afterMs }) };
}

function isFailed(payload: unknown): payload is Failed {
  return typeof payload === 'object' && payload !== null && 'error' in payload && isCode(payload.error);
}
