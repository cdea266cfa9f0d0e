/**
 * Records actions on accounts, wallet parts and settings. Modules write events inside the transaction that the events
 * describe; a sealer numbers the events of each app and chains them by hash. Only this module decides what an event
 * may contain. Owns tables `audit_events` and `audit_chains`. Uses `crypto`, `db` and `http`. `webhooks` follows the
 * sequence of events.
 */
import type { AuditKind } from '@latchkey/wire';
import type { Db } from '../db/index.ts';
import type { Implementation } from '../http/index.ts';
import type { Job } from '../jobs.ts';
import type { UserKey } from '../userKey.ts';
import type { AuditEvent, AuditRow } from './entry.ts';
import type { StoredEvent } from './store.ts';

export { operatorActor, operatorLog, operatorOrBackEnd } from './actors.ts';
export { createAudit } from './createAudit.ts';
export type { AuditEvent } from './entry.ts';
export { auditLifeMs } from './retention.ts';
export type { StoredEvent } from './store.ts';
export { type AuditAnchor, type AuditExtent, verifyAudit } from './verify.ts';

export interface Audit {
  readonly routes: Implementation[];
  /**
   * Records an event in the transaction of the action.
   * @returns the event's id
   * @throws Error if a value of the event does not have the form of an id, a kind or a small number
   * @example await audit.record(tx, appId, { kind: 'user.deleted', userId, actor: { type: 'app', id: appId } });
   */
  record(tx: Db, appId: string, event: AuditEvent): Promise<string>;
  /** Returns an event as JSON, for a function of the database that writes it (`record_event`). */
  entry(appId: string, event: AuditEvent): string;
  /** Counts events of a kind about a user in one session since a time (Unix ms), for limits inside the transaction. */
  count(tx: Db, of: UserKey & { sessionId: string; kind: AuditKind; sinceMs: number }): Promise<number>;
  /** Lists sealed events of an app after a sequence number (0: from the start), oldest first. */
  list(appId: string, after: number, limit: number): Promise<StoredEvent[]>;
  /** Lists the events about one user, sealed or not, newest first: at most 1,000. */
  listOfUser(user: UserKey): Promise<AuditRow[]>;
  /** Returns the last sequence number of an app's log; 0 before the first event is sealed. */
  head(appId: string): Promise<number>;
  seal(): Promise<void>;
  readonly jobs: readonly Job[];
  sweep(): Promise<void>;
}
