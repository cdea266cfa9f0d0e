import { type FundingProvider, fail, limits } from '@latchkey/wire';
import type { Audit } from '../audit/index.ts';
import { countAlone } from '../db/index.ts';
import type { Session } from '../sessions/index.ts';
import type { World } from '../world.ts';
import type { Asset } from './assets.ts';
import { addFunding, countFundings } from './store.ts';
import type { FundingRow } from './table.ts';

const dayMs = 24 * 60 * 60_000;

export interface Wanted {
  readonly provider: FundingProvider;
  readonly address: string;
  readonly asset: Asset;
  readonly amount: string | null;
  readonly isTest: boolean;
}

/**
 * Creates the function that starts purchases. It stores a purchase before the provider learns of it, so a payment can
 * be matched to it even if a later step fails.
 */
export function createBegin(
  { clock, database, random }: Pick<World, 'clock' | 'database' | 'random'>,
  { audit }: { readonly audit: Audit },
) {
  /** @throws ServiceError `too_many_requests` if the user started too many purchases in the last 24 hours */
  return async (
    session: Session,
    { address, amount, asset, isTest, provider }: Wanted,
  ): Promise<FundingRow> => {
    const { appId, sessionId, userId } = session;
    const nowMs = clock.now();
    const fundingId = Buffer.from(random.bytes(16)).toString('hex');
    const row: FundingRow = {
      appId,
      fundingId,
      userId,
      provider,
      isTest,
      address,
      amount,
      caip2: asset.caip2,
      asset: asset.symbol,
      status: 'created',
      providerId: null,
      transactionHash: null,
      received: null,
      createdAtMs: nowMs,
      updatedAtMs: nowMs,
    };
    await database.transaction(async (tx) => {
      const begun = await countAlone(tx, ['fundings', appId, userId], () =>
        countFundings(tx, session, nowMs - dayMs),
      );
      if (begun >= limits.fundingsPerDay) fail('too_many_requests', { details: { retry_after_s: 3_600 } });
      await addFunding(tx, row);
      await audit.record(tx, appId, {
        kind: 'funding.started',
        userId,
        actor: { type: 'user', id: userId },
        sessionId,
        subject: fundingId,
        details: { provider, status: row.status },
      });
    });
    return row;
  };
}
export type Begin = ReturnType<typeof createBegin>;
