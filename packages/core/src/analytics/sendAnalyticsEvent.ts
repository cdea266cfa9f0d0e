import { sendEventRoute } from '@latchkey/wire';
import { contextsOf } from '../contexts.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';

/**
 * Sends an event of the page to the service once, with the client analytics id and without a bearer token. Failures
 * are ignored.
 *
 * @param name such as `modal_open`, at most 255 characters
 * @param payload details of the event, which must not contain secrets or contact data
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
    // The event is not sent again, and nobody gets the error (ANALYT-03).
  }
}
