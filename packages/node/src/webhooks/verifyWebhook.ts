import { fail, type WebhookEvent } from '@latchkey/wire';

/** Headers in the forms of different platforms: `Headers`, or an object with names in any case. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface ReceivedWebhook {
  /** The event's id. It stays the same when the event is sent again, so drop ids that you have seen. */
  id: string;
  event: WebhookEvent;
}

export type WebhookFlaw = 'headers' | 'signature' | 'time' | 'body';

/** Maximum difference to the signed time, in seconds. An attacker could otherwise replay an old event. */
const windowS = 5 * 60;
/** Maximum number of signatures that are checked. The service sends one, or two during a rotation of the secret. */
const mostSignatures = 5;
const encoder = new TextEncoder();

/**
 * Verifies and parses an event.
 *
 * @param body the raw body of the request; a body that was parsed and serialized again is a different text
 * @param headers `webhook-id`, `webhook-timestamp`, `webhook-signature`, or the same under `svix-…`
 * @param secret `whsec_…`; during a rotation, all secrets that may be in use
 * @param options.now the time in Unix ms, by default the system's
 * @throws ServiceError `invalid_webhook` with `details.reason` and `status` 400, with which Express answers by
 *   itself; `invalid_option` for a secret that is missing or malformed
 * @example const { id, event } = await verifyWebhook(await request.text(), request.headers, secret);
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string | readonly string[] | undefined,
  options: { now?: () => number } = {},
): Promise<ReceivedWebhook> {
  const keys = await importSecrets(secret);
  const { id, timestamp, signatures } = readHeaders(headers);
  const ageS = (options.now ?? Date.now)() / 1000 - Number(timestamp);
  if (Math.abs(ageS) > windowS) refuse('time');
  const bytes = typeof body === 'string' ? encoder.encode(body) : body;
  const signed = joined(encoder.encode(`${id}.${timestamp}.`), bytes);
  if (!(await isSigned(signed, signatures, keys))) refuse('signature');
  return { id, event: parse(bytes) };
}

/** Reads the headers of one family of names only, never a mixture of both. */
function readHeaders(headers: WebhookHeaders) {
  const read = headerReader(headers);
  const family = read('webhook-id') === null ? 'svix' : 'webhook';
  const id = read(`${family}-id`);
  const timestamp = read(`${family}-timestamp`);
  const listed = read(`${family}-signature`);
  if (!id || !timestamp || !listed || !/^\d{1,12}$/.test(timestamp)) refuse('headers');
  const signatures = listed
    .split(' ')
    .filter((signature) => signature.startsWith('v1,'))
    .slice(0, mostSignatures)
    .map((signature) => fromBase64(signature.slice('v1,'.length)))
    .filter((signature) => signature !== null);
  return { id, timestamp, signatures };
}

function headerReader(headers: WebhookHeaders): (name: string) => string | null {
  if (headers instanceof Headers) return (name) => headers.get(name);
  const entries = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  return (name) => {
    const values = entries.filter(([entry]) => entry === name).map(([, value]) => value);
    // A repeated header is ambiguous, because it is unclear which value was signed.
    return values.length === 1 && typeof values[0] === 'string' ? values[0] : null;
  };
}

async function isSigned(signed: BufferSource, signatures: BufferSource[], keys: readonly CryptoKey[]) {
  let isRight = false;
  for (const key of keys) {
    for (const signature of signatures) {
      // Compares with WebCrypto. A comparison of texts could tell an attacker, by its time, where they differ.
      if (await crypto.subtle.verify('HMAC', key, signature, signed)) isRight = true;
    }
  }
  return isRight;
}

/**
 * Throws `invalid_option` for a missing secret, because it is a mistake of this back end, which its log must show. A
 * 400 answer would look like a forged event.
 */
async function importSecrets(secret: string | readonly string[] | undefined): Promise<CryptoKey[]> {
  const secrets = (typeof secret === 'string' ? [secret] : (secret ?? [])).filter((one) => one !== '');
  if (secrets.length === 0) {
    fail('invalid_option', {
      message: 'The secret of the webhook is not set: check the variable it is read from',
    });
  }
  return Promise.all(secrets.map(importSecret));
}

async function importSecret(secret: string): Promise<CryptoKey> {
  const bytes = fromBase64(secret.replace(/^whsec_/, ''));
  // An attacker could sign with an empty key too, so short keys are refused.
  if (!bytes || bytes.length < 16) {
    fail('invalid_option', { message: "The secret of the webhook must be the service's, whsec_ and base64" });
  }
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return null;
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

function joined(head: Uint8Array, tail: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(head.length + tail.length);
  whole.set(head);
  whole.set(tail, head.length);
  return whole;
}

function parse(bytes: Uint8Array): WebhookEvent {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return refuse('body');
  }
}

function refuse(reason: WebhookFlaw): never {
  fail('invalid_webhook', { details: { reason } });
}
