import type { FrameEvent, FrameReplies, FrameRequests } from '@latchkey/wire';
import type { Frame } from '../frame.ts';

/** The operation behind an event. */
export type Handler<E extends FrameEvent> = (
  frame: Frame,
  payload: FrameRequests[E],
) => Promise<FrameReplies[E]>;

/** The operations behind some events. */
export type Handlers<Events extends FrameEvent> = { readonly [E in Events]: Handler<E> };
