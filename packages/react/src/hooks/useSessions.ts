import { type ActiveSession, endOtherSessions, endSession, listSessions } from '@latchkey/core';
import type { ServiceError } from '@latchkey/wire';
import { bindingOf, useBindingResult } from '../binding.ts';
import { useStable } from './useStable.ts';
import { useListOfUser } from './wallets/useListOfUser.ts';

export interface UseSessions {
  /** The one that was used last first, at most 100; null until they are known, and while no user is signed in. */
  sessions: readonly ActiveSession[] | null;
  /** Why they are not known, or null. */
  error: ServiceError | null;
  /** Asks for the list again; a failure stands in `error`. */
  refresh(): Promise<void>;
  /** Shows them in the modal, where the person ends them; done when it closes. */
  manage(): Promise<void>;
  /**
   * Logs a browser out; a user who ends the session at hand is logged out here. A person who logged in more than ten minutes
   * ago confirms in the modal first.
   *
   * Fails with `session_not_found`, and with `recent_login_required` where the person did not confirm or the host shows no
   * modal.
   */
  end(session: Pick<ActiveSession, 'id'>): Promise<void>;
  /** Logs out every browser but this one, after the same confirmation; gives how many. */
  endOthers(): Promise<number>;
}

/**
 * Where the user is logged in, and the way to end it. The user is told by mail or SMS of every session that is ended from
 * another one.
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
