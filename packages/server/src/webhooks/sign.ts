import { createHmac } from 'node:crypto';

/** Prefix by which secret scanners and libraries recognise a secret. */
const secretPrefix = 'whsec_';

/** Returns the secret in the form that a back end stores. */
export const secretText = (secret: Uint8Array) => `${secretPrefix}${Buffer.from(secret).toString('base64')}`;

/**
 * Returns the headers that prove the origin of an event (Standard Webhooks 1.0), and the same under the names that
 * existing verifiers read.
 *
 * @param secrets each produces a signature; verifiers accept the event if one of them matches
 * @param event `id` stays the same over all tries; `atMs` is the time of this try, because receivers refuse events
 *   older than five minutes; `body` exactly as it is sent
 */
export function signatureHeaders(
  secrets: readonly Uint8Array[],
  event: { id: string; atMs: number; body: string },
): Record<string, string> {
  const timestamp = String(Math.floor(event.atMs / 1000));
  const signed = `${event.id}.${timestamp}.${event.body}`;
  const signature = secrets
    .map((secret) => `v1,${createHmac('sha256', secret).update(signed).digest('base64')}`)
    .join(' ');
  return {
    'webhook-id': event.id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signature,
    'svix-id': event.id,
    'svix-timestamp': timestamp,
    'svix-signature': signature,
  };
}
