import type { KeyObject } from 'node:crypto';
import { createHs256Key, deriveKey, type Hs256Key } from '../../crypto/index.ts';

/**
 * The key of the tokens that only this service reads; it belongs to a signing key and ends with it. Derived from the
 * private part, so that it is sealed, shared by all processes and rotated as that is, and tells nothing of it.
 */
export function toServiceKey(kid: string, privateKey: KeyObject): Hs256Key {
  const pkcs8 = privateKey.export({ format: 'der', type: 'pkcs8' });
  return createHs256Key(deriveKey(pkcs8, 'latchkey/service-token/v1'), kid);
}
