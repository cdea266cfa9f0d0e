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

/** The screen that a wallet's creation begins at: the wallet itself, or the backup that the app wants first. */
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

/** Unlocks a wallet, by its recovery where this device does not hold it. */
export function connectingEntry(address: string | undefined): EntryOf<'EMBEDDED_WALLET_CONNECTING_SCREEN'> {
  return { name: 'EMBEDDED_WALLET_CONNECTING_SCREEN', props: { address } };
}

/** Where a wallet goes that was unlocked, and that nothing waits for. */
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

/** The screen by which someone gets a wallet onto this device, by the wallet's recovery method (RECO-04, EMBW-14). */
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

/** What a wallet that was created leads to: its own screen, and the result of a caller that waits for it. */
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

/** RECO-02: password screens where there is no other choice, one cloud's own screen, else the selection. */
function backupEntry(
  { recovery: { options, isPasswordRequired } }: FlowFacts,
  task: BackupTask,
): EntryOf<BackupStart> {
  const [only = 'user-passcode', ...others] = options;
  if (isPasswordRequired) return backupBy('user-passcode', task, null);
  if (others.length === 0) return backupBy(only, task, null);
  return { name: 'EMBEDDED_WALLET_RECOVERY_SELECTION_SCREEN', props: { task } };
}

/** Returns the first screen of a backup by a method. */
export function backupBy(
  method: UserOwnedMethod,
  task: BackupTask,
  previous: Entry | null,
): EntryOf<BackupScreen> {
  if (method !== 'user-passcode')
    return { name: 'EMBEDDED_WALLET_RECOVERY_OAUTH_SCREEN', props: { task, method, previous } };
  // RECO-03: creating, resetting, else the splash first. Anyone who chose the password needs no splash.
  if (task.act === 'create') return wizard('EMBEDDED_WALLET_PASSWORD_CREATE_SCREEN', task, previous);
  if (previous || task.wallet.recoveryMethod === 'user-passcode')
    return wizard('EMBEDDED_WALLET_PASSWORD_UPDATE_SCREEN', task, previous);
  return { name: 'EMBEDDED_WALLET_PASSWORD_UPDATE_SPLASH_SCREEN', props: { task } };
}

/** The first step of the password wizard. */
export function wizard(name: WizardName, task: BackupTask, previous: Entry | null): EntryOf<WizardName> {
  return { name, props: { task, previous, step: 'creating', password: '' } };
}
