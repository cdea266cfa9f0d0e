/**
 * The directory room: an app's users as its back ends see them (docs/wire/protocol.md §2.14). The front door checked the
 * app's secret. Owns no table; asks users, sessions, challenges and wallets, which each destroy what is theirs when a
 * user is deleted. Only back ends ask it.
 */
import type { Audit } from '../audit/index.ts';
import type { Challenges } from '../challenges/index.ts';
import type { Implementation } from '../http/index.ts';
import type { Sessions } from '../sessions/index.ts';
import type { Users } from '../users/index.ts';
import type { Db } from '../db/index.ts';
import type { World } from '../world.ts';
import { createDeleteUser } from './deleteUser.ts';
import { exportImplementation } from './exportUser.ts';
import { findImplementations } from './findUsers.ts';
import { importImplementations } from './importUser.ts';

/** What the directory asks of the wallets room. */
export interface UserParts {
  /** Destroys every part of a user's keys in the recovery store, which is a store of its own. */
  destroyRecoverySets(appId: string, userId: string): Promise<void>;
  /** The same in the main store, and what is noted about the user's custody, inside the caller's transaction. */
  destroyParts(tx: Db, appId: string, userId: string): Promise<void>;
  /** What is kept about a user's devices and recovery, without any secret. Times in Unix ms. */
  describeParts(
    appId: string,
    userId: string,
  ): Promise<{ devices: { createdAtMs: number }[]; recoveries: { method: string; createdAtMs: number }[] }>;
}

export interface DirectoryRooms {
  audit: Audit;
  users: Users;
  sessions: Sessions;
  challenges: Challenges;
  parts: UserParts;
}

/** Makes the routes of the directory, and the sweep that destroys deleted users whose time has come. */
export function createDirectory(
  world: World,
  rooms: DirectoryRooms,
): { routes: Implementation[]; sweep(): Promise<void> } {
  const deletion = createDeleteUser(world, rooms);
  return {
    routes: [
      ...findImplementations(rooms.users),
      ...importImplementations(rooms.users),
      exportImplementation(world, rooms),
      deletion.implementation,
    ],
    sweep: deletion.sweep,
  };
}
