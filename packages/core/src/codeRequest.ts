import { contextsOf } from './contexts.ts';
import type { LatchkeyClient } from './latchkeyClient.ts';
import { newUuid } from './uuid.ts';

/** Ids of requests for a code that were not answered with success yet, by client and by what was asked for. */
const openRequests = new WeakMap<LatchkeyClient, Map<string, string>>();

/**
 * Asks for a code by a request with an id, which stays the same until the request succeeds. So a request that is sent again
 * because its answer was lost has no second code sent: the service answers it as it did at first, instead of naming the time
 * to wait.
 *
 * @param asked names the recipient and the purpose
 * @param send makes the call; its body contains what is given here
 * @throws whatever `send` throws
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
