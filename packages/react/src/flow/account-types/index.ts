/**
 * Transitions of each account type, one record each: the flow machine tests no type by name. The list is complete by
 * type.
 */
import type { AccountMethod } from '@latchkey/core';
import { methodOfName, type OfferedMethodId } from '@latchkey/wire';
import type { LinkInput, LinkMethod, RequestOf } from '../../request.ts';
import type { ExitsOf, PropsOf } from '../../screens/index.ts';
import type { AccountTypeFlow } from './accountType.ts';
import { crossApp } from './crossApp.ts';
import { email } from './email.ts';
import { farcaster } from './farcaster.ts';
import { oauth } from './oauth.ts';
import { passkey } from './passkey.ts';
import { sms } from './sms.ts';
import { telegram } from './telegram.ts';
import { wallet } from './wallet.ts';

/** The methods that screens offer, and accounts at other apps if the host names some. */
type AccountTypeId = OfferedMethodId | 'cross-app';

/** Alphabetical. */
const accountTypes = {
  'cross-app': crossApp,
  email,
  farcaster,
  oauth,
  passkey,
  sms,
  telegram,
  wallet,
} as const satisfies Record<AccountTypeId, AccountTypeFlow> & {
  // Whatever core proves by code has a screen that asks for it.
  readonly [Method in AccountMethod]: Required<Pick<AccountTypeFlow, 'byCode'>>;
};

type AccountTypes = typeof accountTypes;
type Merged<Union> = (Union extends unknown ? (one: Union) => void : never) extends (one: infer All) => void
  ? All
  : never;
type Part<Name extends keyof AccountTypeFlow> = {
  [Id in keyof AccountTypes]: AccountTypes[Id] extends Readonly<Record<Name, infer Own>> ? Own : never;
}[keyof AccountTypes];

/** Every kind, for what asks whose something is. */
export const flowAccountTypes: readonly AccountTypeFlow[] = Object.values(accountTypes);

/** The transitions of the screens that account types have of their own. */
export const accountTypeTransitions: Merged<Part<'transitions'>> = Object.assign(
  {},
  ...flowAccountTypes.map(({ transitions }) => transitions),
);
/** The transitions of the exits that the rows of account types on the landing take. */
export const accountTypeStarts: Merged<Part<'starts'>> = Object.assign(
  {},
  ...flowAccountTypes.map(({ starts }) => starts),
);

/** Returns the flow of the account type that a method proves. */
export const accountTypeFlowOf = (name: LinkMethod): AccountTypeFlow =>
  accountTypes[methodOfName(name) as AccountTypeId];

/** Returns the screen on which an account is linked. */
export const linkEntry = (input: LinkInput) =>
  accountTypes[methodOfName(input.method) as AccountTypeId].link(input);

/** Returns the screen on which an old login is confirmed, if it has one of its own; else null. */
export function confirmWayEntry(
  props: PropsOf<'CONFIRM_LOGIN_SCREEN'>,
  chosen: ExitsOf<'CONFIRM_LOGIN_SCREEN'>['elsewhere'],
) {
  const type = accountTypes[methodOfName(chosen.method) as AccountTypeId];
  return 'confirm' in type ? type.confirm(props, chosen) : null;
}

/** Returns the screen of a login that the page came back with; null if it came back with none. */
export function resumedEntry(request: RequestOf<'login'>) {
  for (const type of Object.values(accountTypes)) {
    const entry = 'resumed' in type ? type.resumed(request) : null;
    if (entry) return entry;
  }
  return null;
}

/** Returns what makes the screen on which an account type that is proved by code asks for one. */
export const codeScreensOf = (method: AccountMethod) => accountTypes[method].byCode;
