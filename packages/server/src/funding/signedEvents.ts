import { createHmac } from 'node:crypto';
import { fail, limits } from '@latchkey/wire';
import { isEqual } from '../crypto/index.ts';
import type { Caller } from '../http/index.ts';
import type { EventKey } from './accounts.ts';

interface Signed {
  /** Time of signing in Unix seconds, as received. */
  readonly at: string;
  readonly text: string;
  /** Signature in hex. */
  readonly signature: string;
}

/** Parses a header such as `t=1,s=ab`. */
export function headerFieldsOf(header: string | null): ReadonlyMap<string, string> {
  const pairs = (header ?? '').split(',').map((pair) => pair.trim());
  return new Map(
    pairs.map((pair) => [pair.slice(0, Math.max(0, pair.indexOf('='))), pair.slice(pair.indexOf('=') + 1)]),
  );
}

/**
 * Verifies that the provider signed an event, at a time at most five minutes before or after now.
 *
 * @returns the key that it was signed with
 * @throws ServiceError `origin_not_allowed` if a web page sent it, `missing_or_invalid_token` if the signature or
 *   time is wrong
 */
export function verifyEvent(
  { caller, nowMs }: { readonly caller: Caller; readonly nowMs: number },
  keys: readonly EventKey[],
  { at, signature, text }: Signed,
): EventKey {
  // A provider's server sends no Origin header. A web page that sends events is a mistake or an attack.
  if (caller.origin !== null) fail('origin_not_allowed');
  const isHex = /^[0-9a-f]{64}$/i.test(signature);
  const shown = Buffer.from(isHex ? signature : '', 'hex');
  const signer = keys.find(({ key }) => isEqual(createHmac('sha256', key).update(text).digest(), shown));
  // An attacker could otherwise record an event and replay it long after. Only recent events are accepted.
  const isFresh = /^\d{1,12}$/.test(at) && Math.abs(nowMs - Number(at) * 1000) <= limits.fundingEventSkewMs;
  return signer && isFresh ? signer : fail('missing_or_invalid_token');
}
