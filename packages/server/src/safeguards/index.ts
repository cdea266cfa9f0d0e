/**
 * The safeguards room: what protects a person from another user who is logged in as them. It tells them what happened
 * (notices), keeps addresses that were removed from them, and lets those undo it. Owns tables `custody_notices` and
 * `removed_addresses`; asks apps, audit, users, sessions and challenges. The users room shows it every change of
 * accounts; account and custody owe notices here.
 */
import type { Db } from '../db/index.ts';
import type { Implementation } from '../http/index.ts';
import type { UserKey } from '../userKey.ts';
import type { AccountWatch } from '../users/index.ts';
import type { Notices } from './notices/createNotices.ts';
import type { RemovalRow } from './store.ts';
import type { CodeMessages } from './undo/undoRoutes.ts';

export { createSafeguards } from './createSafeguards.ts';
export type { Notices } from './notices/createNotices.ts';
export { noticeOf } from './notices/scopes.ts';
export { hide } from './undo/hide.ts';

/** An address that was removed from a user. */
export type RemovedAddress = Pick<
  RemovalRow,
  'type' | 'subject' | 'firstVerifiedAtMs' | 'removedAtMs' | 'canUndo'
>;

export interface Safeguards {
  readonly routes: Implementation[];
  readonly notices: Notices;
  /** Hears of every change of accounts. */
  readonly watch: AccountWatch;
  /** The addresses that were removed from a user in the last seven days, newest first. */
  listRemoved(db: Db, owner: UserKey): Promise<RemovedAddress[]>;
  /** Writes the messages that carry codes to addresses of a user who is known. */
  readonly messages: CodeMessages;
  /** Sends notices that are still owed, and forgets what has had its time; never in a request. */
  sweep(): Promise<void>;
  /** Resolves when no notice is being sent. */
  idle(): Promise<void>;
}
