import type { FactorPurpose, ReplyOf } from '@latchkey/wire';
import type { FrameContext } from '../contexts.ts';
import type { AnyRoute, CallInput } from '../http/index.ts';
import { callWithToken } from '../session/index.ts';
import { verifyThen } from './verifyThen.ts';

type UserInput<R extends AnyRoute> = Pick<CallInput<R>, 'params' | 'body'> & {
  /** The one purpose for which a user who has a second factor verifies it. */
  readonly purpose?: FactorPurpose;
};

/**
 * Calls the service for the user who is signed in. If it refuses the call for want of a second factor, calls it again once one was
 * verified.
 *
 * @throws ServiceError `no_api` on a server, `must_be_authenticated` before any request, the codes of the route
 */
export function callAsUser<R extends AnyRoute>(
  frame: FrameContext,
  route: R,
  { purpose, ...input }: UserInput<R> = {},
): Promise<ReplyOf<R>> {
  return verifyThen(frame, purpose, async () => callWithToken(frame.session, route, input));
}
