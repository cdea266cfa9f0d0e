/**
 * The messages between a host page and the wallet frame (docs/wire/protocol.md §4), checked by hand-written guards.
 *
 * Both ends use this file: the frame to read requests, `@latchkey/core` to write them and to read replies. It imports
 * nothing foreign at run time. A guard reads own properties only and copies what it knows into a fresh object, so that
 * `__proto__` and fields that no one asked for never travel further.
 */
import type { FrameEvent, FrameReply, FrameRequests } from '@latchkey/wire';
import { type Field, isAbsent, isPlainObject, isText, payloads } from './payloads.ts';

export type {
  FrameErrorType,
  FrameEvent,
  FrameReplies,
  FrameReply,
  FrameRequest,
  FrameRequests,
} from '@latchkey/wire';

/** Every message of the frame's protocol names an event that begins so (FRAME-04). */
export const eventPrefix = 'privy:';

/** Longest message that is read, in UTF-16 units; a longer one is dropped before it is parsed. */
export const maxMessageLength = 1_048_576;

/** The events that this frame knows. */
export const frameEvents = Object.keys(payloads) as readonly FrameEvent[];

/** Tells whether a name is an event that this frame knows. */
export function isFrameEvent(name: string): name is FrameEvent {
  return Object.hasOwn(payloads, name);
}

/** The outside of a message: enough to answer it, nothing of its payload read yet. */
export interface Envelope {
  readonly id: string;
  readonly event: string;
  readonly data: unknown;
}

/**
 * Reads the outside of a window message, an object or (from js-sdk-core and native clients) its JSON text.
 *
 * @returns null for whatever is not a message of this protocol: it gets no answer
 */
export function toEnvelope(message: unknown): Envelope | null {
  const value = typeof message === 'string' ? parseJson(message) : message;
  if (!isPlainObject(value)) return null;
  const { id, event, data } = value;
  if (!isText(128)(id) || !isText(64)(event)) return null;
  if (!(event as string).startsWith(eventPrefix) || event === eventPrefix) return null;
  return { id: id as string, event: event as string, data };
}

/** Tells whether a window message is a request to the frame: an id, and an event that begins with `privy:`. */
export function isFrameRequest(message: unknown): boolean {
  return toEnvelope(message) !== null;
}

/** What a guard found: the payload, or the name of the first field that is wrong. */
export type PayloadResult<E extends FrameEvent> =
  | { readonly ok: true; readonly payload: FrameRequests[E] }
  | { readonly ok: false; readonly field: string };

/**
 * Checks the payload of an event, field by field.
 *
 * Fields that published clients leave `undefined` or `null` count as absent, those that the event does not have too; one
 * with a value is refused there, because a misspelt wish must not pass for no wish at all.
 *
 * @returns a fresh object with the event's own fields, or the name of the wrong field (never its value)
 */
export function toPayload<E extends FrameEvent>(event: E, data: unknown): PayloadResult<E> {
  const fields: Record<string, Field> = payloads[event];
  const given = isAbsent(data) ? {} : data;
  if (!isPlainObject(given)) return { ok: false, field: 'data' };
  const payload: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(given)) {
    if (!isAbsent(value) && !Object.hasOwn(fields, name)) return { ok: false, field: name.slice(0, 64) };
  }
  for (const [name, field] of Object.entries(fields)) {
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    if (isAbsent(value)) {
      if (field.required) return { ok: false, field: name };
    } else if (!field.check(value)) {
      return { ok: false, field: name };
    } else {
      payload[name] = value;
    }
  }
  return { ok: true, payload: payload as unknown as FrameRequests[E] };
}

/** Reads an answer of the frame: the request's id and event, and either data or an error with type and message (FRAME-03). */
export function toFrameReply(message: unknown): FrameReply | null {
  const envelope = toEnvelope(message);
  if (envelope === null || !isPlainObject(message)) return null;
  if (!Object.hasOwn(message, 'error'))
    return isPlainObject(message.data) ? (message as unknown as FrameReply) : null;
  const { error } = message;
  if (!isPlainObject(error) || typeof error.type !== 'string' || typeof error.message !== 'string')
    return null;
  return message as unknown as FrameReply;
}

function parseJson(text: string): unknown {
  if (text.length > maxMessageLength) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
