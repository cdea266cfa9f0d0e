import { useSyncExternalStore } from 'react';
import { useServices, useSettings } from '../services.ts';

/**
 * Returns the username under which a password manager saves the recovery password. It differs from the login's, so
 * the login's saved password is not overwritten.
 */
export function useUsername(): string {
  const { client } = useServices();
  const { name } = useSettings();
  const { user } = useSyncExternalStore(client.subscribe, client.getState);
  return `${name} wallet ${user?.email?.address ?? user?.phone?.number ?? ''}`.trim();
}
