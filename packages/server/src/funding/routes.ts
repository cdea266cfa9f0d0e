import { type FundingEntry, fundingRoutes } from '@latchkey/wire';
import { createSessionCap, type Implementation, implement } from '../http/index.ts';
import type { World } from '../world.ts';
import type { OnRampParts } from './onRamp.ts';
import { onRampsByProvider } from './onRamps.ts';
import { listFundings } from './store.ts';
import type { FundingRow } from './table.ts';

const listedMs = 30 * 24 * 60 * 60_000;
const mostListed = 50;

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

export function fundingImplementations(
  world: World,
  parts: Omit<OnRampParts, 'createAdmit'>,
): Implementation[] {
  const { clock, database } = world;

  const createAdmit: OnRampParts['createAdmit'] = (route) => {
    const take = createSessionCap(world, route);
    return async (app, bearer) => {
      const session = await parts.sessions.authenticate(app, bearer);
      take(session);
      return session;
    };
  };
  const admitToList = createAdmit('funding.list');

  return [
    ...Object.values(onRampsByProvider).flatMap((one) => one.createRoutes(world, { ...parts, createAdmit })),

    implement(fundingRoutes.list, async ({ app, caller }) => {
      const session = await admitToList(app, caller.bearer);
      const since = { sinceMs: clock.now() - listedMs, limit: mostListed };
      return { fundings: (await listFundings(database.db, session, since)).map(toEntry) };
    }),
  ];
}
