/**
 * Serves an app's users to its back ends (docs/wire/protocol.md §2.14). The request handler has checked the app's
 * secret. Owns no table. Uses `users`, `sessions`, `challenges` and `custody`, each of which destroys its own rows
 * when a user is deleted. Only back ends call it.
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
