import { type FundingEntry, fundingRoutes, rateLimits } from '@latchkey/wire';
import { createCap, type Implementation, implement } from '../http/index.ts';
import type { World } from '../world.ts';
import type { OnRampParts } from './onRamp.ts';
import { onRampsByProvider } from './onRamps.ts';
import { listFundings } from './store.ts';
import type { FundingRow } from './table.ts';

const listedMs = 30 * 24 * 60 * 60_000;
const mostListed = 50;

/** A purchase as the wire carries it. */
export const toEntry = (row: FundingRow): FundingEntry => ({
  id: row.fundingId,
  provider: row.provider,
  address: row.address,
  caip2: row.caip2,
  asset: row.asset,
  amount: row.amount,
  status: row.status,
  is_test: row.isTest,
  transaction_hash: row.transactionHash,
  created_at: row.createdAtMs,
  updated_at: row.updatedAtMs,
});

/** The routes of funding: those of each on-ramp, and the list of a user's purchases. */
export function fundingImplementations(
  world: World,
  parts: Omit<OnRampParts, 'createAdmit'>,
): Implementation[] {
  const { clock, database } = world;

  const createAdmit: OnRampParts['createAdmit'] = (limit) => {
    const take = createCap(clock, limit.sessionInProcess);
    return async (app, bearer) => {
      const session = await parts.sessions.authenticate(app, bearer);
      take(`${session.appId} ${session.sessionId}`);
      return session;
    };
  };
  const admitToList = createAdmit(rateLimits['funding.list']);

  return [
    ...Object.values(onRampsByProvider).flatMap((one) => one.createRoutes(world, { ...parts, createAdmit })),

    implement(fundingRoutes.list, async ({ app, caller }) => {
      const session = await admitToList(app, caller.bearer);
      const since = { sinceMs: clock.now() - listedMs, limit: mostListed };
      return { fundings: (await listFundings(database.db, session, since)).map(toEntry) };
    }),
  ];
}
