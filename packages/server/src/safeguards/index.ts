/**
 * Protects a user from an intruder who is logged in to their account. It notifies them of changes, keeps addresses
 * that were removed from the account, and lets their owners undo the removal. Owns tables `custody_notices` and
 * `removed_addresses`. Uses `apps`, `audit`, `users`, `sessions` and `challenges`. `users` reports every change of
 * accounts to it; `account` and `custody` queue notices here.
 */
import type { Db } from '../db/index.ts';
import type { Implementation } from '../http/index.ts';
import type { UserKey } from '../userKey.ts';
import type { AccountWatch } from '../users/index.ts';
import type { Notices } from './notices/createNotices.ts';
import type { AddressRemovalRow } from './store.ts';
import type { CodeMessages } from './undo/undoRoutes.ts';

export { createSafeguards } from './createSafeguards.ts';
export type { Notices } from './notices/createNotices.ts';
export { noticeOf } from './notices/scopes.ts';
export { hide } from './undo/hide.ts';

/** An address that was removed from a user. */
export type RemovedAddress = Pick<
  AddressRemovalRow,
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
