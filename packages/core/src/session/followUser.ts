import { fail, meRoutes, type User, userFromWire } from '@latchkey/wire';
import type { SessionContext } from '../contexts.ts';
import type { StorageKey } from '../storage/index.ts';
import { findClaims } from './claims.ts';
import { callWithToken } from './withToken.ts';

/** Time in which signals count as one: an act may change the user more than once. */
const gatherMs = 300;

const isEqual = (one: User, other: User) => JSON.stringify(one) === JSON.stringify(other);

/**
 * Keeps the signed-in user the same in all tabs, until that user is signed in no longer or its `unfollow` is called. If
 * a reply changes the user here, the other tabs are told that it did, and ask the service: a user out of the storage would be
 * anyone's claim. A hidden tab asks once it is seen. Where the storage is blocked, tabs hear nothing of each other.
 *
 * @throws ServiceError `must_be_authenticated` where no user is signed in
 */
export function followUser(session: SessionContext): void {
  const { environment, options, storage } = session.page;
  const { clock, window: page } = environment;
  const key: StorageKey = `privy:user-changed:${options.appId}`;
  let known = session.state.get().user ?? fail('must_be_authenticated');
  let isRefreshing = false;
  let isDue = false;
  let isAsking = false;
  let timer: unknown = null;

  function tellOfChange(): void {
    const { user } = session.state.get();
    if (user?.id !== known.id) {
      session.unfollow.get()?.();
      return;
    }
    const isChanged = user !== known && !isEqual(user, known);
    known = user;
    if (!isChanged || isRefreshing) return;
    // Other tabs hear of both, and nothing stays.
    storage.set(key, '1');
    storage.set(key, null);
  }

  async function request(): Promise<void> {
    // If this refreshes the token, it brings the user whom another tab told of: no news for that tab.
    isRefreshing = true;
    await session.getCustodyToken().finally(() => {
      isRefreshing = false;
    });
    const before = session.state.get().user;
    if (before?.id !== known.id) return;
    const user = userFromWire((await callWithToken(session, meRoutes.getMe)).user);
    const present = session.state.get().user;
    if (present?.id !== user.id) return;
    if (present !== before) return request(); // only the service can say which of the two is newer
    if (isEqual(present, user)) return;
    known = user;
    session.state.set({ user });
  }

  async function fetchNow(): Promise<void> {
    timer = null;
    isDue = false;
    // If another tab has stored another user's token, the session follows that.
    if (findClaims(session.tokens.read().token)?.subject !== known.id) return;
    isAsking = true;
    try {
      await request();
    } catch {
      isDue = true; // until the next signal, or until the page is seen again
      return;
    } finally {
      isAsking = false;
    }
    fetchWhenVisible();
  }

  function fetchWhenVisible(): void {
    if (!isDue || isAsking || timer !== null || page?.document.hidden) return;
    timer = clock.setTimeout(() => void fetchNow(), gatherMs);
  }

  function hear(): void {
    isDue = true;
    fetchWhenVisible();
  }
  const hearStorage = (event: StorageEvent) =>
    event.key !== null && storage.isEventOf(key, event.key) && hear();
  // A page out of the back-forward cache was told nothing while it slept.
  const hearReturn = ({ persisted }: PageTransitionEvent) => persisted && hear();

  const unsubscribe = session.state.subscribe(tellOfChange);
  page?.addEventListener('storage', hearStorage);
  page?.addEventListener('pageshow', hearReturn);
  page?.document.addEventListener('visibilitychange', fetchWhenVisible);
  session.unfollow.set(() => {
    session.unfollow.set(null);
    isDue = false;
    unsubscribe();
    clock.clearTimeout(timer);
    page?.removeEventListener('storage', hearStorage);
    page?.removeEventListener('pageshow', hearReturn);
    page?.document.removeEventListener('visibilitychange', fetchWhenVisible);
  });
}
