import type { Environment } from '../environment.ts';
import { newUuid } from '../uuid.ts';
import type { KeyStore } from './keyStore.ts';

/** Returns the client analytics id (`caid`), created on first use and deleted at logout. */
export function getAnalyticsId(storage: KeyStore, random: Environment['random']): string {
  const kept = storage.find('analyticsId');
  if (kept) return kept;
  const made = newUuid(random);
  storage.set('analyticsId', made);
  return made;
}
