/**
 * Records each action on an account, a wallet part or a setting. Modules write events inside the transaction that the
 * events describe; one sealer per app numbers them and chains them by hash. It alone decides what an event may hold.
 * Owns tables `audit_events` and `audit_chains`. Uses the database alone. `webhooks` follows its sequence.
 */
import type { AuditKind } from '@latchkey/wire';
import type { Db } from '../db/index.ts';
import type { Implementation } from '../http/index.ts';
import type { Job } from '../jobs.ts';
import type { UserKey } from '../userKey.ts';
import type { AuditEvent, AuditRow } from './entry.ts';
import type { StoredEvent } from './store.ts';

export { createAudit } from './createAudit.ts';
export type { AuditEvent } from './entry.ts';
export { auditInsert, type StoredEvent } from './store.ts';
export { type AuditAnchor, verifyAudit } from './verify.ts';

export interface Audit {
  readonly routes: Implementation[];
  /**
   * Writes an event in the transaction that does what it tells.
   * @returns the event's id
   * @throws Error when the event holds anything but ids, kinds and counts
   * @example await audit.record(tx, appId, { kind: 'user.deleted', userId, actor: { type: 'app', id: appId } });
   */
  record(tx: Db, appId: string, event: AuditEvent): Promise<string>;
  /** The same as a parameter for a statement that holds {@link auditInsert}. */
  entry(appId: string, event: AuditEvent): string;
  /** Number of events of a kind about a user in one session since a time (Unix ms), for limits inside the transaction. */
  count(tx: Db, of: UserKey & { sessionId: string; kind: AuditKind; sinceMs: number }): Promise<number>;
  /** Sealed events of an app after a sequence number (0: from the start), oldest first. */
  list(appId: string, after: number, limit: number): Promise<StoredEvent[]>;
  /** What happened to one user or was done by them, sealed or not, newest first: at most 1,000 events. */
  listOfUser(user: UserKey): Promise<AuditRow[]>;
  /** The last sequence number that an app's log has given out; 0 before the first. */
  head(appId: string): Promise<number>;
  /** Gives the events that are not in the chain yet their place; every second, never in a request. */
  seal(): Promise<void>;
  readonly jobs: readonly Job[];
  /** Deletes what is older than thirteen months; never in a request. */
  sweep(): Promise<void>;
}
