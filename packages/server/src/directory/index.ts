/**
 * Serves an app's users to its back ends (docs/wire/protocol.md §2.14) and to the operator. The request handler has
 * checked the app's secret or the operator's token. Also deletes guests who are idle, if their app says so. Owns no
 * table. Uses `users`, `sessions`, `challenges`, `safeguards` and `custody` to delete users, `apps` and `audit`, and
 * for exports `cross-app` and `funding`.
 */
import type { Apps } from '../apps/index.ts';
import type { Audit } from '../audit/index.ts';
import type { Challenges } from '../challenges/index.ts';
import type { CrossApp } from '../cross-app/index.ts';
import type { UserParts } from '../custody/index.ts';
import type { Fundings } from '../funding/index.ts';
import type { Implementation } from '../http/index.ts';
import type { Job } from '../jobs.ts';
import type { Safeguards } from '../safeguards/index.ts';
import type { Sessions } from '../sessions/index.ts';
import type { Users } from '../users/index.ts';
import type { World } from '../world.ts';
import { createDeleteUser } from './deleteUser.ts';
import { endSessionsImplementation } from './endSessions.ts';
import { exportImplementations } from './exportUser.ts';
import { findImplementations } from './findUsers.ts';
import { importImplementations } from './importUser.ts';
import { createRemoveGuests } from './removeGuests.ts';

export interface DirectoryDeps {
  apps: Pick<Apps, 'find' | 'listGuestRetentions'>;
  audit: Audit;
  users: Users;
  safeguards: Safeguards;
  sessions: Sessions;
  challenges: Challenges;
  connections: Pick<CrossApp, 'listOfUser'>;
  fundings: Pick<Fundings, 'listOfUser'>;
  parts: UserParts;
}

/**
 * Creates the routes of the directory, the sweep that destroys deleted users after the retention time, and the job that
 * deletes idle guests.
 */
export function createDirectory(
  world: World,
  deps: DirectoryDeps,
): { routes: Implementation[]; jobs: Job[]; sweep(): Promise<void> } {
  const deletion = createDeleteUser(world, deps);
  return {
    routes: [
      ...findImplementations(deps.apps, deps.users),
      ...importImplementations(deps.users),
      ...exportImplementations(world, deps),
      ...deletion.implementations,
      endSessionsImplementation(world, deps),
    ],
    jobs: [createRemoveGuests(world, deps, deletion.removeIn)],
    sweep: deletion.sweep,
  };
}
