import { directoryRoutes, fail } from '@latchkey/wire';
import { describeError, type Implementation, implement } from '../http/index.ts';
import type { UserKey } from '../userKey.ts';
import { channelOf, isAddressType } from '../users/index.ts';
import type { World } from '../world.ts';
import type { DirectoryDeps } from './index.ts';

/** How long what is kept of a deleted user lies there, of use to only an operator who must undo a mistake. */
const keptMs = 7 * 24 * 60 * 60_000;

/**
 * Makes the deletion of users. The user is gone for everybody at once: sessions end, look-ups and logins do not find
 * them, and anyone who proves one of their accounts is new. Custody parts open nothing without a session; they are
 * destroyed with all the rest when the time has come (S51).
 */
export function createDeleteUser(
  world: World,
  deps: DirectoryDeps,
): { implementation: Implementation; sweep(): Promise<void> } {
  const { clock, database, log } = world;
  const { audit, challenges, parts, safeguards, sessions, users } = deps;

  /** @returns when the user will be destroyed, Unix ms; null when there is no such user */
  async function remove(user: UserKey): Promise<number | null> {
    const { appId, userId } = user;
    const destroyAtMs = clock.now() + keptMs;
    return database.transaction(async (tx) => {
      const removed = await safeguards.listRemoved(tx, user);
      // Before the user's row goes: the sessions room tells its caches by what it ends.
      await sessions.endAll(tx, user);
      const accounts = await users.deletion.remove(tx, user, destroyAtMs);
      if (!accounts) return null;
      await challenges.tickets.forget(tx, user);
      for (const { type, subject: recipient } of [...accounts, ...removed]) {
        if (isAddressType(type))
          await challenges.codes.forget(tx, { appId, channel: channelOf(type), recipient });
      }
      const actor = { type: 'app', id: appId } as const;
      await audit.record(tx, appId, { kind: 'user.deleted', userId, actor });
      return destroyAtMs;
    });
  }

  /** Destroys everything that is kept of a deleted user. Done again after a crash, because the user's row goes last. */
  async function destroy(user: UserKey): Promise<void> {
    await parts.destroyRecoverySets(user);
    await database.transaction(async (tx) => {
      await parts.destroyParts(tx, user);
      await safeguards.notices.forget(tx, user);
      if (!(await users.deletion.destroy(tx, user))) return;
      await audit.record(tx, user.appId, {
        kind: 'user.destroyed',
        userId: user.userId,
        actor: { type: 'system' },
      });
    });
  }

  return {
    implementation: implement(directoryRoutes.deleteUser, async ({ app, body, params }) => {
      const user = { appId: app.id, userId: params.user_id ?? '' };
      // A call that is sent again, because its answer was lost, finds the user deleted already.
      const destroyAtMs = (await remove(user)) ?? (await users.deletion.findDestroyTime(user));
      if (destroyAtMs === null) fail('user_does_not_exist', { message: 'There is no such user' });
      if (body.immediately !== 'true') {
        return { deleted: true as const, destroyed_at: Math.floor(destroyAtMs / 1000) };
      }
      await destroy(user);
      return { deleted: true as const, destroyed_at: Math.floor(clock.now() / 1000) };
    }),

    async sweep() {
      for (const user of await users.deletion.listDue()) {
        // One whose parts cannot be destroyed now must not keep the others here; it stays due.
        await destroy(user).catch((error: unknown) => {
          log.error(
            { app: user.appId, user: user.userId, error: describeError(error) },
            'a deleted user was not destroyed',
          );
        });
      }
    },
  };
}
