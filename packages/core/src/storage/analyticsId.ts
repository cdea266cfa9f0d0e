import type { Environment } from '../environment.ts';
import { newUuid } from '../uuid.ts';
import type { KeyStore } from './keyStore.ts';

/** Gives the client analytics id (`caid`), made at the first need; log-out deletes it. */
export function getAnalyticsId(storage: KeyStore, random: Environment['random']): string {
  const kept = storage.find('analyticsId');
  if (kept) return kept;
  const made = newUuid(random);
  storage.set('analyticsId', made);
  return made;
}
