import { type FactorList, fail, limits, type MfaMethod, mfaRoutes } from '@latchkey/wire';
import type { App, Apps } from '../apps/index.ts';
import { type Audit, operatorActor } from '../audit/index.ts';
import type { Challenges } from '../challenges/index.ts';
import type { Sealing } from '../crypto/index.ts';
import { implement } from '../http/index.ts';
import type { NewNumbers } from '../new-numbers/index.ts';
import type { Notices } from '../safeguards/index.ts';
import type { Sessions } from '../sessions/index.ts';
import type { UserKey } from '../userKey.ts';
import type { Users } from '../users/index.ts';
import type { World } from '../world.ts';
import { createFallbacks } from './backupCodes.ts';
import { type Canceller, createCancelRemoval } from './cancelRemoval.ts';
import { createEnrolling } from './enrolling.ts';
import { factorRecords } from './factors/list.ts';
import { createGate } from './gate.ts';
import { deleteExpiredGrants, deleteGrants, deleteOldKeys } from './grantStore.ts';
import type { FactorCaller, FactorOperations, Mfa } from './index.ts';
import { toFactors } from './list.ts';
import { createRemoving } from './removing.ts';
import { countBackupCodes, deleteExpiredEnrollments, listFactors } from './store.ts';
import { createTryCounter } from './tries.ts';
import { createVerifying } from './verifying.ts';
import { createFactorWatch } from './watch.ts';

export function createMfa(
  world: World,
  deps: {
    apps: Apps;
    audit: Audit;
    challenges: Challenges;
    newNumbers: NewNumbers;
    notices: Notices;
    sealing: Sealing;
    sessions: Sessions;
    users: Users;
  },
): Mfa {
  const { clock, database } = world;
  const { notices, users } = deps;
  const gate = createGate(world);
  const countTry = createTryCounter(world);
  const cancelRemoval = createCancelRemoval(deps);
  const verifying = createVerifying(world, { ...deps, cancelRemoval, countTry });
  const enrolling = createEnrolling(world, { ...deps, gate, verifying });
  const removing = createRemoving(world, { ...deps, cancelRemoval, enrolling });
  const shared = { ...deps, countTry, enrolling, removeFactor, verifying };

  const operations: FactorOperations = {
    ...createFallbacks(world, { ...shared, gate }),

    clear: ({ session: { appId, sessionId }, thumbprint }) =>
      deleteGrants(database.db, { appId, sessionId, thumbprint }),

    list,

    requestRemoval: async (app, session) => ({
      removes_at: Math.floor((await removing.request(app, session)) / 1000),
    }),

    async cancelRemoval(caller, isOlder) {
      const { session } = caller;
      const asked = (await removing.find(session)) ?? failNoRemoval();
      // An attacker who logs in after the request must not cancel it, or the owner would wait forever. A session may
      // cancel if it began before the request, did not make the request and is not pending. Any other needs an older
      // wallet device or an unlocked wallet.
      const isEarlier =
        session.startedAtMs < asked.requestedAtMs &&
        session.sessionId !== asked.sessionId &&
        !session.isHalfIn;
      const mayCancel =
        isEarlier ||
        (await isOlder(asked.requestedAtMs)) ||
        (caller.thumbprint !== undefined && (await gate.checkUnlocked(database.db, caller)) !== null);
      if (!mayCancel) fail('missing_or_invalid_mfa');
      await cancel(session, { type: 'user', id: session.userId });
    },
  };

  async function removeFactor(caller: FactorCaller, method: MfaMethod): Promise<void> {
    await database.transaction(async (tx) => {
      const factors = await enrolling.admitRemoval(tx, caller);
      const gone = factors.filter((factor) => factor.method === method);
      await enrolling.removed(tx, caller, gone);
    });
    notices.settle(caller.session);
  }

  async function list(app: App, user: UserKey): Promise<FactorList> {
    const found = await users.findWireUser(user);
    const factors = await listFactors(database.db, user);
    const backup_codes = await countBackupCodes(database.db, user);
    const asked = await removing.find(user);
    const removal = asked && {
      requested_at: Math.floor(asked.requestedAtMs / 1000),
      removes_at: Math.floor(asked.dueAtMs / 1000),
    };
    return { factors: toFactors(app, factors, found?.linked_accounts ?? []), backup_codes, removal };
  }

  async function getOwner(params: Record<string, string>): Promise<{ app: App; user: UserKey }> {
    const app = (await deps.apps.find(params.id ?? '')) ?? fail('app_not_found');
    const user = { appId: app.id, userId: params.user_id ?? '' };
    if (!(await users.findWireUser(user))) fail('not_found', { message: 'There is no such user' });
    return { app, user };
  }

  async function cancel({ appId, userId }: UserKey, by: Canceller): Promise<void> {
    const isDone = await database.transaction((tx) => cancelRemoval(tx, { appId, userId }, by));
    if (!isDone) failNoRemoval();
    notices.settle({ appId, userId });
  }

  return {
    routes: [
      implement(mfaRoutes.cancelRemovalOf, async ({ caller, params }) => {
        const user = { appId: params.id ?? '', userId: params.user_id ?? '' };
        await cancel(user, operatorActor(caller.operator));
        return {};
      }),
      implement(mfaRoutes.listOf, async ({ params }) => {
        const { app, user } = await getOwner(params);
        return list(app, user);
      }),
      implement(mfaRoutes.removeAllOf, async ({ caller, params }) => {
        const { user } = await getOwner(params);
        const methods = await removing.removeAll(user, caller.operator);
        return { methods: methods ?? fail('not_found', { message: 'The user has no second factor' }) };
      }),
    ],
    jobs: [removing.job],
    gate,
    operations,
    factorRoutes: (border) =>
      Object.values(factorRecords).flatMap((record) => record.routes(world, shared, border)),
    async checkAccountChange(app, session) {
      await gate.checkFresh(database.db, { app, session }, 'change_account');
    },
    watch: createFactorWatch({ gate }),
    async sweep() {
      await deleteExpiredGrants(database.acrossApps, clock.now());
      await deleteOldKeys(database.acrossApps, clock.now() - limits.knownKeyLifeMs);
      await deleteExpiredEnrollments(database.acrossApps, clock.now());
    },
  };
}

function failNoRemoval(): never {
  fail('not_found', { message: 'No removal of the second factors was asked for' });
}
