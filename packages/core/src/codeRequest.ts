import { contextsOf } from './contexts.ts';
import type { LatchkeyClient } from './latchkeyClient.ts';
import { newUuid } from './uuid.ts';

/** Ids of requests for a code that have not succeeded yet, by client and key. */
const openRequests = new WeakMap<LatchkeyClient, Map<string, string>>();

/**
 * Requests a code with a request id that stays the same until the request succeeds. If an answer is lost and the caller
 * requests the code again, the service recognises the id.
 *
 * @param asked key of the request: its purpose, with the recipient if there can be several
 * @param send makes the call, with the given request id in its body
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
