/**
 * Entries, screens and confirmations of each account type that the modal offers, one record each; the list is complete
 * by type. The landing orders the rows as the app does.
 */
import { type MethodName, methodOfName, type OfferedMethodId } from '@latchkey/wire';
import type { ComponentType } from 'react';
import type { ConfirmWay } from '../changes/confirmWay.ts';
import { crossAppKind } from './cross-app/crossAppKind.tsx';
import { emailKind } from './email/emailKind.ts';
import { farcasterKind } from './farcaster/farcasterKind.ts';
import type { MethodEntryProps, MethodKind, MethodLinksProps } from './kind.ts';
import { passkeyKind } from './passkey/passkeyKind.ts';
import { smsKind } from './sms/smsKind.ts';
import { socialKind } from './social/socialKind.ts';
import { telegramKind } from './telegram/telegramKind.ts';
import { walletKind } from './wallet/walletKind.ts';

/** Alphabetical. */
const kinds = {
  'cross-app': crossAppKind,
  email: emailKind,
  farcaster: farcasterKind,
  oauth: socialKind,
  passkey: passkeyKind,
  sms: smsKind,
  telegram: telegramKind,
  wallet: walletKind,
} as const satisfies Record<OfferedMethodId | 'cross-app', MethodKind>;

type Kinds = typeof kinds;
type Merged<Union> = (Union extends unknown ? (one: Union) => void : never) extends (one: infer All) => void
  ? All
  : never;
type StartsOf<Kind> = Kind extends { Entry(props: MethodEntryProps<infer Starts>): unknown }
  ? Starts
  : Kind extends { Links(props: MethodLinksProps<infer Starts>): unknown }
    ? Starts
    : never;

/** The exits of the landing that its methods take. */
export type MethodStarts = Merged<{ [Id in keyof Kinds]: StartsOf<Kinds[Id]> }[keyof Kinds]>;

/** Every kind, for what asks all of them. */
export const methodKinds: readonly MethodKind[] = Object.values(kinds);

/** The screens that kinds have of their own. */
export const methodScreens = Object.assign({}, ...methodKinds.map(({ screens }) => screens)) as Merged<
  { [Id in keyof Kinds]: Kinds[Id] extends { readonly screens: infer Own } ? Own : never }[keyof Kinds]
>;

/** What a method has on the landing, whichever exits it takes. */
export interface MethodFace {
  readonly Entry?: ComponentType<MethodEntryProps<MethodStarts>>;
  readonly Links?: ComponentType<MethodLinksProps<MethodStarts>>;
}

/** What a method has on the landing; null for one that no kind here is of. */
export function findFace(name: string): MethodFace | null {
  const known: Readonly<Record<string, object>> = kinds;
  return known[methodOfName(name as MethodName)] ?? null;
}

/** How a person confirms who they are, by every kind. */
export async function loadConfirmWays(): Promise<ConfirmWay[]> {
  const ways = await Promise.all(methodKinds.map(({ loadConfirm }) => loadConfirm?.()));
  return ways.filter((way) => way !== undefined);
}
