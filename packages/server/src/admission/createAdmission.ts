import { fail, type MethodId, methodFlags } from '@latchkey/wire';
import type { App } from '../apps/index.ts';
import type { Users } from '../users/index.ts';
import type { World } from '../world.ts';
import type { Admission } from './index.ts';

/** Makes the admission room. */
export function createAdmission(world: World, rooms: { users: Users }): Admission {
  const { users } = rooms;

  function checkMethod(app: App, method: MethodId): void {
    if (!app.settings[methodFlags[method]]) fail('disallowed_login_method');
  }

  return {
    checkMethod,

    async admit(app, proof, { mode }) {
      checkMethod(app, proof.method);
      const nowMs = world.clock.now();
      const known = await users.touchAccount(app.id, proof.account, nowMs);
      if (known) return { userId: known, isNewUser: false };
      if (mode === 'no-signup') fail('user_does_not_exist');

      const created = await users.create(app.id, proof.account, nowMs);
      if (created) return { userId: created, isNewUser: true };
      // Two first logins at once: the other one made the user.
      const winner = await users.touchAccount(app.id, proof.account, nowMs);
      return winner ? { userId: winner, isNewUser: false } : fail('internal_error');
    },
  };
}
