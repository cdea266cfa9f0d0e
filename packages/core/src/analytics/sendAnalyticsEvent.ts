import { sendEventRoute } from '@latchkey/wire';
import { contextsOf } from '../contexts.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';

/**
 * Tells the service of something that happened in the page, with the client analytics id. Sent once, without the user's
 * token; that it fails is no one's business.
 *
 * @param name such as `modal_open`, at most 255 characters
 * @param payload what the event is about; no secrets and no one's address
 */
export async function sendAnalyticsEvent(
  client: LatchkeyClient,
  name: string,
  payload: Record<string, unknown> = {},
): Promise<void> {
  const { call, options, environment } = contextsOf(client).page;
  const clientTimestamp = new Date(environment.clock.now()).toISOString();
  const body = {
    event_name: name,
    client_id: options.clientId ?? null,
    payload: { ...payload, clientTimestamp },
  };
  try {
    await call()(sendEventRoute, { body, keepalive: true });
  } catch {
    // An event is not worth a second request, nor a word to host or person (ANALYT-03).
  }
}
