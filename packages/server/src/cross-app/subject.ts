import { deriveKey, keyedHash } from '../crypto/index.ts';
import type { UserKey } from '../userKey.ts';
import type { World } from '../world.ts';
import type { RequesterKey } from './requesters.ts';

/**
 * Makes how a requester knows a provider's users: 43 characters of base64url, the same at each login.
 *
 * Threat: by the provider's own id two requesters could tell that their users are one person.
 */
export function createSubjects({ secret }: Pick<World, 'secret'>) {
  const key = deriveKey(secret, 'latchkey/cross-app-subject/v1');
  return ({ appId, userId }: UserKey, { id, type }: RequesterKey): string =>
    keyedHash(key, [appId, type, id, userId]).toString('base64url');
}

export type Subjects = ReturnType<typeof createSubjects>;
