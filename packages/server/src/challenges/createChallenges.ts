import type { Sealing } from '../crypto/index.ts';
import type { World } from '../world.ts';
import { createCodes } from './createCodes.ts';
import { createTickets } from './createTickets.ts';
import type { Challenges } from './index.ts';
import { createUsedIdStore } from './store.ts';
import { createTries } from './tries/createTries.ts';

/** Makes the challenges room. */
export function createChallenges(world: World, rooms: { sealing: Sealing }): Challenges {
  const { clock } = world;
  const codes = createCodes(world);
  const usedIds = createUsedIdStore(world.database);
  const tickets = createTickets(world, rooms);
  const tries = createTries(world);
  return {
    codes,
    tickets,
    tries,
    usedIds: {
      use: ({ appId, kind, id, lifeMs }) => usedIds.use(appId, kind, id, clock.now() + lifeMs, clock.now()),
      isUsed: ({ appId, kind, id }) => usedIds.isUsed(appId, kind, id, clock.now()),
    },
    async sweep() {
      await codes.sweep();
      await usedIds.sweep(clock.now());
      await tickets.sweep();
      await tries.sweep();
    },
  };
}
