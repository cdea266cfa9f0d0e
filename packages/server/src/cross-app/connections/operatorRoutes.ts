import { crossAppRoutes, fail } from '@latchkey/wire';
import type { App, Apps } from '../../apps/index.ts';
import { operatorActor } from '../../audit/index.ts';
import { type Implementation, implement } from '../../http/index.ts';
import type { UserKey } from '../../userKey.ts';
import type { Users } from '../../users/index.ts';
import type { Connections } from './createConnections.ts';

const usualLimit = 100;

/**
 * Creates the routes with which operators and back ends list and end connections of an app's wallets. The request
 * handler has checked the operator's key or token, or the app's secret.
 */
export function operatorImplementations(deps: {
  readonly apps: Pick<Apps, 'find'>;
  readonly connections: Connections;
  readonly users: Pick<Users, 'findWireUser'>;
}): Implementation[] {
  const { apps, connections, users } = deps;

  async function getAppId(appId = ''): Promise<string> {
    return (await apps.find(appId))?.id ?? fail('app_not_found');
  }

  async function getUser(app: App, userId = ''): Promise<UserKey> {
    const user = { appId: app.id, userId };
    if (!(await users.findWireUser(user))) fail('user_does_not_exist', { message: 'There is no such user' });
    return user;
  }

  return [
    implement(crossAppRoutes.list, async ({ body, params }) => {
      const appId = await getAppId(params.id);
      const limit = body.limit === undefined ? usualLimit : Number(body.limit);
      const { after = '', requester, user_id: userId } = body;
      const found = await connections.listOfApp(appId, { after, limit, requester, userId });
      return { connections: found, next_after: found.length < limit ? null : (found.at(-1)?.id ?? null) };
    }),
    implement(crossAppRoutes.end, async ({ caller, params }) => {
      const appId = await getAppId(params.id);
      const key = { appId, connectionId: params.connection_id ?? '' };
      if (!(await connections.end(key, { actor: operatorActor(caller.operator) }))) fail('not_found');
      return {};
    }),
    implement(crossAppRoutes.listOfUser, async ({ app, params }) => ({
      connected_apps: await connections.listOfUser(await getUser(app, params.user_id)),
    })),
    implement(crossAppRoutes.endOfUser, async ({ app, params }) => {
      const { appId, userId } = await getUser(app, params.user_id);
      const key = { appId, connectionId: params.connection_id ?? '' };
      if (!(await connections.end(key, { actor: { type: 'app', id: appId } }, userId))) fail('not_found');
      return {};
    }),
  ];
}
