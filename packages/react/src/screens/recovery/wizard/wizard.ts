import type { ServiceError, WalletAccount } from '@latchkey/wire';
import type { Entry } from '../../entry.ts';
import type { Failed } from '../../screen.ts';
import type { BackupTask, WithWallet } from '../task.ts';

/** Create, save and confirm the password, confirm that it is saved, done (RECO-07). */
export type WizardStep = 'creating' | 'saving' | 'confirming' | 'finalizing' | 'done';

export interface WizardProps {
  readonly task: BackupTask;
  readonly step: WizardStep;
  /** What was chosen; empty before and after. It stays in this page's memory and is sent to the wallet frame alone. */
  readonly password: string;
  /** Where 'back' leads from the first step; null where there is nothing before. */
  readonly previous: Entry | null;
  /** The wallet is being made or changed. @default false */
  readonly isBusy?: boolean;
  /** The person confirmed the login for it: it goes on by itself. @default false */
  readonly isConfirmed?: boolean;
  /** Why the last attempt failed. */
  readonly error?: ServiceError | null;
  /** The wallet, once it is done. */
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

/** A step leaves by the wizard's exits. */
export interface WizardStepProps {
  readonly props: WizardProps;
  exit<X extends keyof WizardExits>(
    name: X,
    ...payload: WizardExits[X] extends undefined ? [] : [WizardExits[X]]
  ): void;
}

/** A wizard of the app's has no way around it, unless it failed (RECO-13); a wallet on its way lets no one leave. */
export function isWizardCloseable({ task, step, isBusy, error }: WizardProps): boolean {
  return (
    !isBusy &&
    (task.initiator === 'user' || Boolean(error)) &&
    !(task.initiator === 'automatic' && step === 'done')
  );
}

/** Nothing leads back from what is being done, or is done. */
export function hasBack({ step, isBusy, previous }: WizardProps): boolean {
  return !isBusy && step !== 'done' && (step !== 'creating' || previous !== null);
}
