/**
 * Transitions of each account type, one record each: the flow machine tests no type by name. The list is complete by
 * type.
 */
import type { AccountMethod } from '@latchkey/core/login';
import { methodOfName, type OfferedMethodId } from '@latchkey/wire';
import type { LinkMethod } from '../../request.ts';
import { crossApp } from './crossApp.ts';
import { email } from './email.ts';
import { farcaster } from './farcaster.ts';
import type { FlowKind } from './kind.ts';
import { oauth } from './oauth.ts';
import { passkey } from './passkey.ts';
import { sms } from './sms.ts';
import { telegram } from './telegram.ts';
import { wallet } from './wallet.ts';

/** What screens offer: other apps too, where a host names them. */
type KindId = OfferedMethodId | 'cross-app';

/** Alphabetical. */
const kinds = {
  'cross-app': crossApp,
  email,
  farcaster,
  oauth,
  passkey,
  sms,
  telegram,
  wallet,
} as const satisfies Record<KindId, FlowKind> & {
  // Whatever core proves by code has a screen that asks for it.
  readonly [Method in AccountMethod]: Required<Pick<FlowKind, 'byCode'>>;
};

type Kinds = typeof kinds;
type Merged<Union> = (Union extends unknown ? (one: Union) => void : never) extends (one: infer All) => void
  ? All
  : never;
type Part<Name extends keyof FlowKind> = {
  [Id in keyof Kinds]: Kinds[Id] extends Readonly<Record<Name, infer Own>> ? Own : never;
}[keyof Kinds];

/** Every kind, for what asks whose something is. */
export const flowKinds: readonly FlowKind[] = Object.values(kinds);

/** The roads of the screens that kinds have of their own, and of the exits that their rows on the landing take. */
export const kindRoads = Object.assign({}, ...flowKinds.map(({ roads }) => roads)) as Merged<Part<'roads'>>;
export const kindStarts = Object.assign({}, ...flowKinds.map(({ starts }) => starts)) as Merged<
  Part<'starts'>
>;

/** What is known of the kind of a method. */
export const flowKindOf = (name: LinkMethod): FlowKind => kinds[methodOfName(name) as KindId];

/** The screen on which a kind that is proved by code asks for one. */
export const askScreen = (method: AccountMethod) => kinds[method].byCode;
