import type { WalletOption } from '@latchkey/core';
import type { ServiceError } from '@latchkey/wire';
import type { ModalRequest } from '../../request.ts';
import type { Chosen, PropsOf } from '../../screens/index.ts';
import { timings } from '../../timings.ts';
import { afterLogin } from '../afterLogin.ts';
import { isFinalRefusal, loginErrorFrom } from '../loginErrors.ts';
import type { EntryOf } from '../state.ts';
import { confirmEntry, isSignupOff, landing } from '../steps.ts';
import type { FlowFacts, To, Transitions } from '../transition.ts';
import type { AccountTypeFlow } from './accountType.ts';

type WalletScreen =
  | 'AWAITING_CONNECTION'
  | 'INSTALL_PHANTOM_SCREEN'
  | 'LINK_WALLET_SCREEN'
  | 'PHANTOM_INTERSTITIAL_SCREEN';

const transitions = {
  AWAITING_CONNECTION: {
    verified: (login, facts) => afterLogin(facts, login, timings.closeAfterSuccessMs),
    linked: (result) => ({ close: 'finished', afterMs: timings.closeAfterSuccessMs, result }),
    confirmed: (result) => ({ done: { close: 'finished', result } }),
    failed: ({ error }, facts, { entry }) => connectionErrorFrom(entry, error, facts),
    back: (_, _facts, { entry, request }) => toWallets(entry.props, request),
  },
  INSTALL_PHANTOM_SCREEN: { back: (_, _facts, { entry, request }) => toWallets(entry.props, request) },
  LINK_WALLET_SCREEN: {
    chosen: ({ option }, _facts, { entry }) => ({ to: chosenEntry({ ...entry.props, option }) }),
    back: (_, _facts, { entry }) => ({ to: confirmEntry(entry.props.confirms) }),
  },
  PHANTOM_INTERSTITIAL_SCREEN: { back: (_, _facts, { entry, request }) => toWallets(entry.props, request) },
} as const satisfies Pick<Transitions, WalletScreen>;

const starts = {
  wallet: ({ option }, _facts, { entry, request }) => {
    if (request.intent === 'connect-or-create') return { to: connectEntry(option) };
    const { part } = entry.props;
    const disableSignup = isSignupOff(request) ? { disableSignup: true } : {};
    return { to: chosenEntry({ act: 'login', option, ...(part ? { part } : {}), ...disableSignup }) };
  },
} as const satisfies Pick<Transitions['LANDING'], 'wallet'>;

/**
 * Returns the step after a failed connection. The screen stays and shows the error (EXTW-06), unless a login was
 * finally refused.
 */
function connectionErrorFrom(entry: EntryOf<'AWAITING_CONNECTION'>, error: ServiceError, facts: FlowFacts) {
  const isFinal = entry.props.act === 'login' && isFinalRefusal(error, facts);
  return isFinal ? loginErrorFrom(entry, error, facts) : ({ stay: true, failure: error } as const);
}

const walletsScreen = (props: PropsOf<'LINK_WALLET_SCREEN'>): EntryOf<'LINK_WALLET_SCREEN'> => ({
  name: 'LINK_WALLET_SCREEN',
  props,
});

function toWallets(
  { act, confirms, part }: Chosen,
  request: ModalRequest,
): To<'CONNECT_OR_CREATE' | 'LANDING' | 'LINK_WALLET_SCREEN'> | { restart: true } {
  if (act === 'login') return { to: landing(request, part ? { part } : {}) };
  if (act === 'connect') return { restart: true };
  return { to: walletsScreen(confirms ? { act, confirms } : { act }) };
}

/** Returns Phantom's own screen if the user chose to install it or to open its app (EXTW-09), else null. */
function phantomEntry(
  props: Chosen,
): EntryOf<'INSTALL_PHANTOM_SCREEN' | 'PHANTOM_INTERSTITIAL_SCREEN'> | null {
  const { walletClientType, way } = props.option;
  if (walletClientType !== 'phantom') return null;
  if (way === 'install') return { name: 'INSTALL_PHANTOM_SCREEN', props };
  return way === 'app-link' ? { name: 'PHANTOM_INTERSTITIAL_SCREEN', props } : null;
}

const chosenEntry = (props: PropsOf<'AWAITING_CONNECTION'>) =>
  phantomEntry(props) ?? ({ name: 'AWAITING_CONNECTION', props } as const);

export const connectEntry = (option: WalletOption) =>
  phantomEntry({ act: 'connect', option }) ??
  ({ name: 'AWAITING_CONNECT_ONLY_CONNECTION', props: { option } } as const);

export const wallet = {
  transitions,
  starts,
  resumed(request) {
    const option = request.input?.wallet;
    return option ? { name: 'AWAITING_CONNECTION', props: { act: 'login', option } } : null;
  },
  link: () => walletsScreen({ act: 'link' }),
  confirm: (props) =>
    walletsScreen({ act: 'confirm', ...(props.confirms ? { confirms: props.confirms } : {}) }),
  transferOf: (offer, { name, props }) =>
    name === 'AWAITING_CONNECTION' && props.act === 'link' ? { offer, method: 'wallet' } : null,
} as const satisfies AccountTypeFlow;
