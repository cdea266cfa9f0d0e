import type { ServiceError, WalletAccount } from '@latchkey/wire';
import type { Entry } from '../../entry.ts';
import type { Failed } from '../../screen.ts';
import type { BackupTask, WithWallet } from '../task.ts';

/** Steps: choose, save and confirm the password, accept the consequences, done (RECO-07). */
export type WizardStep = 'creating' | 'saving' | 'confirming' | 'finalizing' | 'done';

export interface WizardProps {
  readonly task: BackupTask;
  readonly step: WizardStep;
  /** Chosen password. Empty until the user has chosen it. */
  readonly password: string;
  /** Screen that 'back' leads to from the first step. Null if there is none. */
  readonly previous: Entry | null;
  /** True while the wallet is being created or changed. @default false */
  readonly isBusy?: boolean;
  /** True if this step continues after a step-up, such as confirming the login. @default false */
  readonly isConfirmed?: boolean;
  readonly error?: ServiceError | null;
  readonly wallet?: WalletAccount;
}

export interface WizardExits {
  chosen: { password: string };
  saved: undefined;
  confirmed: undefined;
  submitted: undefined;
  done: WithWallet;
  failed: Failed<WizardProps>;
  finished: undefined;
  back: undefined;
}

export interface WizardStepProps {
  readonly props: WizardProps;
  exit<X extends keyof WizardExits>(
    name: X,
    ...payload: WizardExits[X] extends undefined ? [] : [WizardExits[X]]
  ): void;
}

/**
 * Returns false while a wallet is being created or changed. A wizard that the app started can be closed only after a
 * failure (RECO-13).
 */
export function isWizardCloseable({ task, step, isBusy, error }: WizardProps): boolean {
  return (
    !isBusy &&
    (task.initiator === 'user' || Boolean(error)) &&
    !(task.initiator === 'automatic' && step === 'done')
  );
}

/**
 * Returns false while the wallet is being created or changed, after that, and on the first step if there is no
 * previous screen.
 */
export function hasBack({ step, isBusy, previous }: WizardProps): boolean {
  return !isBusy && step !== 'done' && (step !== 'creating' || previous !== null);
}
