import { createHmac } from 'node:crypto';
import { fail, limits } from '@latchkey/wire';
import { isEqual } from '../crypto/index.ts';
import type { Caller } from '../http/index.ts';
import type { EventKey } from './accounts.ts';

/** What a signature is made over, and what it is. */
interface Signed {
  /** Unix seconds, as they were sent. */
  readonly at: string;
  readonly text: string;
  /** In hex. */
  readonly signature: string;
}

/** The fields of a header such as `t=1,s=ab`. */
export function headerFieldsOf(header: string | null): ReadonlyMap<string, string> {
  const pairs = (header ?? '').split(',').map((pair) => pair.trim());
  return new Map(
    pairs.map((pair) => [pair.slice(0, Math.max(0, pair.indexOf('='))), pair.slice(pair.indexOf('=') + 1)]),
  );
}

/**
 * Refuses an event that the provider did not sign in the last minutes.
 *
 * @returns the key that it is signed by
 * @throws ServiceError `origin_not_allowed` for one of a page, `missing_or_invalid_token`
 */
export function verifyEvent(
  { caller, nowMs }: { readonly caller: Caller; readonly nowMs: number },
  keys: readonly EventKey[],
  { at, signature, text }: Signed,
): EventKey {
  // A provider's server has none; a page that sends events is a mistake or an attack.
  if (caller.origin !== null) fail('origin_not_allowed');
  const isHex = /^[0-9a-f]{64}$/i.test(signature);
  const shown = Buffer.from(isHex ? signature : '', 'hex');
  const signer = keys.find(({ key }) => isEqual(createHmac('sha256', key).update(text).digest(), shown));
  // Threat: an event that was taken down is played again later.
  const isFresh = /^\d{1,12}$/.test(at) && Math.abs(nowMs - Number(at) * 1000) <= limits.fundingEventSkewMs;
  return signer && isFresh ? signer : fail('missing_or_invalid_token');
}
