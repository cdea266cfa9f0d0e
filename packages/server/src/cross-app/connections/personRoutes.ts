import { crossAppRoutes, fail } from '@latchkey/wire';
import { createSessionCap, type Implementation, implement } from '../../http/index.ts';
import type { Sessions } from '../../sessions/index.ts';
import type { World } from '../../world.ts';
import type { Connections } from './createConnections.ts';

export function personImplementations(
  world: Pick<World, 'clock' | 'workers'>,
  deps: { readonly connections: Connections; readonly sessions: Pick<Sessions, 'authenticate'> },
): Implementation[] {
  const { connections, sessions } = deps;
  const takeList = createSessionCap(world, 'crossApp.listOwn');

  return [
    implement(crossAppRoutes.listOwn, async ({ app, caller }) => {
      const session = await sessions.authenticate(app, caller.bearer);
      takeList(session);
      return { connected_apps: await connections.listOfUser(session) };
    }),
    implement(crossAppRoutes.endOwn, async ({ app, caller, params }) => {
      const session = await sessions.authenticate(app, caller.bearer);
      const { appId, sessionId, userId } = session;
      const key = { appId, connectionId: params.connection_id ?? '' };
      const by = { actor: { type: 'user', id: userId }, sessionId } as const;
      if (!(await connections.end(key, by, userId))) fail('not_found');
      return {};
    }),
  ];
}
