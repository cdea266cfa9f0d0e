import { type FrameEvent, type FrameReplies, type FrameRequests, fail, ServiceError } from '@latchkey/wire';
import type { Internals } from '../internals.ts';

/** The wallet frame, for modules of a lower tier than `wallets`, which may not import it. */
export interface FrameModule {
  /** @param name of the operation, in the text of its time-out */
  callFrame<E extends FrameEvent>(
    internals: Internals,
    name: 'verify' | 'enrol',
    event: E,
    data: FrameRequests[E],
  ): Promise<FrameReplies[E]>;
}

/**
 * Sends a request to the wallet frame, whose code loads with the sign-in.
 *
 * @throws ServiceError `network_error` if that code does not come, and the frame's errors
 */
export async function callFrameLazily<E extends FrameEvent>(
  internals: Internals,
  ...request: [name: 'verify' | 'enrol', event: E, data: FrameRequests[E]]
): Promise<FrameReplies[E]> {
  const module = await internals.loadSignedIn().catch((cause: unknown) => {
    throw new ServiceError('network_error', { cause });
  });
  return module.callFrame(internals, ...request);
}

/** Returns the token that service and frame take. @throws ServiceError `must_be_authenticated` */
export async function getToken({ session }: Internals): Promise<string> {
  return (await session.getCustodyToken()) ?? fail('must_be_authenticated');
}
