import { createHmac } from 'node:crypto';

/** What goes before the secret's base64, so that secret scanners and libraries know it. */
const secretPrefix = 'whsec_';

/** The secret as a back end keeps it. */
export const secretText = (secret: Uint8Array) => `${secretPrefix}${Buffer.from(secret).toString('base64')}`;

/**
 * The headers that prove where an event comes from (Standard Webhooks 1.0), and the same under the names that existing
 * verifiers read.
 *
 * @param secrets each gives a signature: a verifier takes the event when one of them is right
 * @param event `id` stays the same over all tries; `atMs` is the time of this try, because receivers refuse what is
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
