/**
 * Entries, screens and confirmations of each account type that the modal offers, one record each; the list is complete
 * by type. The landing orders the rows as the app does.
 */
import { type MethodName, methodOfName, type OfferedMethodId } from '@latchkey/wire';
import type { ComponentType } from 'react';
import type { ConfirmWay } from '../changes/confirmWay.ts';
import { crossAppMethod } from './cross-app/crossAppMethod.tsx';
import { emailMethod } from './email/emailMethod.ts';
import { farcasterMethod } from './farcaster/farcasterMethod.ts';
import type { MethodEntryProps, MethodLinksProps, MethodScreens } from './methodScreens.ts';
import { passkeyMethod } from './passkey/passkeyMethod.ts';
import { smsMethod } from './sms/smsMethod.ts';
import { socialMethod } from './social/socialMethod.ts';
import { telegramMethod } from './telegram/telegramMethod.ts';
import { walletMethod } from './wallet/walletMethod.ts';

/** Alphabetical. */
const methods = {
  'cross-app': crossAppMethod,
  email: emailMethod,
  farcaster: farcasterMethod,
  oauth: socialMethod,
  passkey: passkeyMethod,
  sms: smsMethod,
  telegram: telegramMethod,
  wallet: walletMethod,
} as const satisfies Record<OfferedMethodId | 'cross-app', MethodScreens>;

type Methods = typeof methods;
type Merged<Union> = (Union extends unknown ? (one: Union) => void : never) extends (one: infer All) => void
  ? All
  : never;
type StartsOf<Kind> = Kind extends { Entry(props: MethodEntryProps<infer Starts>): unknown }
  ? Starts
  : Kind extends { Links(props: MethodLinksProps<infer Starts>): unknown }
    ? Starts
    : never;

/** The exits of the landing that its methods take. */
export type MethodStarts = Merged<{ [Id in keyof Methods]: StartsOf<Methods[Id]> }[keyof Methods]>;

/** All login methods, for code that treats them alike. */
export const loginMethods: readonly MethodScreens[] = Object.values(methods);

/** The screens that login methods have of their own. */
export const methodScreens = Object.assign({}, ...loginMethods.map(({ screens }) => screens)) as Merged<
  { [Id in keyof Methods]: Methods[Id] extends { readonly screens: infer Own } ? Own : never }[keyof Methods]
>;

/** What a method has on the landing, whichever exits it takes. */
export interface MethodFace {
  readonly Entry?: ComponentType<MethodEntryProps<MethodStarts>>;
  readonly Links?: ComponentType<MethodLinksProps<MethodStarts>>;
}

/** What a method has on the landing; null for one that no kind here is of. */
export function findFace(name: string): MethodFace | null {
  const known: Readonly<Record<string, object>> = methods;
  return known[methodOfName(name as MethodName)] ?? null;
}

/** How a person confirms who they are, by every kind. */
export async function loadConfirmWays(): Promise<ConfirmWay[]> {
  const ways = await Promise.all(loginMethods.map(({ loadConfirm }) => loadConfirm?.()));
  return ways.filter((way) => way !== undefined);
}
