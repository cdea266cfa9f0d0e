import type { FactorPurpose, ReplyOf } from '@latchkey/wire';
import type { FrameContext } from '../contexts.ts';
import type { AnyRoute, CallInput } from '../http/index.ts';
import { callWithToken } from '../session/index.ts';
import { verifyThen } from './verifyThen.ts';

type UserInput<R extends AnyRoute> = Pick<CallInput<R>, 'params' | 'body'> & {
  /** The one act for which the second factor is verified, if the service requires a purpose. */
  readonly purpose?: FactorPurpose;
};

/**
 * Calls the service for the signed-in user. If the service refuses because a second factor is missing, calls it again
 * after one was verified.
 *
 * @throws ServiceError `no_api` on a server, `must_be_authenticated`, the errors of verifying a factor, the codes
 *   of the route
 */
export function callAsUser<R extends AnyRoute>(
  frame: FrameContext,
  route: R,
  { purpose, ...input }: UserInput<R> = {},
): Promise<ReplyOf<R>> {
  return verifyThen(frame, purpose, async () => callWithToken(frame.session, route, input));
}
