import { useSyncExternalStore } from 'react';
import { useServices, useSettings } from '../services.ts';

/** What a password manager files a recovery password under: not the login's own entry, which it is no password of. */
export function useUsername(): string {
  const { client } = useServices();
  const { name } = useSettings();
  const { user } = useSyncExternalStore(client.subscribe, client.getState);
  return `${name} wallet ${user?.email?.address ?? user?.phone?.number ?? ''}`.trim();
}
