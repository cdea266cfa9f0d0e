import type { AuditKind, FundingEntryStatus } from '@latchkey/wire';
import type { Audit } from '../audit/index.ts';
import type { World } from '../world.ts';
import { type Found, fillHash, setStatus } from './store.ts';
import type { FundingRow } from './table.ts';

/** What a provider says of a purchase, verified. */
export interface ProviderStatus extends Found {
  readonly status: FundingEntryStatus;
}

interface Rung {
  readonly from: readonly FundingEntryStatus[];
  /** What is told of the step; null: nothing that a back end was not told before. */
  readonly kind: AuditKind | null;
  /** Whether only another payment leads there than the one that led to the status before. */
  readonly isAnother?: true;
}

/** Statuses that each follows. */
const steps: Readonly<Record<FundingEntryStatus, readonly Rung[]>> = {
  created: [],
  pending: [{ from: ['created'], kind: 'funding.pending' }],
  waitingAuthorization: [
    { from: ['created'], kind: 'funding.pending' },
    { from: ['pending'], kind: null },
  ],
  completed: [
    { from: ['created', 'pending', 'waitingAuthorization'], kind: 'funding.completed' },
    // A person whose first card was declined pays by another one, at the same page.
    { from: ['failed'], kind: 'funding.completed', isAnother: true },
  ],
  failed: [{ from: ['created', 'pending', 'waitingAuthorization'], kind: 'funding.failed' }],
};

/** Whether a purchase has come to its end, after which its provider is not asked any more. */
export const isOver = ({ status }: Pick<FundingRow, 'status'>): boolean =>
  status === 'completed' || status === 'failed';

/**
 * Makes the one way in which a status changes: upwards alone, and written down in the same transaction. Threat: an event
 * that is sent again, or behind a later one, would have a back end credit its user twice, or take back what has arrived.
 */
export function createRise(
  { clock, database }: Pick<World, 'clock' | 'database'>,
  { audit }: { readonly audit: Audit },
) {
  /** @returns the status that the purchase has then */
  return async (funding: FundingRow, told: ProviderStatus): Promise<FundingEntryStatus> => {
    const { appId, fundingId: subject, isTest, provider, userId } = funding;
    const { status } = told;
    return database.transaction(async (tx) => {
      for (const { kind, ...step } of steps[status]) {
        if (!(await setStatus(tx, funding, { ...told, ...step, nowMs: clock.now() }))) continue;
        // Threat: a person who pays with a test card must not be credited by a handler that hears of it.
        const event = kind && isTest ? 'funding.test_changed' : kind;
        if (!event) return status;
        const details = { provider, status };
        await audit.record(tx, appId, {
          kind: event,
          userId,
          actor: { type: 'system' },
          subject,
          details,
        });
        return status;
      }
      // Some providers say that the coins were sent before they know the transaction.
      if (status === 'completed' && told.transactionHash !== null) await fillHash(tx, funding, told);
      return funding.status;
    });
  };
}
export type Rise = ReturnType<typeof createRise>;
