import type { KeyObject } from 'node:crypto';
import { createHs256Key, deriveKey, type Hs256Key } from '../../crypto/index.ts';

/**
 * Derives, from the private part of a signing key, the MAC key of the tokens that only this service reads. So it needs
 * no storage of its own, and is rotated and revoked with the signing key.
 */
export function toServiceKey(kid: string, privateKey: KeyObject): Hs256Key {
  const pkcs8 = privateKey.export({ format: 'der', type: 'pkcs8' });
  return createHs256Key(deriveKey(pkcs8, 'latchkey/service-token/v1'), kid);
}
