import { deriveKey, keyedHash } from '../crypto/index.ts';
import type { UserKey } from '../userKey.ts';
import type { World } from '../world.ts';
import type { RequesterKey } from './requesters.ts';

/**
 * Creates the function that returns a user's id for a requester: 43 characters of base64url, the same at each login.
 *
 * Each requester gets another id, so the id alone does not tell two requesters that they share a user. The addresses
 * of the wallets still do.
 */
export function createSubjects({ secret }: Pick<World, 'secret'>) {
  const key = deriveKey(secret, 'latchkey/cross-app-subject/v1');
  return ({ appId, userId }: UserKey, { id, type }: RequesterKey): string =>
    keyedHash(key, [appId, type, id, userId]).toString('base64url');
}

export type Subjects = ReturnType<typeof createSubjects>;
