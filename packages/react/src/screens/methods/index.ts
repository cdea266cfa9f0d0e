/**
 * Entries, screens and confirmations of each account type that the modal offers, one record each. The compiler checks
 * that the list is complete. `landing/arrange.ts` decides the order of the rows on the landing screen.
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

export type MethodStarts = Merged<{ [Id in keyof Methods]: StartsOf<Methods[Id]> }[keyof Methods]>;

export const loginMethods: readonly MethodScreens[] = Object.values(methods);

export const methodScreens = Object.assign({}, ...loginMethods.map(({ screens }) => screens)) as Merged<
  { [Id in keyof Methods]: Methods[Id] extends { readonly screens: infer Own } ? Own : never }[keyof Methods]
>;

export interface MethodFace {
  readonly Entry?: ComponentType<MethodEntryProps<MethodStarts>>;
  readonly Links?: ComponentType<MethodLinksProps<MethodStarts>>;
}

/** Returns the parts of a method on the landing screen, or null for an unknown method. */
export function findFace(name: string): MethodFace | null {
  const known: Readonly<Record<string, object>> = methods;
  return known[methodOfName(name as MethodName)] ?? null;
}

export async function loadConfirmWays(): Promise<ConfirmWay[]> {
  const ways = await Promise.all(loginMethods.map(({ loadConfirm }) => loadConfirm?.()));
  return ways.filter((way) => way !== undefined);
}
