/**
 * Protects users from an attacker who is logged in to their account. It notifies them of changes, keeps removed
 * addresses for seven days, and lets the owner of an address undo its removal if `isUndoable` permits it. Owns tables
 * `custody_notices` and `removed_addresses`. Uses `apps`, `audit`, `challenges`, `cross-app`, `crypto`, `methods`,
 * `sessions` and `users`. `users` reports changes of accounts to it; other modules queue notices here.
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

export type RemovedAddress = Pick<
  AddressRemovalRow,
  'type' | 'subject' | 'firstVerifiedAtMs' | 'removedAtMs' | 'canUndo'
>;

export interface Safeguards {
  readonly routes: Implementation[];
  readonly notices: Notices;
  readonly watch: AccountWatch;
  /** Lists the addresses that were removed from a user in the last seven days and not restored, newest first. */
  listRemoved(db: Db, owner: UserKey): Promise<RemovedAddress[]>;
  readonly messages: CodeMessages;
  sweep(): Promise<void>;
  /** Resolves when the sends that `notices.settle` started have ended. */
  idle(): Promise<void>;
}
