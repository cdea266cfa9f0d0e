import { directoryRoutes, fail } from '@latchkey/wire';
import { type Implementation, implement } from '../http/index.ts';
import type { World } from '../world.ts';
import type { DirectoryDeps } from './index.ts';
import { toDirectoryUser } from './toDirectoryUser.ts';

const seconds = (ms: number) => Math.floor(ms / 1000);

/**
 * `GET /users/{user_id}/export`: everything that is kept about a user, but for secrets and for ids that open something
 * (S51). Audited, because it is the whole person in one answer.
 */
export function exportImplementation({ database }: World, deps: DirectoryDeps): Implementation {
  const { audit, connections, fundings, parts, safeguards, sessions, users } = deps;
  return implement(directoryRoutes.exportUser, async ({ app, params }) => {
    const key = { appId: app.id, userId: params.user_id ?? '' };
    const user = await users.findWireUser(key);
    if (!user) fail('user_does_not_exist', { message: 'There is no such user' });
    const [terms, living, removed, custody, purchases, connected, events] = await Promise.all([
      users.findTerms(key),
      sessions.list(key),
      safeguards.listRemoved(database.db, key),
      parts.describeParts(key),
      fundings.listOfUser(key),
      connections.listOfUser(key),
      audit.listOfUser(key),
    ]);
    const actor = { type: 'app', id: app.id } as const;
    const event = { kind: 'user.exported', userId: key.userId, actor } as const;
    await database.transaction((tx) => audit.record(tx, app.id, event));
    return {
      user: toDirectoryUser(user),
      terms: terms && {
        accepted_at: seconds(terms.atMs),
        terms_and_conditions_url: terms.termsUrl,
        privacy_policy_url: terms.privacyUrl,
      },
      sessions: living.map((session) => ({
        started_at: seconds(session.startedAtMs),
        last_used_at: seconds(session.usedAtMs),
        auth_time: seconds(session.authTimeMs),
        expires_at: seconds(session.expiresAtMs),
        browser: session.browser,
        os: session.os,
      })),
      removed_addresses: removed.map(({ type, subject, removedAtMs }) => ({
        type,
        address: subject,
        removed_at: seconds(removedAtMs),
      })),
      devices: custody.devices.map(({ createdAtMs, browser, os }) => ({
        enrolled_at: seconds(createdAtMs),
        browser,
        os,
      })),
      recovery: custody.recoveries.map(({ method, createdAtMs }) => ({
        method,
        created_at: seconds(createdAtMs),
      })),
      fundings: purchases,
      connected_apps: connected,
      events: events.map(({ kind, atMs, actorType }) => ({ kind, at: seconds(atMs), actor: actorType })),
    };
  });
}
