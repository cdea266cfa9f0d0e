import type { AuditKind, FundingEntryStatus } from '@latchkey/wire';
import type { Audit } from '../audit/index.ts';
import type { World } from '../world.ts';
import type { ProviderEvent } from './hear.ts';
import { type Found, fillHash, setStatus } from './store.ts';
import type { FundingRow } from './table.ts';

/** Verified status of a purchase at a provider. */
export interface ProviderStatus extends Found {
  readonly status: FundingEntryStatus;
}

interface Rung {
  readonly from: readonly FundingEntryStatus[];
  /** Audit event of this step; null if back ends already got that event. */
  readonly kind: AuditKind | null;
  /** True if the step requires a different payment from the one that led to the current status. */
  readonly isAnother?: true;
}

const steps: Readonly<Record<FundingEntryStatus, readonly Rung[]>> = {
  created: [],
  pending: [{ from: ['created'], kind: 'funding.pending' }],
  waitingAuthorization: [
    { from: ['created'], kind: 'funding.pending' },
    { from: ['pending'], kind: null },
  ],
  completed: [
    { from: ['created', 'pending', 'waitingAuthorization'], kind: 'funding.completed' },
    // A user whose first card was declined can pay with another card on the same page.
    { from: ['failed'], kind: 'funding.completed', isAnother: true },
  ],
  failed: [{ from: ['created', 'pending', 'waitingAuthorization'], kind: 'funding.failed' }],
};

export const isOver = ({ status }: Pick<FundingRow, 'status'>): boolean =>
  status === 'completed' || status === 'failed';

/**
 * Creates the function that changes a purchase's status. It accepts only the steps above, and writes the audit event in
 * the same transaction.
 *
 * A replayed or late event could otherwise make a back end credit a user twice, or take back what has arrived.
 */
export function createRise(
  { clock, database }: Pick<World, 'clock' | 'database'>,
  {
    audit,
    toStatus,
  }: {
    readonly audit: Audit;
    readonly toStatus: (funding: FundingRow, told: ProviderEvent) => ProviderStatus;
  },
) {
  /** @returns the new status, or the one of `funding` if the event changes no status */
  return async (funding: FundingRow, event: ProviderEvent): Promise<FundingEntryStatus> => {
    const { appId, fundingId: subject, isTest, provider, userId } = funding;
    const told = toStatus(funding, event);
    const { status } = told;
    return database.transaction(async (tx) => {
      for (const { kind, ...step } of steps[status]) {
        if (!(await setStatus(tx, funding, { ...told, ...step, nowMs: clock.now() }))) continue;
        // A user could pay with a test card, and a back end's webhook handler would credit them. Test purchases get
        // an audit event without a webhook.
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
      // Some providers report that coins were sent before they know the transaction.
      if (status === 'completed' && told.transactionHash !== null) await fillHash(tx, funding, told);
      return funding.status;
    });
  };
}
export type Rise = ReturnType<typeof createRise>;
