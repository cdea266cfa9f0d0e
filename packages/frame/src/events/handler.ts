import type { FrameEvent, FrameReplies, FrameRequests } from '@latchkey/wire';
import type { Frame } from '../frame.ts';

export type Handler<E extends FrameEvent> = (
  frame: Frame,
  payload: FrameRequests[E],
) => Promise<FrameReplies[E]>;

export type Handlers<Events extends FrameEvent> = { readonly [E in Events]: Handler<E> };
