import {
  type CrossAppAnswerReply,
  crossAppRoutes,
  type HostedRequest as WireHostedRequest,
} from '@latchkey/wire';
import { contextsOf } from '../contexts.ts';
import type { AnyRoute, CallInput } from '../http/index.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';
import { callAsUser } from '../mfa/index.ts';
import { withToken } from '../session/index.ts';
import type { HostedRequest } from './crossApp.ts';
import { toRequester } from './requester.ts';

/**
 * Takes what a requester asks, for a hosted page, by the id of its address. The id is good once; what follows is asked by
 * the handle.
 *
 * @throws ServiceError `not_found` for an id that is used up or late, `not_supported` for a requester that may not ask,
 * `invalid_data`, `origin_not_allowed` for a page that is not the hosted one
 * @example
 * const request = await takeHostedRequest(client, { id });
 * if (request.state === 'ready') draw(request);
 */
export async function takeHostedRequest(
  client: LatchkeyClient,
  { id }: { readonly id: string },
): Promise<HostedRequest> {
  return toHostedRequest(client, await callAsAnyone(client, crossAppRoutes.take, { id }));
}

/**
 * Reads the same ask again by its handle, after a login in the popup or a reload.
 *
 * @throws ServiceError `must_be_authenticated`, `not_found` for a handle that is used up or older than ten minutes
 */
export async function openHostedRequest(
  client: LatchkeyClient,
  { handle }: { readonly handle: string },
): Promise<HostedRequest> {
  return toHostedRequest(
    client,
    await callAsUser(contextsOf(client).frame, crossAppRoutes.open, { body: { handle } }),
  );
}

/**
 * Says the person's yes or no to a connection. A no needs no session.
 *
 * @returns where the popup goes back, or the message that it posts and the only origin that may hear it
 * @throws ServiceError `missing_or_invalid_token` for a yes without a session, `not_found`,
 * `embedded_wallet_not_found` where the answer is a message and the user has no wallet; the handle is good still then
 */
export async function answerHostedRequest(
  client: LatchkeyClient,
  { handle, allow }: { readonly handle: string; readonly allow: boolean },
): Promise<CrossAppAnswerReply> {
  return callAsAnyone(client, crossAppRoutes.answer, { handle, allow });
}

/** Calls with the token of the user who is signed in, if anyone is. */
async function callAsAnyone<R extends AnyRoute>(
  client: LatchkeyClient,
  route: R,
  body: CallInput<R>['body'],
) {
  const { page, session } = contextsOf(client);
  return withToken(session, (bearer) =>
    page.call()(route, { bearer, ...(body === undefined ? {} : { body }) }),
  );
}

function toHostedRequest(client: LatchkeyClient, hostedRequest: WireHostedRequest): HostedRequest {
  const { environment, serverClock } = contextsOf(client).page;
  const { handle, kind, by, state, scope, until, request } = hostedRequest;
  return {
    handle,
    kind,
    by,
    state,
    scope,
    until: until - serverClock.now() + environment.clock.now(),
    requester: toRequester(hostedRequest.requester),
    isFirst: hostedRequest.is_first,
    connectionUntil: hostedRequest.connection_until,
    request: request && {
      method: request.method,
      params: request.params,
      chainId: request.chain_id,
      address: request.address,
    },
    ...(hostedRequest.seal_key === undefined ? {} : { sealKey: hostedRequest.seal_key }),
    ...(hostedRequest.token === undefined ? {} : { token: hostedRequest.token }),
  };
}
