import { useSyncExternalStore } from 'react';
import { useServices, useSettings } from '../services.ts';

/**
 * Returns the username under which a password manager saves the recovery password. With the login's username, it could
 * overwrite the login's saved password.
 */
export function useUsername(): string {
  const { client } = useServices();
  const { name } = useSettings();
  const { user } = useSyncExternalStore(client.subscribe, client.getState);
  return `${name} wallet ${user?.email?.address ?? user?.phone?.number ?? ''}`.trim();
}
