import { ServiceError, type WalletAccount } from '@latchkey/wire';
import type { ModalRequest, ModalResult } from '../request.ts';
import type { BackupTask, CreateTask, UserOwnedMethod } from '../screens/index.ts';
import type { Entry, EntryOf } from './state.ts';
import { errorFrom } from './steps.ts';
import type { Extras, FlowFacts, To } from './transition.ts';

export type WizardName = 'EMBEDDED_WALLET_PASSWORD_CREATE_SCREEN' | 'EMBEDDED_WALLET_PASSWORD_UPDATE_SCREEN';
type BackupScreen =
  | WizardName
  | 'EMBEDDED_WALLET_PASSWORD_UPDATE_SPLASH_SCREEN'
  | 'EMBEDDED_WALLET_RECOVERY_OAUTH_SCREEN';
type BackupStart = BackupScreen | 'EMBEDDED_WALLET_RECOVERY_SELECTION_SCREEN';

/** Returns the first screen of a wallet's creation: the creation screen, or the backup if the app requires it first. */
export function createEntry(
  facts: FlowFacts,
  task: CreateTask,
): EntryOf<BackupStart | 'EMBEDDED_WALLET_ON_ACCOUNT_CREATE_SCREEN'> {
  const { isRequired, isPasswordRequired } = facts.recovery;
  if (isRequired || isPasswordRequired) return backupEntry(facts, task);
  const { afterTerms, initiator } = task;
  const props = {
    ...(initiator === 'automatic' ? { isDue: true } : {}),
    ...(afterTerms ? { afterTerms } : {}),
  };
  return { name: 'EMBEDDED_WALLET_ON_ACCOUNT_CREATE_SCREEN', props };
}

/** Returns the screen that unlocks a wallet. If the wallet is not on this device, its recovery follows. */
export function connectingEntry(address: string | undefined): EntryOf<'EMBEDDED_WALLET_CONNECTING_SCREEN'> {
  return { name: 'EMBEDDED_WALLET_CONNECTING_SCREEN', props: { address } };
}

export function onwards(
  wallet: WalletAccount,
  facts: FlowFacts,
  request: ModalRequest,
): (To<BackupStart | 'EMBEDDED_WALLET_SET_AUTOMATIC_RECOVERY_SCREEN'> | { close: 'finished' }) & Extras {
  if (request.intent !== 'set-recovery') return { close: 'finished', result: { wallet } };
  const task = { act: 'set', initiator: 'user', wallet } as const;
  const { method } = request.input;
  if (method === 'privy')
    return { to: { name: 'EMBEDDED_WALLET_SET_AUTOMATIC_RECOVERY_SCREEN', props: { task } } };
  return { to: method ? backupBy(method, task, null) : backupEntry(facts, task) };
}

/** Returns the screen that recovers a wallet on this device, by its recovery method (RECO-04, EMBW-14). */
export function recover(
  { address, recoveryMethod: method }: WalletAccount,
  from: Entry,
): To<'EMBEDDED_WALLET_PASSWORD_RECOVERY_SCREEN' | 'EMBEDDED_WALLET_RECOVERY_OAUTH_SCREEN' | 'ERROR_SCREEN'> &
  Extras {
  const task = { act: 'recover', address } as const;
  switch (method) {
    case 'user-passcode':
      return { to: { name: 'EMBEDDED_WALLET_PASSWORD_RECOVERY_SCREEN', props: { task } } };
    case 'google-drive':
    case 'icloud':
      return {
        to: { name: 'EMBEDDED_WALLET_RECOVERY_OAUTH_SCREEN', props: { task, method, previous: null } },
      };
    default: {
      const message = `Recovery method ${method} is not supported`;
      return errorFrom(from, new ServiceError('unknown_embedded_wallet_error', { message }));
    }
  }
}

/** Returns the step after a wallet was created: the success screen, and the visit's result if it has none yet. */
export function created(
  address: string,
  { afterTerms }: Pick<CreateTask, 'afterTerms'>,
  { intent }: ModalRequest,
): To<'EMBEDDED_WALLET_CREATED_SCREEN'> & Extras {
  const result: ModalResult | undefined = intent === 'create-wallet' ? { address } : afterTerms;
  return {
    to: { name: 'EMBEDDED_WALLET_CREATED_SCREEN', props: { address } },
    ...(result ? { result } : {}),
  };
}

/**
 * Returns the first screen of a backup (RECO-02): the password screen if the app requires a password, the screen of
 * the only method (the password if the app names none), else the selection.
 */
function backupEntry(
  { recovery: { options, isPasswordRequired } }: FlowFacts,
  task: BackupTask,
): EntryOf<BackupStart> {
  const [only = 'user-passcode', ...others] = options;
  if (isPasswordRequired) return backupBy('user-passcode', task, null);
  if (others.length === 0) return backupBy(only, task, null);
  return { name: 'EMBEDDED_WALLET_RECOVERY_SELECTION_SCREEN', props: { task } };
}

export function backupBy(
  method: UserOwnedMethod,
  task: BackupTask,
  previous: Entry | null,
): EntryOf<BackupScreen> {
  if (method !== 'user-passcode')
    return { name: 'EMBEDDED_WALLET_RECOVERY_OAUTH_SCREEN', props: { task, method, previous } };
  // RECO-03: the creation screen, the update screen, or the splash before it. A user who chose the password gets no
  // splash.
  if (task.act === 'create') return wizard('EMBEDDED_WALLET_PASSWORD_CREATE_SCREEN', task, previous);
  if (previous || task.wallet.recoveryMethod === 'user-passcode')
    return wizard('EMBEDDED_WALLET_PASSWORD_UPDATE_SCREEN', task, previous);
  return { name: 'EMBEDDED_WALLET_PASSWORD_UPDATE_SPLASH_SCREEN', props: { task } };
}

export function wizard(name: WizardName, task: BackupTask, previous: Entry | null): EntryOf<WizardName> {
  return { name, props: { task, previous, step: 'creating', password: '' } };
}
