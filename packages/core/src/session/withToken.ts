import { fail, isCode, type ReplyOf } from '@latchkey/wire';
import type { SessionContext } from '../contexts.ts';
import type { AnyRoute, CallInput } from '../http/index.ts';

/**
 * Calls the service with the signed-in user's token, or null without a user. If the service refuses the token, it is
 * refreshed once for all callers and the call is repeated once. This is safe, because the service checks the token
 * before it does anything.
 *
 * @param send gets the token; may be called twice
 * @throws ServiceError the errors of the call and the refresh
 */
export async function withToken<T>(
  session: SessionContext,
  send: (token: string | null) => Promise<T>,
): Promise<T> {
  const token = await session.getCustodyToken();
  try {
    return await send(token);
  } catch (refusal) {
    if (token === null || !isCode(refusal, 'missing_or_invalid_token')) throw refusal;
    await session.renewUser(token);
    const renewed = await session.getCustodyToken();
    if (renewed === null || renewed === token) throw refusal;
    return send(renewed);
  }
}

/**
 * Calls a route with the signed-in user's token, like {@link withToken}.
 *
 * @throws ServiceError `no_api` on a server, `must_be_authenticated` without a user, the codes of the route
 */
export function callWithToken<R extends AnyRoute>(
  session: SessionContext,
  route: R,
  input?: Pick<CallInput<R>, 'params' | 'body'>,
): Promise<ReplyOf<R>> {
  const call = session.page.call();
  return withToken(session, (token) =>
    call(route, { bearer: token ?? fail('must_be_authenticated'), ...input }),
  );
}
