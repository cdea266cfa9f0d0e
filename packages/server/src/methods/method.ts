import type { MethodId } from '@latchkey/wire';
import type { Admission } from '../admission/index.ts';
import type { Challenges } from '../challenges/index.ts';
import type { Implementation } from '../http/index.ts';
import type { Sessions } from '../sessions/index.ts';
import type { World } from '../world.ts';

/** What a method may ask. */
export interface MethodRooms {
  readonly admission: Admission;
  readonly challenges: Challenges;
  readonly sessions: Sessions;
}

/** A login method: its id and its routes. Its acts end in a proof, never in a session of their own. */
export interface Method {
  readonly id: MethodId;
  routes(world: World, rooms: MethodRooms): Implementation[];
}
