import { fail, operatorUserRoutes } from '@latchkey/wire';
import type { AppLookup } from '../app.ts';
import { type Audit, operatorActor } from '../audit/index.ts';
import { type Implementation, implementOfApp } from '../http/index.ts';
import type { Sessions } from '../sessions/index.ts';
import type { Users } from '../users/index.ts';
import type { World } from '../world.ts';

interface EndSessionsDeps {
  readonly apps: Pick<AppLookup, 'find'>;
  readonly audit: Audit;
  readonly sessions: Sessions;
  readonly users: Users;
}

/** Creates the operator's route that ends all sessions of a user, and records this in the audit log. */
export function endSessionsImplementation({ database }: World, deps: EndSessionsDeps): Implementation {
  const { apps, audit, sessions, users } = deps;
  return implementOfApp(apps, operatorUserRoutes.endSessionsOf, async ({ app, caller, params }) => {
    const user = { appId: app.id, userId: params.user_id ?? '' };
    if (!(await users.findWireUser(user))) fail('user_does_not_exist', { message: 'There is no such user' });
    const ended = await database.transaction(async (tx) => {
      const count = await sessions.endAll(tx, user);
      if (count === 0) return 0;
      const event = { kind: 'user.sessions_ended', userId: user.userId } as const;
      const actor = operatorActor(caller.operator);
      await audit.record(tx, app.id, { ...event, actor, details: { sessions_ended: count } });
      return count;
    });
    return { ended };
  });
}
