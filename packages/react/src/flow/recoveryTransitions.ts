import type { ServiceError, WalletAccount } from '@latchkey/wire';
import type { ModalRequest } from '../request.ts';
import {
  type BackupTask,
  type ExitsOf,
  isLasting,
  type PropsOf,
  type RecoverTask,
  type ScreenName,
} from '../screens/index.ts';
import { timings } from '../timings.ts';
import { backupBy, created, onwards, type WizardName, wizard } from './recoveryEntries.ts';
import type { Entry, EntryOf } from './state.ts';
import { errorFrom } from './steps.ts';
import type { FlowFacts, Step, Transitions } from './transition.ts';

export type RecoveryScreen = Extract<
  ScreenName,
  `${string}_PASSWORD_${string}` | `${string}RECOVERY_${string}`
>;

type Wizard = PropsOf<WizardName>;
type WizardTransitions = {
  [X in keyof ExitsOf<WizardName>]: (
    payload: ExitsOf<WizardName>[X],
    facts: FlowFacts,
    place: { entry: { props: Wizard }; request: ModalRequest },
  ) => Step;
};

/** Transitions of the screens that back up and recover wallets. */
export const recoveryTransitions = {
  EMBEDDED_WALLET_PASSWORD_CREATE_SCREEN: wizardTransitions('EMBEDDED_WALLET_PASSWORD_CREATE_SCREEN'),
  EMBEDDED_WALLET_PASSWORD_UPDATE_SCREEN: wizardTransitions('EMBEDDED_WALLET_PASSWORD_UPDATE_SCREEN'),
  EMBEDDED_WALLET_PASSWORD_UPDATE_SPLASH_SCREEN: {
    continued: (_, _facts, { entry }) => ({
      to: wizard('EMBEDDED_WALLET_PASSWORD_UPDATE_SCREEN', entry.props.task, entry),
    }),
    later: () => ({ close: 'given-up' }),
  },
  EMBEDDED_WALLET_PASSWORD_RECOVERY_SCREEN: {
    recovered: ({ wallet }, facts, { request }) => recovered(wallet, facts, request),
    // The screen shows other errors below the field or the passkey.
    failed: ({ error }) => (isLasting(error) ? errorFrom(null, error) : { stay: true }),
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
} as const satisfies Pick<Transitions, RecoveryScreen>;

function recovered(wallet: WalletAccount, facts: FlowFacts, request: ModalRequest) {
  const step = onwards(wallet, facts, request);
  return { done: 'close' in step ? { ...step, afterMs: timings.closeAfterSuccessMs } : step };
}

/**
 * Returns the transitions of the password wizard. Each step is an entry of one screen, so it has its own way back and
 * focus (RECO-07).
 */
function wizardTransitions(name: WizardName) {
  const at = (props: Wizard, change: Partial<Wizard>): EntryOf<WizardName> => ({
    name,
    props: { ...props, ...change },
  });
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
  } as const satisfies WizardTransitions;
}

function stepBack(at: (props: Wizard, change: Partial<Wizard>) => Entry, props: Wizard): Entry {
  const before = { saving: 'creating', confirming: 'saving', finalizing: 'confirming' } as const;
  if (props.step === 'creating' || props.step === 'done') return props.previous ?? at(props, {});
  return at(props, { step: before[props.step], error: null });
}

/**
 * Ends the session if a wallet could not be created after the terms were accepted (EMBW-15). Otherwise the screen
 * stays, unless a retry cannot help.
 */
function failedBackup(
  task: BackupTask | RecoverTask,
  here: EntryOf<WizardName | 'EMBEDDED_WALLET_RECOVERY_OAUTH_SCREEN'>,
  error: ServiceError,
) {
  if (task.act === 'create' && task.afterTerms) return { ...errorFrom(null, error), logOut: true } as const;
  return isLasting(error) ? errorFrom(null, error) : { to: here, failure: error };
}
