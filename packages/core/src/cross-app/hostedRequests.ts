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
 * Takes a requester's request for a hosted page, by the id in the page's address. The id can be used once. Later calls
 * use the handle.
 *
 * @throws ServiceError `not_found` for a used or expired id and for a wallet request that was shown before,
 *   `not_supported` for a requester without permission, `invalid_data`, `origin_not_allowed` for a page that is not the
 *   hosted one, and the codes of the route
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
 * Reads a request again by its handle, after a login in the popup or a reload.
 *
 * @throws ServiceError `must_be_authenticated`, `not_found` for a handle that is used or has expired, or another error
 *   of the request or of verifying a second factor
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
 * Approves or denies a connection for the user. Denying needs no session.
 *
 * @returns the address to which the popup returns, or the message to post and the only origin that may receive it
 * @throws ServiceError `missing_or_invalid_token` for an approval without a session, `not_found`,
 *   `embedded_wallet_not_found` if the answer is a message and the user has no wallet, `not_supported` for a denial of
 *   a request whose answer is a message, or another error of the request
 */
export async function answerHostedRequest(
  client: LatchkeyClient,
  { handle, allow }: { readonly handle: string; readonly allow: boolean },
): Promise<CrossAppAnswerReply> {
  return callAsAnyone(client, crossAppRoutes.answer, { handle, allow });
}

/** Calls with the signed-in user's token, or without a token if no user is signed in. */
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
