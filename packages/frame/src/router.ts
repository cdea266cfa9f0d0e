import type { FrameEvent, FrameReplies } from '@latchkey/wire';
import { ethereumEvents } from './events/ethereumEvents.ts';
import type { Handler, Handlers } from './events/handler.ts';
import { solanaEvents } from './events/solanaEvents.ts';
import { walletsEvents } from './events/walletsEvents.ts';
import type { Frame } from './frame.ts';
import { type Envelope, isFrameEvent, toPayload } from './protocol.ts';
import { refuse } from './refusal.ts';

/** The events of docs/wire/protocol.md §4.3 and §4.4, each with its act. */
const handlers: Handlers<FrameEvent> = {
  ...ethereumEvents,
  ...solanaEvents,
  ...walletsEvents,
  'privy:iframe:ready': async ({ store }) => ({ lastingStorage: store.isLasting }),
  // What published clients send before they show the export page. No one has a second factor to verify yet.
  'privy:mfa:verify': async (frame, { accessToken }) => {
    await frame.sessions.confirm(frame.sessions.identify(accessToken));
    return {};
  },
  'privy:mfa:clear': async (frame) => {
    frame.vault.lock();
    frame.passkey.clear();
    frame.sessions.forget();
    return {};
  },
};

/**
 * Does what a message asks for.
 *
 * @returns the `data` of the answer
 * @throws Refusal `error` for an event that the frame does not know, `invalid_request_arguments` for a payload that
 *   does not fit its event, or the act's own
 */
export async function route(frame: Frame, { event, data }: Envelope): Promise<FrameReplies[FrameEvent]> {
  if (!isFrameEvent(event)) refuse('error', 'The wallet does not know this event');
  return routeKnown(frame, event, data);
}

async function routeKnown<E extends FrameEvent>(
  frame: Frame,
  event: E,
  data: unknown,
): Promise<FrameReplies[E]> {
  const result = toPayload(event, data);
  if (!result.ok)
    refuse('invalid_request_arguments', `${event}: the field ${result.field} is missing or not valid`);
  const handler: Handler<E> = handlers[event];
  return handler(frame, result.payload);
}
