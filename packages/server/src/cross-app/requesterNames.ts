import type { Apps } from '../apps/index.ts';
import type { World } from '../world.ts';
import { createConnectionReader } from './connections/createConnections.ts';
import { createRequesters, requesterOf } from './requesters.ts';

export interface RequesterNames {
  /** Returns the name of a connection's requester, or null if the connection has ended. */
  find(appId: string, connectionId: string): Promise<string | null>;
}

/** Creates the reader of requesters' names. It is separate from `createCrossApp`, which itself queues notices. */
export function createRequesterNames(
  world: World,
  { apps }: { apps: Pick<Apps, 'find' | 'isOriginAllowed'> },
): RequesterNames {
  const connections = createConnectionReader(world);
  const requesters = createRequesters(world, { apps });
  return {
    async find(appId, connectionId) {
      const row = await connections.find({ appId, connectionId });
      return row && (await requesters.describe(requesterOf(row))).name;
    },
  };
}
