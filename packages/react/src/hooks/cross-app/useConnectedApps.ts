import { type ConnectedApp, endConnectedApp, listConnectedApps } from '@latchkey/core';
import type { ServiceError } from '@latchkey/wire';
import { bindingOf, useBindingResult } from '../../binding.ts';
import { useStable } from '../useStable.ts';
import { useListOfUser } from '../wallets/useListOfUser.ts';

export interface UseConnectedApps {
  /** The newest first, at most 100; null until they are known, and while no user is signed in. */
  apps: readonly ConnectedApp[] | null;
  /** Why they are not known, or null. */
  error: ServiceError | null;
  /** Asks for the list again; a failure stands in `error`. */
  refresh(): Promise<void>;
  /** Shows them in the modal, where the person ends connections; done when it closes. */
  manage(): Promise<void>;
  /** Ends a connection at once: the app signs nothing more with the user's wallets. Fails with `not_found`. */
  end(app: Pick<ConnectedApp, 'id'>): Promise<void>;
}

/**
 * The apps that may use the wallets of the user who is signed in here, and the way to end it.
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
