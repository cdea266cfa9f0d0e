import type { FrameEvent, FrameReplies, FrameRequests } from '@latchkey/wire';
import { ethereumEvents } from './events/ethereumEvents.ts';
import { farcasterEvents } from './events/farcasterEvents.ts';
import type { Handler, Handlers } from './events/handler.ts';
import { mfaEvents } from './events/mfaEvents.ts';
import { solanaEvents } from './events/solanaEvents.ts';
import { walletsEvents } from './events/walletsEvents.ts';
import type { Frame } from './frame.ts';
import { toFactorProof } from './mfa/factorProof.ts';
import { type RequiredFactor, requiredFactorOf, verifyFactor } from './mfa/verifyFactor.ts';
import { type Envelope, isFrameEvent, toPayload } from './protocol.ts';
import { refuse } from './refusal.ts';

/** Handler of each event (docs/wire/protocol.md §4). */
const handlers: Handlers<FrameEvent> = {
  ...ethereumEvents,
  ...solanaEvents,
  ...walletsEvents,
  ...mfaEvents,
  ...farcasterEvents,
  'privy:iframe:ready': async ({ store }) => ({ lastingStorage: store.isLasting }),
};

/**
 * Runs the operation that a message requests.
 *
 * @returns the `data` of the answer
 * @throws Refusal `error` for an event that the frame does not know, `invalid_request_arguments` for a payload that
 *   does not fit its event, or the operation's own
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
  const { payload } = result;
  const required = await verifyShown(frame, event, payload);
  const handler: Handler<E> = handlers[event];
  const reply = await handler(frame, payload);
  // This operation may have spent the fresh verification, so the frame must not treat it as still valid.
  if (event !== 'privy:mfa:verify' && required.kind === 'fresh') frame.factors.spendFresh();
  return reply;
}

/** Verifies the second factor that a message contains, for any event, before the event is handled. */
async function verifyShown(frame: Frame, event: FrameEvent, payload: ShownFactor): Promise<RequiredFactor> {
  const required = requiredFactorOf(event, payload.purpose);
  const proof = toFactorProof(payload);
  if (proof !== null && payload.accessToken !== undefined)
    await verifyFactor(frame, frame.sessions.identify(payload.accessToken), proof, required);
  return required;
}

/** Fields of a payload that contain a second factor. */
type ShownFactor = Partial<FrameRequests['privy:mfa:verify']>;
