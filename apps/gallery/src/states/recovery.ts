import {
  type AppConfig,
  recoveryPasskeyRoutes,
  ServiceError,
  userFromWire,
  walletMode,
} from '@latchkey/wire';
import { answer } from '../network.ts';
import { ada, address } from '../people.ts';
import type { State, States } from './state.ts';

const isLoggedIn = true;
const wallet = userFromWire(ada).wallet;
if (!wallet) throw new Error('Ada has no wallet.');
const setTask = { act: 'set', initiator: 'user', wallet } as const;
const createTask = { act: 'create', initiator: 'user' } as const;
const recoverTask = { act: 'recover', address } as const;
const app: Partial<AppConfig> = {
  embedded_wallet_config: {
    mode: walletMode,
    ethereum: { create_on_login: 'off' },
    solana: { create_on_login: 'off' },
    create_on_login: 'off',
    user_owned_recovery_options: ['google-drive', 'icloud', 'user-passcode'],
    require_user_owned_recovery_on_create: false,
    require_user_password_on_create: false,
  },
};
const error = new ServiceError('network_error');
const password = 'gravel-lantern-oblige-thimble';

const begun: State<'EMBEDDED_WALLET_PASSWORD_CREATE_SCREEN'> = {
  props: { task: createTask, step: 'creating', password: '', previous: null },
  isLoggedIn,
  act: ({ see }) => see('input[name=password]'),
};
const later = (
  step: (typeof begun)['props']['step'],
  change: Partial<(typeof begun)['props']> = {},
): typeof begun => ({ ...begun, props: { ...begun.props, step, password, ...change } });

export const passwordCreate: States<'EMBEDDED_WALLET_PASSWORD_CREATE_SCREEN'> = {
  usual: begun,
  refused: {
    ...begun,
    async act({ type, see }) {
      await type('input[name=password]', 'tide & ebb = flood');
      await see('.password-note[data-error=true]');
    },
  },
  strong: {
    ...begun,
    async act({ type, see }) {
      await type('input[name=password]', password);
      await see('.strength[data-level="3"]');
    },
  },
  saving: {
    ...later('saving'),
    async act({ press, see }) {
      await press('.secret button');
      await see('.secret [aria-pressed=true]');
    },
  },
  'not confirmed': {
    ...later('confirming'),
    async act({ type, see }) {
      await type('input[name=password]', 'gravel-lanterns');
      await see('.password-note[data-error=true]');
    },
  },
  finalizing: { ...later('finalizing'), act: ({ see }) => see('.checkbox') },
  working: { ...later('finalizing', { isBusy: true }), act: ({ see }) => see('.button .spinner') },
  failed: {
    ...later('finalizing', { error }),
    async act({ press, see }) {
      await press('.checkbox input');
      await see('.button.primary:enabled');
    },
  },
  done: { ...later('done', { password: '', wallet }), act: ({ see }) => see('.progress[data-state=done]') },
};

export const passwordUpdate: States<'EMBEDDED_WALLET_PASSWORD_UPDATE_SCREEN'> = {
  usual: {
    props: {
      task: { ...setTask, wallet: { ...wallet, recoveryMethod: 'user-passcode' } },
      step: 'creating',
      password: '',
      previous: null,
    },
    isLoggedIn,
    act: ({ see }) => see('input[name=password]'),
  },
};

export const updateSplash: States<'EMBEDDED_WALLET_PASSWORD_UPDATE_SPLASH_SCREEN'> = {
  usual: { props: { task: setTask }, isLoggedIn, act: ({ see }) => see('.button') },
};

const passkeys = (...createdAt: number[]) =>
  answer(recoveryPasskeyRoutes.list, {
    passkeys: createdAt.map((at) => ({ id: String(at), created_at: at, addresses: [address] })),
  });
const added = passkeys(1_763_726_400, 1_766_318_400);

export const recoveryPasskeys: States<'RECOVERY_PASSKEYS_SCREEN'> = {
  usual: { props: {}, isLoggedIn, answers: [added], act: ({ see }) => see('.document') },
  none: { props: {}, isLoggedIn, answers: [passkeys()], act: ({ see }) => see('.button.primary:enabled') },
  'asked to remove': {
    props: {},
    isLoggedIn,
    answers: [added],
    async act({ press, see }) {
      await press('.document .link');
      await see('.document .link');
    },
  },
};

const locked: State<'EMBEDDED_WALLET_PASSWORD_RECOVERY_SCREEN'> = {
  props: { task: recoverTask },
  isLoggedIn,
  act: ({ see }) => see('input[name=password]'),
};
export const passwordRecovery: States<'EMBEDDED_WALLET_PASSWORD_RECOVERY_SCREEN'> = {
  usual: locked,
  'with a passkey': { ...locked, answers: [added], act: ({ see }) => see('.button.secondary') },
  wrong: {
    ...locked,
    walletFrame: 'wrong-password',
    async act({ type, press, see }) {
      await type('input[name=password]', 'gravel-lanterns');
      await press('.button.primary');
      await see('.password-note[data-error=true]');
    },
  },
};

export const recoverySelection: States<'EMBEDDED_WALLET_RECOVERY_SELECTION_SCREEN'> = {
  usual: { props: { task: setTask }, isLoggedIn, app, act: ({ see }) => see('.entry') },
  explained: {
    props: { task: setTask },
    isLoggedIn,
    app,
    async act({ press, see }) {
      await press('.bar [aria-expanded]');
      await see('.info');
    },
  },
};

export const automaticRecovery: States<'EMBEDDED_WALLET_SET_AUTOMATIC_RECOVERY_SCREEN'> = {
  usual: { props: { task: setTask }, isLoggedIn, act: ({ see }) => see('.button') },
};

export const recoveryOAuth: States<'EMBEDDED_WALLET_RECOVERY_OAUTH_SCREEN'> = {
  usual: {
    props: { task: setTask, method: 'google-drive', previous: null },
    isLoggedIn,
    act: ({ see }) => see('.button'),
  },
  recovering: {
    props: { task: recoverTask, method: 'icloud', previous: null },
    isLoggedIn,
    act: ({ see }) => see('.button'),
  },
};
