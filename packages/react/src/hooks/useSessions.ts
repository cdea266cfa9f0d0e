import { type ActiveSession, endOtherSessions, endSession, listSessions } from '@latchkey/core';
import type { ServiceError } from '@latchkey/wire';
import { bindingOf, useBindingResult } from '../binding.ts';
import { useStable } from './useStable.ts';
import { useListOfUser } from './wallets/useListOfUser.ts';

export interface UseSessions {
  /**
   * Sessions, most recently used first, at most 100. Null until they are loaded, if the last load failed, and while no
   * user is signed in.
   */
  sessions: readonly ActiveSession[] | null;
  /** Error of the last load, or null. */
  error: ServiceError | null;
  /** Reloads the list. A failure is set as `error`. */
  refresh(): Promise<void>;
  /** Opens the modal, where the user can end sessions. Resolves once the modal has closed and the list is reloaded. */
  manage(): Promise<void>;
  /**
   * Ends a session. If the current session ends, the user is logged out here. To end another one, a user whose login is
   * too old confirms in the modal first.
   *
   * Fails with `session_not_found`, with `recent_login_required` if the user did not confirm or the host shows no
   * modal, or with the error that the modal showed last.
   */
  end(session: Pick<ActiveSession, 'id'>): Promise<void>;
  /**
   * Ends every session except the current one. A user whose login is too old confirms in the modal first. Returns the
   * number of ended sessions.
   */
  endOthers(): Promise<number>;
}

/**
 * Lists the user's sessions, and ends them.
 *
 * @example
 * ```tsx
 * const { sessions, manage } = useSessions();
 * return <button onClick={() => manage()}>Where you're logged in ({sessions?.length ?? 0})</button>;
 * ```
 */
export function useSessions(): UseSessions {
  const result = useBindingResult();
  const { items, error, refresh } = useListOfUser(listSessions);
  const manage = useStable(async () => {
    await bindingOf(result).modal.open('sessions', undefined);
    await refresh();
  });
  const end = useStable(async (session: Pick<ActiveSession, 'id'>) => {
    const { client, modal } = bindingOf(result);
    await modal.confirmed(() => endSession(client, session));
    if (client.getState().authenticated) await refresh();
  });
  const endOthers = useStable(async () => {
    const { client, modal } = bindingOf(result);
    const ended = await modal.confirmed(() => endOtherSessions(client));
    await refresh();
    return ended;
  });
  return { sessions: items, error, refresh, manage, end, endOthers };
}
