/**
 * Flows of the account types, one record for each, so the flow machine compares no type by name. The compiler checks
 * that the list is complete.
 */
import type { AccountMethod } from '@latchkey/core';
import { methodOfName, type OfferedMethodId } from '@latchkey/wire';
import type { LinkInput, LinkMethod, RequestOf } from '../../request.ts';
import type { ExitsOf, PropsOf } from '../../screens/index.ts';
import type { AccountTypeFlow } from './accountType.ts';
import { codeTransitions, flowByCode } from './byCode.ts';
import { crossApp } from './crossApp.ts';
import { oauth } from './oauth.ts';
import { flowOnScreen, loginOn, proofTransitions } from './onScreen.ts';
import { passkey } from './passkey.ts';
import { telegram } from './telegram.ts';
import { wallet } from './wallet.ts';

/** Login methods that screens offer, and accounts from other apps. */
type AccountTypeId = OfferedMethodId | 'cross-app';

const accountTypes = {
  'cross-app': crossApp,
  email: {
    ...flowByCode('email', { link: 'LINK_EMAIL_SCREEN', update: 'UPDATE_EMAIL_SCREEN' }),
    transitions: {
      LINK_EMAIL_SCREEN: codeTransitions('email', 'link', 'LINK_EMAIL_SCREEN'),
      UPDATE_EMAIL_SCREEN: codeTransitions('email', 'update', 'UPDATE_EMAIL_SCREEN'),
    },
  },
  farcaster: {
    ...flowOnScreen('farcaster', 'AWAITING_FARCASTER_CONNECTION'),
    transitions: {
      AWAITING_FARCASTER_CONNECTION: {
        ...proofTransitions,
        opened: (_, _facts, { entry }) => ({ to: { ...entry, props: { ...entry.props, isPaused: false } } }),
      },
    },
    starts: { farcaster: loginOn('AWAITING_FARCASTER_CONNECTION') },
  },
  oauth,
  passkey,
  sms: {
    ...flowByCode('sms', { link: 'LINK_PHONE_SCREEN', update: 'UPDATE_PHONE_SCREEN' }),
    transitions: {
      LINK_PHONE_SCREEN: codeTransitions('sms', 'link', 'LINK_PHONE_SCREEN'),
      UPDATE_PHONE_SCREEN: codeTransitions('sms', 'update', 'UPDATE_PHONE_SCREEN'),
    },
  },
  telegram,
  wallet,
} as const satisfies Record<AccountTypeId, AccountTypeFlow> & {
  // Each type that core verifies by code must have screens that request the code.
  readonly [Method in AccountMethod]: Required<Pick<AccountTypeFlow, 'byCode'>>;
};

type AccountTypes = typeof accountTypes;
type Merged<Union> = (Union extends unknown ? (one: Union) => void : never) extends (one: infer All) => void
  ? All
  : never;
type Part<Name extends keyof AccountTypeFlow> = {
  [Id in keyof AccountTypes]: AccountTypes[Id] extends Readonly<Record<Name, infer Own>> ? Own : never;
}[keyof AccountTypes];

export const flowAccountTypes: readonly AccountTypeFlow[] = Object.values(accountTypes);

export const accountTypeTransitions: Merged<Part<'transitions'>> = Object.assign(
  {},
  ...flowAccountTypes.map(({ transitions }) => transitions),
);
export const accountTypeStarts: Merged<Part<'starts'>> = Object.assign(
  {},
  ...flowAccountTypes.map(({ starts }) => starts),
);

export const accountTypeFlowOf = (name: LinkMethod): AccountTypeFlow =>
  accountTypes[methodOfName(name) as AccountTypeId];

export const linkEntry = (input: LinkInput) =>
  accountTypes[methodOfName(input.method) as AccountTypeId].link(input);

/** Returns the screen that confirms an old login, or null if the account type has no screen for this. */
export function confirmWayEntry(
  props: PropsOf<'CONFIRM_LOGIN_SCREEN'>,
  chosen: ExitsOf<'CONFIRM_LOGIN_SCREEN'>['elsewhere'],
) {
  const type = accountTypes[methodOfName(chosen.method) as AccountTypeId];
  return 'confirm' in type ? type.confirm(props, chosen) : null;
}

/** Returns the first screen of a login that the request has already begun; null for any other login. */
export function resumedEntry(request: RequestOf<'login'>) {
  for (const type of Object.values(accountTypes)) {
    const entry = 'resumed' in type ? type.resumed(request) : null;
    if (entry) return entry;
  }
  return null;
}

export const codeScreensOf = (method: AccountMethod) => accountTypes[method].byCode;
