import { ServiceError, type WalletAccount } from '@latchkey/wire';
import type { ModalRequest, ModalResult } from '../request.ts';
import type {
  BackupTask,
  CreateTask,
  ExitsOf,
  PropsOf,
  RecoverTask,
  UserOwnedMethod,
} from '../screens/index.ts';
import { timings } from '../timings.ts';
import type { Facts, PlainStep, Roads, Step } from './road.ts';
import type { Entry } from './state.ts';
import { errorFrom } from './steps.ts';

type WizardName = 'EMBEDDED_WALLET_PASSWORD_CREATE_SCREEN' | 'EMBEDDED_WALLET_PASSWORD_UPDATE_SCREEN';
type Wizard = PropsOf<WizardName>;
type WizardRoads = {
  [X in keyof ExitsOf<WizardName>]: (
    payload: ExitsOf<WizardName>[X],
    facts: Facts,
    place: { entry: { props: Wizard }; request: ModalRequest },
  ) => Step;
};

/** The screens that back up and recover wallets. */
export const recoveryRoads: Pick<Roads, RecoveryScreen> = {
  EMBEDDED_WALLET_PASSWORD_CREATE_SCREEN: wizardRoads('EMBEDDED_WALLET_PASSWORD_CREATE_SCREEN'),
  EMBEDDED_WALLET_PASSWORD_UPDATE_SCREEN: wizardRoads('EMBEDDED_WALLET_PASSWORD_UPDATE_SCREEN'),
  EMBEDDED_WALLET_PASSWORD_UPDATE_SPLASH_SCREEN: {
    continued: (_, _facts, { entry }) => ({
      to: wizard('EMBEDDED_WALLET_PASSWORD_UPDATE_SCREEN', entry.props.task, entry),
    }),
    later: () => ({ close: 'given-up' }),
  },
  EMBEDDED_WALLET_PASSWORD_RECOVERY_SCREEN: {
    recovered: ({ wallet }, facts, { request }) => recovered(wallet, facts, request),
    // Told under the field, or under the passkey.
    failed: () => ({ stay: true }),
  },
  EMBEDDED_WALLET_RECOVERY_SELECTION_SCREEN: {
    chosen: ({ method }, _facts, { entry }) => ({ to: backupBy(method, entry.props.task, entry) }),
  },
  EMBEDDED_WALLET_SET_AUTOMATIC_RECOVERY_SCREEN: {
    done: ({ wallet }) => ({
      close: 'finished',
      afterMs: timings.closeAfterSuccessMs,
      result: { method: 'privy', wallet },
    }),
    failed: ({ error }, _facts, { entry }) => errorFrom(entry, error),
  },
  EMBEDDED_WALLET_RECOVERY_OAUTH_SCREEN: {
    done: ({ wallet }, facts, { entry, request }) => {
      const { task, method } = entry.props;
      if (task.act === 'create') return created(wallet.address, task, request);
      if (task.act === 'set')
        return { close: 'finished', afterMs: timings.closeAfterSuccessMs, result: { method, wallet } };
      return recovered(wallet, facts, request);
    },
    'passkey-failed': () => ({ stay: true }),
    failed: ({ error }, _facts, { entry }) => failedBackup(entry.props.task, entry, error),
    back: (_, _facts, { entry }) => ({ to: entry.props.previous ?? entry }),
  },
  RECOVERY_PASSKEYS_SCREEN: {
    changed: () => ({ stay: true }),
    failed: () => ({ stay: true }),
  },
};

type RecoveryScreen =
  | WizardName
  | 'EMBEDDED_WALLET_PASSWORD_UPDATE_SPLASH_SCREEN'
  | 'EMBEDDED_WALLET_PASSWORD_RECOVERY_SCREEN'
  | 'EMBEDDED_WALLET_RECOVERY_SELECTION_SCREEN'
  | 'EMBEDDED_WALLET_RECOVERY_OAUTH_SCREEN'
  | 'EMBEDDED_WALLET_SET_AUTOMATIC_RECOVERY_SCREEN'
  | 'RECOVERY_PASSKEYS_SCREEN';

/** The screen that a wallet's creation begins at: the wallet itself, or the backup that the app wants first. */
export function createEntry(facts: Facts, task: CreateTask): Entry {
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
export function connectingEntry(address: string | undefined): Entry {
  return { name: 'EMBEDDED_WALLET_CONNECTING_SCREEN', props: { address } };
}

/** Where a wallet goes that was unlocked, and that nothing waits for. */
export function onwards(wallet: WalletAccount, facts: Facts, request: ModalRequest): PlainStep {
  if (request.intent !== 'set-recovery') return { close: 'finished', result: { wallet } };
  const task = { act: 'set', initiator: 'user', wallet } as const;
  const { method } = request.input;
  if (method === 'privy')
    return { to: { name: 'EMBEDDED_WALLET_SET_AUTOMATIC_RECOVERY_SCREEN', props: { task } } };
  return { to: method ? backupBy(method, task, null) : backupEntry(facts, task) };
}

function recovered(wallet: WalletAccount, facts: Facts, request: ModalRequest): Step {
  const step = onwards(wallet, facts, request);
  return { done: 'close' in step ? { ...step, afterMs: timings.closeAfterSuccessMs } : step };
}

/** The screen by which someone gets a wallet onto this device, by the wallet's recovery method (RECO-04, EMBW-14). */
export function recover({ address, recoveryMethod: method }: WalletAccount, from: Entry): Step {
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
): PlainStep {
  const result: ModalResult | undefined = intent === 'create-wallet' ? { address } : afterTerms;
  return {
    to: { name: 'EMBEDDED_WALLET_CREATED_SCREEN', props: { address } },
    ...(result ? { result } : {}),
  };
}

/** RECO-02: password screens where there is no other choice, one cloud's own screen, else the selection. */
function backupEntry({ recovery: { options, isPasswordRequired } }: Facts, task: BackupTask): Entry {
  const [only = 'user-passcode', ...others] = options;
  if (isPasswordRequired) return backupBy('user-passcode', task, null);
  if (others.length === 0) return backupBy(only, task, null);
  return { name: 'EMBEDDED_WALLET_RECOVERY_SELECTION_SCREEN', props: { task } };
}

function backupBy(method: UserOwnedMethod, task: BackupTask, previous: Entry | null): Entry {
  if (method !== 'user-passcode')
    return { name: 'EMBEDDED_WALLET_RECOVERY_OAUTH_SCREEN', props: { task, method, previous } };
  // RECO-03: creating, resetting, else the splash first. Anyone who chose the password needs no splash.
  if (task.act === 'create') return wizard('EMBEDDED_WALLET_PASSWORD_CREATE_SCREEN', task, previous);
  if (previous || task.wallet.recoveryMethod === 'user-passcode')
    return wizard('EMBEDDED_WALLET_PASSWORD_UPDATE_SCREEN', task, previous);
  return { name: 'EMBEDDED_WALLET_PASSWORD_UPDATE_SPLASH_SCREEN', props: { task } };
}

function wizard(name: WizardName, task: BackupTask, previous: Entry | null): Entry {
  return { name, props: { task, previous, step: 'creating', password: '' } };
}

/** The password wizard's steps are entries of one screen, so that each has its way back and its focus (RECO-07). */
function wizardRoads(name: WizardName): WizardRoads {
  const at = (props: Wizard, change: Partial<Wizard>): Entry => ({ name, props: { ...props, ...change } });
  return {
    chosen: ({ password }, _facts, { entry }) => ({ to: at(entry.props, { step: 'saving', password }) }),
    saved: (_, _facts, { entry }) => ({ to: at(entry.props, { step: 'confirming' }) }),
    confirmed: (_, _facts, { entry }) => ({ to: at(entry.props, { step: 'finalizing' }) }),
    submitted: (_, _facts, { entry }) => ({
      to: at(entry.props, { isBusy: true, isConfirmed: false, error: null }),
    }),
    back: (_, _facts, { entry: { props } }) => ({ to: stepBack(at, props) }),
    done: ({ wallet }, _facts, { entry: { props }, request }) => {
      const { result } =
        props.task.act === 'create'
          ? created(wallet.address, props.task, request)
          : {
              result: { method: 'user-passcode', wallet } as const,
            };
      const to = at(props, { step: 'done', isBusy: false, password: '', wallet });
      return { to, ...(result ? { result } : {}) };
    },
    failed: ({ error }, _facts, { entry: { props } }) =>
      failedBackup(props.task, at(props, { isBusy: false, error }), error),
    finished: (_, _facts, { entry: { props } }) => ({
      close: 'finished',
      ...(props.task.initiator === 'automatic' ? { afterMs: timings.closeAfterSuccessMs } : {}),
    }),
  };
}

function stepBack(at: (props: Wizard, change: Partial<Wizard>) => Entry, props: Wizard): Entry {
  const before = { saving: 'creating', confirming: 'saving', finalizing: 'confirming' } as const;
  if (props.step === 'creating' || props.step === 'done') return props.previous ?? at(props, {});
  return at(props, { step: before[props.step], error: null });
}

/** A wallet that could not be created after the terms ends the session (EMBW-15); anything else stays where it is. */
function failedBackup(task: BackupTask | RecoverTask, here: Entry, error: ServiceError): Step {
  if (task.act === 'create' && task.afterTerms) return { ...errorFrom(null, error), logOut: true };
  return { to: here, failure: error };
}
