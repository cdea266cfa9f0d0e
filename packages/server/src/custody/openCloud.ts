import { type OpenCloudBody, type OpenCloudReply, rateLimits } from '@latchkey/wire';
import type { Cloud } from '../cloud/index.ts';
import type { CustodyCaller } from './border/admitCustody.ts';
import type { CustodyDeps } from './deps.ts';

/**
 * Creates the operation that gives the frame access to the user's own cloud, after a consent that the host page began.
 * A malicious script in the host page could otherwise redeem the handle. Custody routes refuse the host page's origin.
 */
export function createOpenCloud(cloud: Pick<Cloud, 'open'>) {
  return async (deps: CustodyDeps, caller: CustodyCaller, body: OpenCloudBody): Promise<OpenCloudReply> => {
    const { app, session } = caller;
    const limit = rateLimits['frame.openCloud'].session;
    const event = { kind: 'cloud.opened', subject: body.method, limit } as const;
    await deps.world.database.transaction((tx) => deps.events.recordLimited(tx, session, event));
    return cloud.open(app, session, body);
  };
}
