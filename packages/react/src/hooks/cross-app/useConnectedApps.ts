import { type ConnectedApp, endConnectedApp, listConnectedApps } from '@latchkey/core';
import type { ServiceError } from '@latchkey/wire';
import { bindingOf, useBindingResult } from '../../binding.ts';
import { useStable } from '../useStable.ts';
import { useListOfUser } from '../wallets/useListOfUser.ts';

export interface UseConnectedApps {
  /**
   * Connected apps, newest first. Null until they are loaded, if the last load failed, and while no user is signed
   * in.
   */
  apps: readonly ConnectedApp[] | null;
  /** Error of the last load, or null. */
  error: ServiceError | null;
  /** Reloads the list. A failure is set as `error`. */
  refresh(): Promise<void>;
  /**
   * Opens the modal, where the user can end connections. Resolves after the modal has closed and the list was reloaded.
   */
  manage(): Promise<void>;
  /**
   * Ends a connection, which revokes the app's access to the user's wallets. Fails with `not_found` if there is no such
   * connection.
   */
  end(app: Pick<ConnectedApp, 'id'>): Promise<void>;
}

/**
 * Lists the apps that may use the signed-in user's wallets or read their addresses, and ends their access.
 *
 * @example
 * ```tsx
 * const { apps, manage } = useConnectedApps();
 * return <button onClick={() => manage()}>Connected apps ({apps?.length ?? 0})</button>;
 * ```
 */
export function useConnectedApps(): UseConnectedApps {
  const result = useBindingResult();
  const { items, error, refresh } = useListOfUser(listConnectedApps);
  const manage = useStable(async () => {
    await bindingOf(result).modal.open('connected-apps', undefined);
    await refresh();
  });
  const end = useStable(async (app: Pick<ConnectedApp, 'id'>) => {
    await endConnectedApp(bindingOf(result).client, app);
    await refresh();
  });
  return { apps: items, error, refresh, manage, end };
}
