import type { RecoveryMethod, WalletAccount } from '@latchkey/wire';
import type { LoginResult } from '../../request.ts';

/** A user-owned recovery method, by its wire name. */
export type UserOwnedMethod = Exclude<RecoveryMethod, 'privy'>;
export type CloudMethod = Exclude<UserOwnedMethod, 'user-passcode'>;

/** Initiator of a backup: the user, or the app as part of a login, where the user cannot skip it (RECO-13). */
export type Initiator = 'user' | 'automatic';

export interface CreateTask {
  readonly act: 'create';
  readonly initiator: Initiator;
  /** Login that counts once the wallet exists, if the user accepted terms for it. */
  readonly afterTerms?: LoginResult;
}

export interface SetTask {
  readonly act: 'set';
  readonly initiator: Initiator;
  readonly wallet: WalletAccount;
}

export interface RecoverTask {
  readonly act: 'recover';
  readonly address: string;
}

export type BackupTask = CreateTask | SetTask;

export interface WithWallet {
  readonly wallet: WalletAccount;
}

/** Product names of the clouds, the same in every language. */
export const cloudNames: Readonly<Record<CloudMethod, string>> = {
  'google-drive': 'Google Drive',
  icloud: 'Apple iCloud',
};
