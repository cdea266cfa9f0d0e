/**
 * The directory room: an app's users as its back ends see them (docs/wire/protocol.md §2.14). The request handler checked the
 * app's secret. Owns no table; asks users, sessions, challenges and custody, which each destroy what is theirs when a
 * user is deleted. Only back ends ask it.
 */
import type { Audit } from '../audit/index.ts';
import type { Challenges } from '../challenges/index.ts';
import type { CrossApp } from '../cross-app/index.ts';
import type { UserParts } from '../custody/index.ts';
import type { Fundings } from '../funding/index.ts';
import type { Implementation } from '../http/index.ts';
import type { Safeguards } from '../safeguards/index.ts';
import type { Sessions } from '../sessions/index.ts';
import type { Users } from '../users/index.ts';
import type { World } from '../world.ts';
import { createDeleteUser } from './deleteUser.ts';
import { exportImplementation } from './exportUser.ts';
import { findImplementations } from './findUsers.ts';
import { importImplementations } from './importUser.ts';

export interface DirectoryDeps {
  audit: Audit;
  users: Users;
  safeguards: Safeguards;
  sessions: Sessions;
  challenges: Challenges;
  connections: Pick<CrossApp, 'listOfUser'>;
  fundings: Pick<Fundings, 'listOfUser'>;
  /** The custody room's part in it. */
  parts: UserParts;
}

/** Makes the routes of the directory, and the sweep that destroys deleted users whose time has come. */
export function createDirectory(
  world: World,
  deps: DirectoryDeps,
): { routes: Implementation[]; sweep(): Promise<void> } {
  const deletion = createDeleteUser(world, deps);
  return {
    routes: [
      ...findImplementations(deps.users),
      ...importImplementations(deps.users),
      exportImplementation(world, deps),
      deletion.implementation,
    ],
    sweep: deletion.sweep,
  };
}
