import { directoryRoutes, fail, operatorUserRoutes, type UserExport } from '@latchkey/wire';
import { operatorOrBackEnd } from '../audit/index.ts';
import { type ActInput, type Implementation, implement, implementOfApp } from '../http/index.ts';
import type { World } from '../world.ts';
import type { DirectoryDeps } from './index.ts';
import { toDirectoryUser } from './toDirectoryUser.ts';

const seconds = (ms: number) => Math.floor(ms / 1000);

/**
 * Creates `GET /users/{user_id}/export` for back ends and the operator: the data about a user, without secrets and ids
 * that give access (S51). Each export is audited, because one answer reveals so much.
 */
export function exportImplementations({ database }: World, deps: DirectoryDeps): Implementation[] {
  const { audit, connections, fundings, parts, safeguards, sessions, users } = deps;

  async function act({ app, caller, params }: ActInput<unknown>): Promise<UserExport> {
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
    const actor = operatorOrBackEnd(caller.operator, app);
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
  }

  return [
    implement(directoryRoutes.exportUser, act),
    implementOfApp(deps.apps, operatorUserRoutes.exportUserOf, act),
  ];
}
