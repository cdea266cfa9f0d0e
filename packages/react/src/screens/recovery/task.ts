import type { RecoveryMethod, WalletAccount } from '@latchkey/wire';
import type { LoginResult } from '../../request.ts';

/** A recovery method that is the person's own, by the wire's names. */
export type UserOwnedMethod = Exclude<RecoveryMethod, 'privy'>;
export type CloudMethod = Exclude<UserOwnedMethod, 'user-passcode'>;

/** Who wants a wallet backed up: the person, or the app as part of a login, which leaves no way around it (RECO-13). */
export type Initiator = 'user' | 'automatic';

/** A wallet that is created with a backup of the person's own. */
export interface CreateTask {
  readonly act: 'create';
  readonly initiator: Initiator;
  /** The login that counts once the wallet is there, where the person accepted terms for it. */
  readonly afterTerms?: LoginResult;
}

/** A wallet whose backup is changed. */
export interface SetTask {
  readonly act: 'set';
  readonly initiator: Initiator;
  readonly wallet: WalletAccount;
}

/** A wallet that this device does not hold. */
export interface RecoverTask {
  readonly act: 'recover';
  readonly address: string;
}

export type BackupTask = CreateTask | SetTask;

/** What comes of a wallet that was recovered or backed up. */
export interface WithWallet {
  readonly wallet: WalletAccount;
}

/** How clouds write themselves: no language has others. */
export const cloudNames: Readonly<Record<CloudMethod, string>> = {
  'google-drive': 'Google Drive',
  icloud: 'Apple iCloud',
};
