import type { Sealing } from '../crypto/index.ts';
import type { World } from '../world.ts';
import { createCodes } from './createCodes.ts';
import { createTickets } from './createTickets.ts';
import type { Challenges, UsedIds } from './index.ts';
import { createUsedIdStore } from './store.ts';
import { createTries } from './tries/createTries.ts';

export function createChallenges(world: World, deps: { sealing: Sealing }): Challenges {
  const { clock } = world;
  const usedIds = createUsedIdStore(world.database);
  const tickets = createTickets(world, deps);
  const ids: UsedIds = {
    use: ({ appId, kind, id, lifeMs }) => usedIds.use(appId, kind, id, clock.now() + lifeMs, clock.now()),
    giveBack: ({ appId, kind, id }) => usedIds.giveBack(appId, kind, id),
    isUsed: ({ appId, kind, id }) => usedIds.isUsed(appId, kind, id, clock.now()),
  };
  const codes = createCodes(world, ids);
  const tries = createTries(world);
  return {
    codes,
    tickets,
    tries,
    usedIds: ids,
    async sweep() {
      await codes.sweep();
      await usedIds.sweep(clock.now());
      await tickets.sweep();
      await tries.sweep();
    },
  };
}
