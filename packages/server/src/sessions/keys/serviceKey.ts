import type { KeyObject } from 'node:crypto';
import { createHs256Key, deriveKey, type Hs256Key } from '../../crypto/index.ts';

/**
 * Derives the key for tokens that only this service reads from the private part of a signing key, so that it is stored,
 * rotated and revoked with that key.
 */
export function toServiceKey(kid: string, privateKey: KeyObject): Hs256Key {
  const pkcs8 = privateKey.export({ format: 'der', type: 'pkcs8' });
  return createHs256Key(deriveKey(pkcs8, 'latchkey/service-token/v1'), kid);
}
