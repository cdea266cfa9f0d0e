import { type FrameEvent, type FrameReplies, type FrameRequests, fail, ServiceError } from '@latchkey/wire';
import type { Internals } from '../internals.ts';

/** The wallet frame's room, as rooms see it that stand below the wallets. */
export interface FrameModule {
  /** @param name of the operation, in the text of its time-out */
  callFrame<E extends FrameEvent>(
    internals: Internals,
    name: 'verify' | 'enrol',
    event: E,
    data: FrameRequests[E],
  ): Promise<FrameReplies[E]>;
}

/** Asks the wallet frame. @throws ServiceError `network_error` where its code does not come, and what the frame answers */
export async function callFrameLazily<E extends FrameEvent>(
  internals: Internals,
  ...asked: [name: 'verify' | 'enrol', event: E, data: FrameRequests[E]]
): Promise<FrameReplies[E]> {
  const module = await internals.loadSignedIn().catch((cause: unknown) => {
    throw new ServiceError('network_error', { cause });
  });
  return module.callFrame(internals, ...asked);
}

/** The token that service and frame take. @throws ServiceError `must_be_authenticated` */
export async function getToken({ session }: Internals): Promise<string> {
  return (await session.getCustodyToken()) ?? fail('must_be_authenticated');
}
