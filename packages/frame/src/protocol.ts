/**
 * Messages between a host page and the wallet frame (docs/wire/protocol.md §4), checked by hand-written guards.
 *
 * Both ends use this file: the frame to read requests, `@latchkey/core` to read replies.
 * `toPayload` reads own properties only and copies the known ones into a fresh object.
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

/** Prefix of every event name of the frame's protocol (FRAME-04). */
export const eventPrefix = 'privy:';

/** Longest JSON message that is read, in UTF-16 units. A longer one is dropped before it is parsed. */
export const maxMessageLength = 1_048_576;

/** Events that this frame knows. */
export const frameEvents = Object.keys(payloads) as readonly FrameEvent[];

/** Returns true if a name is an event that this frame knows. */
export function isFrameEvent(name: string): name is FrameEvent {
  return Object.hasOwn(payloads, name);
}

/** Outer part of a message: enough to answer it, with its payload still unread. */
export interface Envelope {
  readonly id: string;
  readonly event: string;
  readonly data: unknown;
}

/**
 * Reads the outer part of a window message: an object or, from js-sdk-core and native clients, its JSON text.
 *
 * @returns null if this is not a message of the protocol; it then gets no answer
 */
export function toEnvelope(message: unknown): Envelope | null {
  const value = typeof message === 'string' ? parseJson(message) : message;
  if (!isPlainObject(value)) return null;
  const { id, event, data } = value;
  if (!isText(128)(id) || !isText(64)(event)) return null;
  if (!(event as string).startsWith(eventPrefix) || event === eventPrefix) return null;
  return { id: id as string, event: event as string, data };
}

/** Returns true if a window message has the form of a request: an id, and an event that begins with `privy:`. */
export function isFrameRequest(message: unknown): boolean {
  return toEnvelope(message) !== null;
}

/** Result of a guard: the payload, or the name of the first field that is wrong. */
export type PayloadResult<E extends FrameEvent> =
  | { readonly ok: true; readonly payload: FrameRequests[E] }
  | { readonly ok: false; readonly field: string };

/**
 * Checks the payload of an event, field by field.
 *
 * Published clients send unused fields as `undefined` or `null`, which counts as absent, even for an unknown field.
 * An unknown field with a value is refused, because a misspelt option must not pass for a missing one.
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

/** Reads a reply of the frame: id and event, and either data or an error with type and message (FRAME-03). */
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
