import { ServiceError, type WalletAccount } from '@latchkey/wire';
import type { ExitsOf, PropsOf, ScreenName } from '../screens/index.ts';
import type { ModalRequest } from './request.ts';
import type { Facts, Step } from './roads.ts';
import type { Entry, EntryOf } from './state.ts';

/** The recovery screens' part of the table of roads: an entry of each, and each exit with its road. */
const address = '0x52908400098527886E0F7030069857D2E4169EE7';
export const wallet = { type: 'wallet', address, recoveryMethod: 'privy' } as WalletAccount;
export const calm: Facts = {
  authenticated: true,
  termsDue: false,
  walletDue: false,
  captchaPending: false,
  walletFrameUp: true,
  recovery: { options: [], isRequired: false, isPasswordRequired: false },
  findWallet: () => null,
};
export const creating: ModalRequest = { intent: 'create-wallet', input: undefined };
export const setting: ModalRequest = { intent: 'set-recovery', input: {} };
const looking: ModalRequest = { intent: 'recovery-passkeys', input: { address } };
export const recovering: ModalRequest = { intent: 'recover', input: {} };
export const createTask = { act: 'create', initiator: 'user' } as const;
export const setTask = { act: 'set', initiator: 'user', wallet } as const;
export const recoverTask = { act: 'recover', address } as const;

type WizardName = 'EMBEDDED_WALLET_PASSWORD_CREATE_SCREEN' | 'EMBEDDED_WALLET_PASSWORD_UPDATE_SCREEN';
export type Wizard = PropsOf<WizardName>;
const error = new ServiceError('internal_error');

/** The wizard as it begins, with whatever is different. */
export function wizardAt<N extends WizardName>(
  name: N,
  task: Wizard['task'],
  change: Partial<Wizard> = {},
): EntryOf<N> {
  const props: Wizard = { task, step: 'creating', password: '', previous: null, ...change };
  return { name, props } as EntryOf<N>;
}

const create = wizardAt('EMBEDDED_WALLET_PASSWORD_CREATE_SCREEN', { ...createTask, initiator: 'automatic' });
const update = wizardAt('EMBEDDED_WALLET_PASSWORD_UPDATE_SCREEN', setTask);
const splash = {
  name: 'EMBEDDED_WALLET_PASSWORD_UPDATE_SPLASH_SCREEN',
  props: { task: setTask },
} as const;
const recovery = {
  name: 'EMBEDDED_WALLET_PASSWORD_RECOVERY_SCREEN',
  props: { task: recoverTask },
} as const;
const selection = {
  name: 'EMBEDDED_WALLET_RECOVERY_SELECTION_SCREEN',
  props: { task: setTask },
} as const;
const automatic = {
  name: 'EMBEDDED_WALLET_SET_AUTOMATIC_RECOVERY_SCREEN',
  props: { task: setTask },
} as const;
const cloud = {
  name: 'EMBEDDED_WALLET_RECOVERY_OAUTH_SCREEN',
  props: { task: setTask, method: 'google-drive', previous: selection },
} as const;

const passkeys = { name: 'RECOVERY_PASSKEYS_SCREEN', props: { address } } as const;

type RecoveryScreen =
  | WizardName
  | (
      | typeof splash
      | typeof recovery
      | typeof selection
      | typeof automatic
      | typeof cloud
      | typeof passkeys
    )['name'];

export const recoveryEntries: { [N in RecoveryScreen]: EntryOf<N> } = {
  EMBEDDED_WALLET_PASSWORD_CREATE_SCREEN: create,
  EMBEDDED_WALLET_PASSWORD_UPDATE_SCREEN: update,
  [splash.name]: splash,
  [recovery.name]: recovery,
  [selection.name]: selection,
  [automatic.name]: automatic,
  [cloud.name]: cloud,
  [passkeys.name]: passkeys,
};

const wizardRows = (entry: EntryOf<WizardName>, request: ModalRequest, result: object, closes: Step) => {
  const to = (change: Partial<Wizard>) => ({
    to: { name: entry.name, props: { ...entry.props, ...change } } as Entry,
  });
  return {
    chosen: [{ password: 'abcdef' }, request, calm, to({ step: 'saving', password: 'abcdef' })],
    saved: [undefined, request, calm, to({ step: 'confirming' })],
    confirmed: [undefined, request, calm, to({ step: 'finalizing' })],
    submitted: [undefined, request, calm, to({ isBusy: true, isConfirmed: false, error: null })],
    done: [
      { wallet },
      request,
      calm,
      { ...to({ step: 'done', isBusy: false, password: '', wallet }), result } as Step,
    ],
    failed: [{ error }, request, calm, { ...to({ isBusy: false, error }), failure: error }],
    finished: [undefined, request, calm, closes],
    back: [undefined, request, calm, to({})],
  } satisfies Rows[WizardName];
};

type Rows = {
  [N in ScreenName]: {
    [X in keyof ExitsOf<N>]: [payload: ExitsOf<N>[X], request: ModalRequest, facts: Facts, step: Step];
  };
};
const set = { method: 'user-passcode', wallet } as const;

export const recoveryRows: Pick<Rows, RecoveryScreen> = {
  EMBEDDED_WALLET_PASSWORD_CREATE_SCREEN: wizardRows(
    create,
    creating,
    { address },
    {
      close: 'finished',
      afterMs: 1400,
    },
  ),
  EMBEDDED_WALLET_PASSWORD_UPDATE_SCREEN: wizardRows(update, setting, set, { close: 'finished' }),
  EMBEDDED_WALLET_PASSWORD_UPDATE_SPLASH_SCREEN: {
    continued: [
      undefined,
      setting,
      calm,
      { to: wizardAt('EMBEDDED_WALLET_PASSWORD_UPDATE_SCREEN', setTask, { previous: splash }) },
    ],
    later: [undefined, setting, calm, { close: 'given-up' }],
  },
  EMBEDDED_WALLET_PASSWORD_RECOVERY_SCREEN: {
    recovered: [
      { wallet },
      recovering,
      calm,
      { done: { close: 'finished', afterMs: 1400, result: { wallet } } },
    ],
    failed: [{ error }, recovering, calm, { stay: true }],
  },
  EMBEDDED_WALLET_RECOVERY_SELECTION_SCREEN: {
    chosen: [{ method: 'google-drive' }, setting, calm, { to: cloud }],
  },
  EMBEDDED_WALLET_SET_AUTOMATIC_RECOVERY_SCREEN: {
    done: [
      { wallet },
      setting,
      calm,
      { close: 'finished', afterMs: 1400, result: { method: 'privy', wallet } },
    ],
    failed: [
      { error },
      setting,
      calm,
      { to: { name: 'ERROR_SCREEN', props: { error, previous: automatic } }, failure: error },
    ],
  },
  EMBEDDED_WALLET_RECOVERY_OAUTH_SCREEN: {
    done: [
      { wallet },
      setting,
      calm,
      { close: 'finished', afterMs: 1400, result: { method: 'google-drive', wallet } },
    ],
    'passkey-failed': [{ error }, setting, calm, { stay: true }],
    failed: [{ error }, setting, calm, { to: cloud, failure: error }],
    back: [undefined, setting, calm, { to: selection }],
  },
  RECOVERY_PASSKEYS_SCREEN: {
    changed: [undefined, looking, calm, { stay: true }],
    failed: [{ error }, looking, calm, { stay: true }],
  },
};
