import { contextsOf } from './contexts.ts';
import type { LatchkeyClient } from './latchkeyClient.ts';
import { newUuid } from './uuid.ts';

/** Ids of requests for a code that have not succeeded yet, by client and key. */
const openRequests = new WeakMap<LatchkeyClient, Map<string, string>>();

/**
 * Requests a code with a request id that stays the same until the request succeeds. If the answer was lost and the
 * request is repeated, the service recognises the id.
 *
 * @param asked key made of the recipient and the purpose
 * @param send makes the call, with these fields in its body
 * @throws any error of `send`
 */
export async function requestCode(
  client: LatchkeyClient,
  asked: string,
  send: (entry: { request_id: string }) => Promise<unknown>,
): Promise<void> {
  const ids = openRequests.get(client) ?? new Map<string, string>();
  openRequests.set(client, ids);
  const request_id = ids.get(asked) ?? newUuid(contextsOf(client).page.environment.random);
  ids.set(asked, request_id);
  await send({ request_id });
  ids.delete(asked);
}
