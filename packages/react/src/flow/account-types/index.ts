/**
 * Transitions of each account type, one record each: the flow machine tests no type by name. The list is complete by
 * type.
 */
import type { AccountMethod } from '@latchkey/core';
import { methodOfName, type OfferedMethodId } from '@latchkey/wire';
import type { LinkMethod } from '../../request.ts';
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

/** The transitions of the screens that kinds have of their own, and of the exits that their rows on the landing take. */
export const accountTypeTransitions = Object.assign(
  {},
  ...flowAccountTypes.map(({ transitions }) => transitions),
) as Merged<Part<'transitions'>>;
export const accountTypeStarts = Object.assign({}, ...flowAccountTypes.map(({ starts }) => starts)) as Merged<
  Part<'starts'>
>;

/** Returns the flow of the account type that a method proves. */
export const accountTypeFlowOf = (name: LinkMethod): AccountTypeFlow =>
  accountTypes[methodOfName(name) as AccountTypeId];

/** The screen on which a kind that is proved by code asks for one. */
export const codeScreensOf = (method: AccountMethod) => accountTypes[method].byCode;
