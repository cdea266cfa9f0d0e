import { type DeleteUserQuery, directoryRoutes, fail, operatorUserRoutes } from '@latchkey/wire';
import { type AuditEvent, operatorOrBackEnd } from '../audit/index.ts';
import {
  type ActInput,
  describeError,
  type Implementation,
  implement,
  implementOfApp,
} from '../http/index.ts';
import type { UserKey } from '../userKey.ts';
import { channelOf, isAddressType } from '../users/index.ts';
import type { World } from '../world.ts';
import type { DirectoryDeps } from './index.ts';
import type { RemoveIn } from './removeGuests.ts';

/** Time that the data of a deleted user is kept, in ms (S51). */
const keptMs = 7 * 24 * 60 * 60_000;

/**
 * Creates the deletion of users. A deletion ends a user's sessions, and lookups and logins no longer find the user:
 * whoever proves one of the accounts later is a new user. The wallet parts and the user's record are destroyed after
 * the retention time, or at once with `immediately`.
 */
export function createDeleteUser(
  world: World,
  deps: DirectoryDeps,
): { implementations: Implementation[]; removeIn: RemoveIn; sweep(): Promise<void> } {
  const { clock, database, log } = world;
  const { audit, challenges, parts, safeguards, sessions, users } = deps;

  const removeIn: RemoveIn = async (tx, user, actor) => {
    const { appId, userId } = user;
    const destroyAtMs = clock.now() + keptMs;
    const removed = await safeguards.listRemoved(tx, user);
    // Locks the sessions before the user, in the same order as the verification of a second factor.
    await sessions.endAll(tx, user);
    const accounts = await users.deletion.remove(tx, user, destroyAtMs);
    if (!accounts) return null;
    await challenges.tickets.forget(tx, user);
    for (const { type, subject: recipient } of [...accounts, ...removed]) {
      if (isAddressType(type))
        await challenges.codes.forget(tx, { appId, channel: channelOf(type), recipient });
    }
    await audit.record(tx, appId, { kind: 'user.deleted', userId, actor });
    return destroyAtMs;
  };

  const remove = (user: UserKey, actor: AuditEvent['actor']) =>
    database.transaction((tx) => removeIn(tx, user, actor));

  /** Destroys the data of a deleted user. It can run again after a crash, because the user's row is deleted last. */
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

  async function act({ app, body, caller, params }: ActInput<DeleteUserQuery>) {
    const user = { appId: app.id, userId: params.user_id ?? '' };
    const removed = await remove(user, operatorOrBackEnd(caller.operator, app));
    // A repeated call after a lost answer finds that the user was already deleted.
    const destroyAtMs = removed ?? (await users.deletion.findDestroyTime(user));
    if (destroyAtMs === null) return fail('user_does_not_exist', { message: 'There is no such user' });
    if (body.immediately !== 'true') {
      return { deleted: true as const, destroyed_at: Math.floor(destroyAtMs / 1000) };
    }
    await destroy(user);
    return { deleted: true as const, destroyed_at: Math.floor(clock.now() / 1000) };
  }

  return {
    removeIn,
    implementations: [
      implement(directoryRoutes.deleteUser, act),
      implementOfApp(deps.apps, operatorUserRoutes.deleteUserOf, act),
    ],

    async sweep() {
      for (const user of await users.deletion.listDue()) {
        // A user whose parts cannot be destroyed now stays due, and does not stop the others.
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
