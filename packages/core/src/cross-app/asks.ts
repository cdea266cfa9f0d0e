import { type CrossAppAnswerReply, crossAppRoutes, type CrossAppAsk as WireAsk } from '@latchkey/wire';
import type { AnyRoute, CallInput } from '../http/index.ts';
import { internalsOf } from '../internals.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';
import { callAsUser } from '../mfa/index.ts';
import { withToken } from '../session/index.ts';
import type { CrossAppAsk } from './crossApp.ts';
import { toRequester } from './requester.ts';

/**
 * Takes what a requester asks, for a hosted page, by the id of its address. The id is good once; what follows is asked by
 * the handle.
 *
 * @throws ServiceError `not_found` for an id that is used up or late, `not_supported` for a requester that may not ask,
 * `invalid_data`, `origin_not_allowed` for a page that is not the hosted one
 * @example
 * const ask = await takeAsk(client, { id });
 * if (ask.state === 'ready') draw(ask);
 */
export async function takeAsk(client: LatchkeyClient, { id }: { readonly id: string }): Promise<CrossAppAsk> {
  return toAsk(client, await callAsAnyone(client, crossAppRoutes.take, { id }));
}

/**
 * Reads the same ask again by its handle, after a login in the popup or a reload.
 *
 * @throws ServiceError `must_be_authenticated`, `not_found` for a handle that is used up or older than ten minutes
 */
export async function openAsk(
  client: LatchkeyClient,
  { handle }: { readonly handle: string },
): Promise<CrossAppAsk> {
  return toAsk(client, await callAsUser(internalsOf(client), crossAppRoutes.open, { body: { handle } }));
}

/**
 * Says the person's yes or no to a connection. A no needs no session.
 *
 * @returns where the popup goes back, or the message that it posts and the only origin that may hear it
 * @throws ServiceError `missing_or_invalid_token` for a yes without a session, `not_found`,
 * `embedded_wallet_not_found` where the answer is a message and the user has no wallet; the handle is good still then
 */
export async function answerAsk(
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
  const internals = internalsOf(client);
  return withToken(internals, (bearer) =>
    internals.call()(route, { bearer, ...(body === undefined ? {} : { body }) }),
  );
}

function toAsk(client: LatchkeyClient, ask: WireAsk): CrossAppAsk {
  const { environment, serverClock } = internalsOf(client);
  const { handle, kind, by, state, scope, until, request } = ask;
  return {
    handle,
    kind,
    by,
    state,
    scope,
    until: until - serverClock.now() + environment.clock.now(),
    requester: toRequester(ask.requester),
    isFirst: ask.is_first,
    connectionUntil: ask.connection_until,
    request: request && {
      method: request.method,
      params: request.params,
      chainId: request.chain_id,
      address: request.address,
    },
    ...(ask.seal_key === undefined ? {} : { sealKey: ask.seal_key }),
    ...(ask.token === undefined ? {} : { token: ask.token }),
  };
}
